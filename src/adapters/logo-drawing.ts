// Draws a merchant's logo again, as a small PNG. What a browser gets is then never the file that somebody sent: nothing
// is hidden in it, it tells nothing about where a photo was taken, and it is as light as the page needs it.
import type { Picture } from '../domain/accounts/brand.js';

export type DrawnLogo = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Twice the size on the page, for sharp screens. */
const MOST_WIDTH = 320;
const MOST_HEIGHT = 96;
/** A customer page may weigh 60 KB in all. */
const MOST_BYTES = 20 * 1024;

/** null if nothing can be seen of it, as of a file whose end is missing. */
export async function drawLogo(bytes: Uint8Array, picture: Picture): Promise<DrawnLogo | null> {
  let scale = Math.min(1, MOST_WIDTH / picture.width, MOST_HEIGHT / picture.height);
  for (;;) {
    const drawn = await draw(bytes, picture, scale);
    if (drawn === null || drawn.bytes.length <= MOST_BYTES) return drawn;
    scale *= 0.75;
  }
}

async function draw(bytes: Uint8Array, { type, ...size }: Picture, scale: number): Promise<DrawnLogo | null> {
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  // Loaded with the first logo: it is 4 MB of machine code that few commands need.
  const { renderAsync } = await import('@resvg/resvg-js');
  const drawn = await renderAsync(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`,
    { font: { loadSystemFonts: false } },
  );
  const isVisible = drawn.pixels.some((value, index) => index % 4 === 3 && value > 0);
  return isVisible ? { bytes: drawn.asPng(), width, height } : null;
}
