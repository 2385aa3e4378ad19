// The picture of a payment point, drawn here: a tile in a calm colour of its own, up to three letters of its name and a
// mark for what it is. Nobody's logo, lettering or colours are copied (D56). The same point always gives the same bytes.
import { render } from 'preact-render-to-string';
import type { PaymentPoint } from '../../domain/payment-point.js';
import { GLYPHS, MARKS, type Shape } from './shapes.js';

export type PicturedPoint = Pick<PaymentPoint, 'code' | 'name' | 'kind'>;
export type PictureSize = keyof typeof SIDES;

const SIDES = { small: 64, medium: 160 } as const;

// Dark and muted, without the reds and yellows of which many a chain is fond; white on any of them has a contrast of 6
// or more.
const COLOURS = (
  '735640 5d5a4a 546137 335434 326753 105552 276470 ' + '225069 435c7f 43466d 625279 5c3e5e 764c62 4b5563'
).split(' ');

/** A PNG with transparent corners, 64 or 160 pixels wide and high. It takes about 4 ms. */
export async function drawPointImage(point: PicturedPoint, size: PictureSize): Promise<Buffer> {
  // Loaded with the first picture: it is 4 MB of machine code, which no command but the service needs.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(pointSvg(point, size), { font: { loadSystemFonts: false } });
  return picture.asPng();
}

/** Everything is measured in parts of the side. */
function pointSvg(point: PicturedPoint, size: PictureSize): string {
  const side = SIDES[size];
  const mark = MARKS[point.kind];
  const initials = initialsOf(point);
  const letters = [...initials].flatMap((letter) => GLYPHS[letter] ?? []);
  return render(
    <svg xmlns="http://www.w3.org/2000/svg" width={side} height={side} viewBox="0 0 1 1">
      <title>{initials}</title>
      <rect width="1" height="1" rx="0.22" fill={`#${COLOURS[hash(point.code) % COLOURS.length]}`} />
      {letters.length === 0 ? (
        <Shapes shapes={[mark]} middle={0.5} height={0.5} maxWidth={0.6} pen={0.9} />
      ) : (
        <>
          <Shapes shapes={letters} middle={0.4} height={0.36} maxWidth={0.74} pen={1.75} />
          <g opacity="0.75">
            <Shapes shapes={[mark]} middle={0.775} height={size === 'small' ? 0.24 : 0.2} maxWidth={0.3} pen={1.15} />
          </g>
        </>
      )}
    </svg>,
  );
}

type ShapesProps = {
  readonly shapes: readonly Shape[];
  /** Where the middle of the shapes stands, their height and the most they may be wide. */
  readonly middle: number;
  readonly height: number;
  readonly maxWidth: number;
  /** Width of the pen, in units of the shapes. */
  readonly pen: number;
};

const SHAPE_HEIGHT = 10;
const SPACING = 2.9; // between letters, in units

/** One beside the other and centred, in white. */
function Shapes({ shapes, middle, height, maxWidth, pen }: ShapesProps) {
  const width = widthOf(shapes) - SPACING;
  const unit = Math.min(height / (SHAPE_HEIGHT + pen), maxWidth / (width + pen));
  const place = `translate(${0.5 - (width * unit) / 2} ${middle - (SHAPE_HEIGHT * unit) / 2}) scale(${unit})`;
  return (
    <g transform={place} fill="none" stroke="#fff" stroke-width={pen} stroke-linecap="round" stroke-linejoin="round">
      {shapes.map(({ path }, index) => (
        <path key={index} d={path} transform={`translate(${widthOf(shapes.slice(0, index))} 0)`} />
      ))}
    </g>
  );
}

/** Of shapes in a row, each with the space behind it, in units. */
function widthOf(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, { width }) => sum + width + SPACING, 0);
}

/**
 * A short code as it is (a ticker), the first letters of several words, or of one word its first letter and the next two
 * consonants, which tells apart what begins alike. Letters lose their accents; "" when none is Latin.
 */
export function initialsOf({ code, name }: Pick<PicturedPoint, 'code' | 'name'>): string {
  if (/^[A-Z0-9]{1,3}$/.test(code)) return code;
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const words = plain.match(/[A-Z0-9]+/g) ?? code.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  if (words.length > 1)
    return words
      .map((word) => word[0])
      .join('')
      .slice(0, 3);
  const [first = '', ...rest] = words[0] ?? '';
  const consonants = rest.join('').replace(/[AEIOU]/g, '');
  const choices = [consonants.replace(/(.)\1/g, '$1'), consonants, rest.join('')];
  return first + (choices.find((choice) => choice.length > 1) ?? rest.join('')).slice(0, 2);
}

/** FNV-1a, and the last step of MurmurHash3: the former alone gives codes that end alike the same colour. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
