// A process that draws one logo and ends (D83): what is decoded there was sent by somebody, and whatever it does to a
// decoder, it does to this process. It takes the picture from stdin, gives a PNG to stdout, and ends with 1 if there is
// nothing to see.
import { buffer } from 'node:stream/consumers';
import { readPicture } from '../domain/accounts/brand.js';

/** Twice the size on the page, for sharp screens. */
const MOST_WIDTH = 320;
const MOST_HEIGHT = 96;
/** A customer page may weigh 60 KB in all. */
const MOST_BYTES = 20 * 1024;
const MOST_MEMORY_BYTES = 300 * 1024 * 1024;

// The drawing has a thread of its own, so this one can look.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) process.exit(1);
}, 5).unref();

const bytes = await buffer(process.stdin);
const picture = readPicture(bytes);
if (typeof picture === 'string') process.exit(1);
const href = `data:${picture.type};base64,${bytes.toString('base64')}`;
let png: Buffer | null = null;
for (let scale = Math.min(1, MOST_WIDTH / picture.width, MOST_HEIGHT / picture.height); ; scale *= 0.75) {
  png = await draw(href, Math.round(picture.width * scale), Math.round(picture.height * scale));
  if (png === null || png.length <= MOST_BYTES) break;
}
if (png === null) process.exit(1);
process.stdout.write(png);

/** null if nothing can be seen of it, as of a file whose end is missing. */
async function draw(image: string, width: number, height: number): Promise<Buffer | null> {
  const size = `width="${Math.max(1, width)}" height="${Math.max(1, height)}"`;
  const { renderAsync } = await import('@resvg/resvg-js');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${image}"/></svg>`;
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return drawn.pixels.some((value, index) => index % 4 === 3 && value > 0) ? drawn.asPng() : null;
}
