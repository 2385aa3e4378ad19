// A voucher as a PDF: the sheet in the middle of one page of letter size.
import { createPdf, type PdfPicture } from '../../ui/pdf.js';
import type { VoucherPicture } from './voucher.js';
import { type Mark, SHEET_WIDTH, type Sheet } from './voucher-sheet.js';

const PAGE = { width: 612, height: 792 } as const;
const MARGIN = 36;

export async function voucherPdf({ height, title, marks }: Sheet): Promise<Buffer> {
  const scale = Math.min(1.25, (PAGE.height - 2 * MARGIN) / height);
  const pdf = createPdf({ ...PAGE, title });
  const left = (PAGE.width - SHEET_WIDTH * scale) / 2;
  for (const mark of marks) {
    const at = { x: left + mark.x * scale, y: MARGIN + mark.y * scale };
    await draw(mark, at);
  }
  return pdf.end();

  async function draw(mark: Mark, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
    switch (mark.is) {
      case 'box': {
        const { colour, radius } = mark;
        return pdf.box(x, y, mark.width * scale, mark.height * scale, { colour, radius: radius * scale });
      }
      case 'picture':
        return pdf.picture(await flatten(mark.picture), {
          x,
          y,
          width: mark.width * scale,
          height: mark.height * scale,
        });
      case 'code': {
        const unit = mark.unit * scale;
        for (const box of mark.code.boxes)
          pdf.box(x + box.x * unit, y + box.y * unit, box.width * unit, box.height * unit);
        return;
      }
      case 'text':
        return pdf.text(mark.text, { x, y, size: mark.size * scale, font: mark.font, colour: mark.colour });
    }
  }
}

/** A PDF of ours has no transparent pictures, so theirs stand on white. */
async function flatten({ bytes, width, height }: VoucherPicture): Promise<PdfPicture> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const size = `width="${width}" height="${height}"`;
  const image = `<image ${size} href="data:image/png;base64,${bytes.toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#fff"/>${image}</svg>`;
  const { pixels } = await renderAsync(svg, { font: { loadSystemFonts: false } });
  const rgb = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) pixels.copy(rgb, pixel * 3, pixel * 4, pixel * 4 + 3);
  return { rgb, width, height };
}
