// A barcode or a QR code as data: its dark boxes, counted in modules. Pages, pictures and PDFs draw from these.

import type { Box } from '../../ui/pdf.js';

export type ScanCode = { readonly boxes: readonly Box[]; readonly width: number; readonly height: number };

/** All boxes as one SVG path, which is exact at every size and short enough for a page. */
export function toPath({ boxes }: Pick<ScanCode, 'boxes'>): string {
  return boxes.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join('');
}
