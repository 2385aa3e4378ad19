// A voucher as a PDF: one page of letter size.
import { createPdf, type PdfFont, type PdfPage, textWidth } from '../../ui/pdf.js';
import type { ScanCode } from './scan-code.js';
import { type Voucher, wrap } from './voucher.js';

const PAGE = { width: 612, height: 792 } as const;
const MARGIN = 54;
const ROOM = PAGE.width - 2 * MARGIN;
const LABEL_ROOM = 130;
/** A module of 1.5 points is half a millimetre, which suits scanners at tills. */
const MODULE = 1.5;
const QR_MODULE = 4;

export function voucherPdf(voucher: Voucher): Buffer {
  const pdf = createPdf({ ...PAGE, title: `${voucher.merchantName} · ${voucher.amount}` });
  const pen = createPen(pdf);
  if (voucher.warning !== null) pen.write(voucher.warning, { size: 13, font: 'bold' });
  pen.write(voucher.merchantName, { size: 18, font: 'bold' });
  pen.rule();
  pen.write(voucher.label, { size: 11 });
  pen.write(voucher.amount, { size: 30, font: 'bold', gap: 4 });
  for (const line of voucher.lines) pen.write(line, { size: 11 });
  pen.space(8);
  if (voucher.code !== null) pen.draw(voucher.code);
  pen.write(voucher.payTo.label, { size: 10 });
  pen.write(voucher.payTo.value, { size: 20, font: 'bold' });
  pen.rule();
  for (const { label, value } of voucher.rows) pen.row(label, value);
  pen.rule();
  voucher.steps.forEach((step, index) => {
    pen.write(`${index + 1}. ${step}`, { size: 11, gap: 3 });
  });
  pen.space(6);
  for (const note of voucher.notes) pen.write(note, { size: 9.5 });
  return pdf.end();
}

type Style = { readonly size: number; readonly font?: PdfFont; readonly gap?: number };

/** Writes from top to bottom. What does not fit on the page is left out. */
function createPen(pdf: PdfPage) {
  let y = MARGIN;
  const write = (text: string, { size, font = 'regular', gap = 0 }: Style, x = MARGIN, room = ROOM) => {
    for (const line of wrap(text, (piece) => textWidth(piece, size, font) <= room)) {
      y += size * 1.3;
      if (y < PAGE.height - MARGIN) pdf.text(line, { x, y, size, font });
    }
    y += gap;
  };
  return {
    write,
    space(height: number) {
      y += height;
    },
    rule() {
      y += 8;
      pdf.line(y, MARGIN, PAGE.width - MARGIN);
      y += 2;
    },
    row(label: string, value: string) {
      const before = y;
      write(label, { size: 10 }, MARGIN, LABEL_ROOM);
      const after = y;
      y = before;
      write(value, { size: 10.5, font: 'bold' }, MARGIN + LABEL_ROOM, ROOM - LABEL_ROOM);
      y = Math.max(y, after) + 1;
    },
    draw({ boxes, width, height }: ScanCode) {
      const unit = width === height ? QR_MODULE : MODULE;
      for (const box of boxes) pdf.box(MARGIN + box.x * unit, y + box.y * unit, box.width * unit, box.height * unit);
      y += height * unit + 4;
    },
  };
}
