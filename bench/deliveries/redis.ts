// Starts a separate Redis on a free port with its usual durability: the command log is on disk within a second.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../server-process.js';

export type Redis = { readonly url: string; readonly version: string; stop(): Promise<void> };

const START_TIMEOUT_MS = 10_000;

/** null if the program is missing. */
export async function startRedis(folder: string): Promise<Redis | null> {
  const about = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (about.error !== undefined) return null;
  const port = await freePort();
  const dir = await mkdtemp(join(folder, 'redis-'));
  const settings = { port, bind: '127.0.0.1', dir, save: '', appendonly: 'yes', appendfsync: 'everysec' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error('redis-server did not start');
    }
    await sleep(50);
  }
  return { url: `redis://127.0.0.1:${port}`, version: /v=(\S+)/.exec(about.stdout)?.[1] ?? 'unknown', stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
