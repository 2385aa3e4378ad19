// Reads barcodes back: the widths of bars and gaps, out of its boxes and out of a picture.
import type { PNG } from 'pngjs';
import type { ScanCode } from '../../../src/web/pay/voucher/scan-code.js';

/** Widths in modules: bar, gap, bar … bar. */
export function barWidths({ boxes }: ScanCode): number[] {
  return boxes.flatMap(({ x, width }, index) => {
    const next = boxes[index + 1];
    return next === undefined ? [width] : [width, next.x - x - width];
  });
}

/** Lengths in pixels of the dark and light runs of one row, from the first dark pixel to the last. */
export function runLengths(png: PNG, row: number): number[] {
  const isDark = Array.from({ length: png.width }, (_, x) => (png.data[(row * png.width + x) * 4] ?? 255) < 128);
  const runs: number[] = [];
  const first = isDark.indexOf(true);
  const last = isDark.lastIndexOf(true);
  for (let x = first; x <= last; x++) {
    if (x > first && isDark[x] === isDark[x - 1]) runs.push((runs.pop() ?? 0) + 1);
    else runs.push(1);
  }
  return runs;
}
