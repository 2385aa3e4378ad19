// Draws a merchant's logo again, as a small PNG. What a browser gets is then never the file that somebody sent: nothing
// is hidden in it, it tells nothing about where a photo was taken, and it is as light as the page needs it. A process
// with little time and memory draws it, and one at a time (D83).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readPicture } from '../domain/accounts/brand.js';
import { AppError } from '../errors/errors.js';

type DrawnLogo = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Beside this file, also in the bundle. */
const WORKER = fileURLToPath(new URL('logo-worker.js', import.meta.url));
const MOST_MS = 10_000;
const MOST_WAITING = 20;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** null if nothing can be seen of it, or if drawing it takes more than a logo may. */
export async function drawLogo(picture: Uint8Array): Promise<DrawnLogo | null> {
  if (waiting >= MOST_WAITING) throw new AppError('overloaded');
  waiting++;
  const drawn = last.then(() => draw(picture)).finally(() => waiting--);
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(picture: Uint8Array): Promise<DrawnLogo | null> {
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore'];
  const worker = spawn(process.execPath, [WORKER], { stdio, env: {}, timeout: MOST_MS, killSignal: 'SIGKILL' });
  worker.stdin.on('error', () => undefined); // it may end before it has read everything
  worker.stdin.end(picture);
  const [bytes, [code]] = await Promise.all([buffer(worker.stdout), once(worker, 'exit')]);
  const size = code === 0 ? readPicture(bytes) : 'not_a_picture';
  return typeof size === 'string' ? null : { bytes, width: size.width, height: size.height };
}
