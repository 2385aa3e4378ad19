// A voucher as a PDF: one page of letter size, with letters as large as it has room for.
import { createPdf, type PdfPicture } from '../../ui/pdf.js';
import type { Voucher, VoucherPicture } from './voucher.js';
import { layOut, type Mark, type Sheet } from './voucher-sheet.js';

const PAGE = { width: 612, height: 792 } as const;
const SCALES = [1.4, 1.3, 1.2, 1.1] as const;

export async function voucherPdf(voucher: Voucher): Promise<Buffer> {
  const sheets = SCALES.map((scale) => layOut(voucher, PAGE.width / scale));
  const fits = (sheet: Sheet) => sheet.height * PAGE.width <= PAGE.height * sheet.width;
  const { width, height, title, marks } = sheets.find(fits) ?? layOut(voucher, PAGE.width);
  const scale = Math.min(PAGE.width / width, PAGE.height / height);
  const pdf = createPdf({ ...PAGE, title });
  const left = (PAGE.width - width * scale) / 2;
  for (const mark of marks) {
    const at = { x: left + mark.x * scale, y: mark.y * scale };
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
        return pdf.text(mark.text, { ...mark, x, y, size: mark.size * scale });
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
