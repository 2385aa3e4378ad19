// A voucher as a picture, to be kept on a telephone or sent to whoever pays. Its letters are those of the font that comes
// with bwip-js, so that it looks the same on every machine, whatever fonts it has.
import { join } from 'node:path';
import { render } from 'preact-render-to-string';
import { VENDOR_FOLDER } from '../../../paths.js';
import { type ScanCode, toPath } from './scan-code.js';
import { type Voucher, wrap } from './voucher.js';

const WIDTH = 720;
const MARGIN = 40;
const ROOM = WIDTH - 2 * MARGIN;
/** All letters of the font are half as wide as high. */
const ADVANCE = 0.5;
const WARNING_ROOM = 52;
const FONT = 'Inconsolata';
const FONT_FILE = join(VENDOR_FOLDER, 'Inconsolata.otf');

/** Takes about 10 ms, most of it outside the thread that serves everybody. */
export async function drawVoucher(svg: string): Promise<Buffer> {
  // Loaded with the first picture: it is 4 MB of machine code that only the service needs, not the other commands.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles: [FONT_FILE], defaultFontFamily: FONT },
  });
  return picture.asPng();
}

type Line = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly isStrong: boolean;
};

export function voucherSvg(voucher: Voucher): string {
  const lines: Line[] = [];
  const rules: number[] = [];
  let y = MARGIN;
  const write = (text: string, size: number, style: { readonly isStrong?: boolean; readonly indent?: number } = {}) => {
    const { isStrong = false, indent = 0 } = style;
    const most = Math.floor((ROOM - indent) / (size * ADVANCE));
    for (const piece of wrap(text, (line) => [...line].length <= most)) {
      y += size * 1.25;
      lines.push({ text: piece, x: MARGIN + indent, y, size, isStrong });
    }
  };
  const rule = () => {
    y += 20;
    rules.push(y);
    y += 8;
  };

  const warning = voucher.warning === null ? [] : wrap(voucher.warning, (line) => [...line].length <= WARNING_ROOM);
  const warningHeight = warning.length * 30 + (warning.length > 0 ? 24 : 0);
  y += warningHeight;
  write(voucher.merchantName, 34, { isStrong: true });
  rule();
  write(voucher.label, 24);
  write(voucher.amount, 64, { isStrong: true });
  y += 6;
  for (const line of voucher.lines) write(line, 24);
  y += 24;
  y = Math.ceil(y); // between two pixels the code would blur
  const codeTop = y;
  const unit = unitOf(voucher.code);
  if (voucher.code !== null) y += voucher.code.height * unit + 4;
  write(voucher.payTo.label, 24);
  write(voucher.payTo.value, 44, { isStrong: true });
  rule();
  for (const { label, value } of voucher.rows) {
    write(`${label}:`, 22);
    write(value, 26, { isStrong: true, indent: 20 });
    y += 6;
  }
  rule();
  voucher.steps.forEach((step, index) => {
    write(`${index + 1}. ${step}`, 24);
    y += 6;
  });
  for (const note of voucher.notes) write(note, 20);
  const height = Math.ceil(y + MARGIN);

  return render(
    <svg xmlns="http://www.w3.org/2000/svg" width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`}>
      <title>{voucher.merchantName}</title>
      <rect width={WIDTH} height={height} fill="#fff" />
      {warning.length > 0 && <rect width={WIDTH} height={warningHeight} fill="#4b2a80" />}
      {warning.map((line, index) => (
        <text key={line} x={MARGIN} y={36 + index * 30} font-family={FONT} font-size={24} fill="#fff">
          {line}
        </text>
      ))}
      {rules.map((at) => (
        <rect key={at} x={MARGIN} y={at} width={ROOM} height={2} fill="#bbb" />
      ))}
      {voucher.code !== null && (
        <path d={toPath(voucher.code)} transform={`translate(${MARGIN} ${codeTop}) scale(${unit})`} />
      )}
      {lines.map(({ text, x, y: at, size, isStrong }) => (
        <text
          key={at + text}
          x={x}
          y={at}
          font-family={FONT}
          font-size={size}
          {...(isStrong && { stroke: '#000', 'stroke-width': size / 40 })}
        >
          {text}
        </text>
      ))}
    </svg>,
  );
}

/** As large as fits, in whole pixels: a module that is not would blur. */
function unitOf(code: ScanCode | null): number {
  if (code === null) return 0;
  return Math.max(1, Math.min(code.width === code.height ? 8 : 4, Math.floor(ROOM / code.width)));
}
