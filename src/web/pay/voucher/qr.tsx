// QR codes for wallets. bwip-js encodes them, and we draw the dark modules, as barcode.tsx does.

import type { Box } from '../../ui/pdf.js';
import { bwip } from './bwip.js';
import { type ScanCode, toPath } from './scan-code.js';

/** The blank modules that a camera needs on each side. */
const QUIET = 4;

/** null if the text is more than a QR code holds. */
export function encodeQr(text: string): ScanCode | null {
  if (text === '' || Buffer.byteLength(text) > 500) return null;
  const options = { bcid: 'qrcode', text, binarytext: true, eclevel: 'M' };
  const [symbol] = bwip().raw(options);
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('bwip-js gave no modules for a QR code');
  const boxes: Box[] = [];
  for (let y = 0; y < symbol.pixy; y++) {
    for (let x = 0; x < symbol.pixx; x++) {
      if (symbol.pixs[y * symbol.pixx + x] !== 1) continue;
      const start = x;
      while (x + 1 < symbol.pixx && symbol.pixs[y * symbol.pixx + x + 1] === 1) x++;
      boxes.push({ x: start + QUIET, y: y + QUIET, width: x - start + 1, height: 1 });
    }
  }
  return { boxes, width: symbol.pixx + 2 * QUIET, height: symbol.pixy + 2 * QUIET };
}

export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const code = encodeQr(text);
  if (code === null) return null;
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.width} ${code.height}`}
      shape-rendering="crispEdges"
    >
      <path d={toPath(code)} />
    </svg>
  );
}
