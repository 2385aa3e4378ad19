// Draws the image of a payment point: a tile in a muted colour, up to three letters of its name, and a symbol for its
// kind. It must never copy anybody's logo, lettering or colours (D56): an operator who may use a store's mark uploads it. The
// same point always gives the same bytes.
import { render } from 'preact-render-to-string';
import { kindOf, type PaymentPoint } from '../../domain/points/payment-point.js';
import { GLYPHS, MARKS, type Shape } from './shapes.js';

export type PicturedPoint = Pick<PaymentPoint, 'code' | 'name' | 'kind'>;
export type PictureSize = keyof typeof SIDES;

export const SIDES = { small: 64, medium: 160 } as const;

// Dark and muted, without the reds and yellows that many chains use. White on any of them has a contrast of 6 or more.
const COLOURS = (
  '735640 5d5a4a 546137 335434 326753 105552 276470 ' + '225069 435c7f 43466d 625279 5c3e5e 764c62 4b5563'
).split(' ');

/** A PNG with transparent corners, 64 or 160 pixels wide and high. Takes about 4 ms. */
export async function drawPointImage(
  point: PicturedPoint,
  size: PictureSize,
  mark: Buffer | null = null,
): Promise<Buffer> {
  // Loaded with the first image: it is 4 MB of machine code that only the service needs, not the other commands.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(mark === null ? pointSvg(point, size) : markSvg(point, size, mark), {
    font: { loadSystemFonts: false },
  });
  return picture.asPng();
}

/** The mark that an operator has uploaded, on a white tile. */
function markSvg({ name }: PicturedPoint, size: PictureSize, mark: Buffer): string {
  const side = SIDES[size];
  const tile = { x: 0.01, y: 0.01, width: 0.98, height: 0.98, rx: 0.2 };
  return render(
    <svg xmlns="http://www.w3.org/2000/svg" width={side} height={side} viewBox="0 0 1 1">
      <title>{name}</title>
      <rect {...tile} fill="#fff" stroke="#dfe4ea" stroke-width="0.02" />
      <image x="0.1" y="0.1" width="0.8" height="0.8" href={`data:image/png;base64,${mark.toString('base64')}`} />
    </svg>,
  );
}

/** All lengths are fractions of the side. */
function pointSvg(point: PicturedPoint, size: PictureSize): string {
  const side = SIDES[size];
  const mark = MARKS[kindOf(point).mark];
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
  /** The vertical middle of the shapes, their height and their maximum width. */
  readonly middle: number;
  readonly height: number;
  readonly maxWidth: number;
  /** Width of the pen, in units of the shapes. */
  readonly pen: number;
};

const SHAPE_HEIGHT = 10;
const SPACING = 2.9; // between letters, in units

/** Draws the shapes side by side, centred, in white. */
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

/** The width of shapes in a row, each with the space after it, in units. */
function widthOf(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, { width }) => sum + width + SPACING, 0);
}

/**
 * A short code unchanged (a ticker), or the first letters of several words. For one word: its first letter and the next
 * two consonants, to distinguish words that begin alike. Letters lose their accents; "" if none is Latin.
 */
export function initialsOf({ code, name }: Pick<PicturedPoint, 'code' | 'name'>): string {
  if (/^[A-Z0-9]{1,3}$/.test(code) || (code.length === 4 && code === name.toUpperCase())) return code;
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

/** FNV-1a with the last step of MurmurHash3. FNV-1a alone gives codes with the same ending the same colour. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
