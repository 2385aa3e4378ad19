// A voucher as a picture, to be kept on a telephone or sent to whoever pays. It brings its own letters, so that it looks the same
// on every machine, whatever fonts that has.
import { join } from 'node:path';
import { render } from 'preact-render-to-string';
import { ASSETS_FOLDER } from '../../../paths.js';
import { toPath } from './scan-code.js';
import type { Mark, Sheet } from './voucher-sheet.js';

const FONT = 'Voucher Letters';
const FONT_FILES = ['regular.ttf', 'bold.ttf'].map((name) => join(ASSETS_FOLDER, 'pay/voucher/letters', name));
const PIXELS = 2;

/** Takes about 15 ms, most of it outside the thread that serves everybody. */
export async function drawVoucher(svg: string): Promise<Buffer> {
  // Loaded with the first picture: it is 4 MB of machine code that only the service needs, not the other commands.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: FONT },
  });
  return picture.asPng();
}

export function voucherSvg({ width, height, title, marks }: Sheet): string {
  return render(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width * PIXELS}
      height={height * PIXELS}
      viewBox={`0 0 ${width} ${height}`}
    >
      <title>{title}</title>
      <rect width={width} height={height} fill="#fff" />
      {marks.map((mark, index) => (
        <Drawn key={index} mark={mark} />
      ))}
    </svg>,
  );
}

function Drawn({ mark }: { readonly mark: Mark }) {
  switch (mark.is) {
    case 'box': {
      const { x, y, width, height, radius, colour } = mark;
      return <rect x={x} y={y} width={width} height={height} rx={radius} fill={colour} />;
    }
    case 'picture': {
      const { x, y, width, height, picture } = mark;
      return (
        <image
          x={x}
          y={y}
          width={width}
          height={height}
          href={`data:image/png;base64,${picture.bytes.toString('base64')}`}
        />
      );
    }
    case 'code':
      return <path d={toPath(mark.code)} transform={`translate(${mark.x} ${mark.y}) scale(${mark.unit})`} />;
    case 'text': {
      const { text, x, y, size, font, colour, isRight } = mark;
      const weight = font === 'bold' ? 700 : 400;
      return (
        <text
          x={x}
          y={y}
          fill={colour}
          text-anchor={isRight && 'end'}
          font-family={FONT}
          font-size={size}
          font-weight={weight}
        >
          {text}
        </text>
      );
    }
  }
}
