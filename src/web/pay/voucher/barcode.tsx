// Code 128 barcodes (D59). bwip-js encodes them. We draw the bars as one path, which is exact at every size, ten times
// faster than the SVG of bwip-js (measured: 4,300 per second against 460) and needs no foreign markup.
import { render } from 'preact-render-to-string';
import type { Box } from '../../ui/pdf.js';
import { bwip } from './bwip.js';
import { type ScanCode, toPath } from './scan-code.js';

const HEIGHT = 40;
/** The blank modules that a scanner needs on each side. */
const QUIET = 10;

/** null if the text has characters that Code 128 lacks, or is longer than scanners can read. */
export function encodeBars(text: string): ScanCode | null {
  if (!/^[\x20-\x7e]{1,80}$/.test(text)) return null;
  const [symbol] = bwip().raw({ bcid: 'code128', text });
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('bwip-js gave no bars for Code 128');
  const boxes: Box[] = [];
  let x = 0;
  // Bars and gaps take turns.
  symbol.sbs.forEach((width, index) => {
    if (index % 2 === 0) boxes.push({ x, y: 0, width, height: HEIGHT });
    x += width;
  });
  return { boxes, width: x, height: HEIGHT };
}

/** For a page. Two pixels per module are 0.3 mm on a phone and 0.5 mm on paper, which suits scanners at tills. */
export function Barcode({ bars, label }: { readonly bars: ScanCode; readonly label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.width} ${bars.height}`}
      width={bars.width * 2}
      height={bars.height * 2}
      preserveAspectRatio="none"
    >
      <path d={toPath(bars)} />
    </svg>
  );
}

/** A separate image: white background, quiet zone, and the number below for anyone who has to type it. */
export function barcodeSvg(text: string, bars: ScanCode): string {
  const width = bars.width + 2 * QUIET;
  const height = bars.height + 20;
  return render(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${width} ${height}`} width={width * 3} height={height * 3}>
      <title>{text}</title>
      <rect width={width} height={height} fill="#fff" />
      <path d={toPath(bars)} transform={`translate(${QUIET} 4)`} />
      <text
        x={width / 2}
        y={height - 6}
        text-anchor="middle"
        font-family="monospace"
        font-size="8"
        textLength={bars.width}
      >
        {text}
      </text>
    </svg>,
  );
}

/** The same as a PNG with three pixels per module: 400 to 500 wide for a reference or a CLABE. Takes about 12 ms. */
export function barcodePng(text: string): Promise<Buffer> {
  return bwip().toBuffer({
    bcid: 'code128',
    text,
    scale: 3,
    height: 16, // millimetres, at the 72 dots per inch of bwip-js
    includetext: true,
    textyoffset: -2,
    paddingwidth: QUIET,
    paddingheight: 4,
    backgroundcolor: 'FFFFFF',
  });
}
