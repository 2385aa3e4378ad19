// QR codes. bwip-js encodes them, and we draw the dots as one path, which is exact at every size.
import bwipjs from 'bwip-js/node';

/** The blank dots that a camera needs around the code. */
const QUIET = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = encodeQr(text);
  const whole = size + 2 * QUIET;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${whole} ${whole}`} class="qr">
      <rect width={whole} height={whole} fill="#fff" />
      <path d={path} transform={`translate(${QUIET} ${QUIET})`} fill="#000" />
    </svg>
  );
}

export function encodeQr(text: string): { readonly path: string; readonly size: number } {
  const [symbol] = bwipjs.raw({ bcid: 'qrcode', text });
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('bwip-js gave no dots for a QR code');
  const { pixs, pixx: size } = symbol;
  let path = '';
  pixs.forEach((dot, at) => {
    if (dot === 1) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  });
  return { path, size };
}
