// The icon as the file that browsers and bookmarks ask for without being told: an ICO with one PNG for each usual size.
import { ICON_SVG } from '../ui/icon.js';

const SIZES = [16, 32, 48];
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

export async function drawIconFile(): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  const pictures = SIZES.map((size) => ({
    size,
    png: new Resvg(ICON_SVG, { fitTo: { mode: 'width', value: size } }).render().asPng(),
  }));
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4); // planes
    head.writeUInt16LE(32, at + 6); // bits for each dot
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}
