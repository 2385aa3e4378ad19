// Writes a small PDF: one page of text in Helvetica, filled boxes and pictures. That is all a voucher needs, and the libraries
// that do more weigh 26 MB.
import { deflateSync } from 'node:zlib';

export type PdfFont = 'regular' | 'bold';

type PdfPage = {
  /** Lengths are points, 1/72 inch, from the left and from the top. `y` is the base line. */
  text(
    text: string,
    at: {
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly font?: PdfFont;
      readonly colour?: string;
      /** Whether it ends at `x`, instead of beginning there. */
      readonly isRight?: boolean;
    },
  ): void;
  box(x: number, y: number, width: number, height: number, look?: PdfLook): void;
  picture(picture: PdfPicture, at: Box): void;
  line(y: number, fromX: number, toX: number): void;
  end(): Buffer;
};

/** A colour is "#rrggbb"; black unless it is named. */
type PdfLook = { readonly colour?: string; readonly radius?: number };
/** Three bytes for each pixel. */
export type PdfPicture = { readonly rgb: Buffer; readonly width: number; readonly height: number };
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type PdfOptions = { readonly width: number; readonly height: number; readonly title: string };

export function createPdf({ width, height, title }: PdfOptions): PdfPage {
  const drawn: string[] = [];
  const pictures: PdfPicture[] = [];
  const top = (y: number) => number(height - y);
  return {
    text(text, { x: at, y, size, font = 'regular', colour = BLACK, isRight = false }) {
      const name = font === 'bold' ? 'F2' : 'F1';
      const x = isRight ? at - textWidth(text, size, font) : at;
      drawn.push(
        `${fill(colour)} BT /${name} ${number(size)} Tf ${number(x)} ${top(y)} Td <${encode(text).toString('hex')}> Tj ET`,
      );
    },
    box(x, y, boxWidth, boxHeight, { colour = BLACK, radius = 0 } = {}) {
      const path =
        radius > 0
          ? rounded({ x, y: height - y - boxHeight, width: boxWidth, height: boxHeight }, radius)
          : `${number(x)} ${top(y + boxHeight)} ${number(boxWidth)} ${number(boxHeight)} re`;
      drawn.push(`${fill(colour)} ${path} f`);
    },
    picture(picture, at) {
      pictures.push(picture);
      const matrix = `${number(at.width)} 0 0 ${number(at.height)} ${number(at.x)} ${top(at.y + at.height)}`;
      drawn.push(`q ${matrix} cm /P${pictures.length} Do Q`);
    },
    line(y, fromX, toX) {
      drawn.push(`0.5 w 0.7 G ${number(fromX)} ${top(y)} m ${number(toX)} ${top(y)} l S`);
    },
    end() {
      const content = deflateSync(drawn.join('\n'));
      const named = pictures.map((_, index) => `/P${index + 1} ${FIRST_PICTURE + index} 0 R`).join(' ');
      const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
      return assemble([
        ['<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>'],
        ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
        [
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R ` +
            `/Resources << /Font << /F1 5 0 R /F2 6 0 R >> /XObject << ${named} >> >> >>`,
        ],
        [`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, content, '\nendstream'],
        [font('Helvetica')],
        [font('Helvetica-Bold')],
        ...pictures.map(pictureObject),
        [`<< /Title <feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}> /Producer (Cobro) >>`],
      ]);
    },
  };
}

const BLACK = '#000000';
/** The objects before it: catalogue, pages, page, content and two fonts. */
const FIRST_PICTURE = 7;

function pictureObject({ rgb, width, height }: PdfPicture): readonly (string | Buffer)[] {
  const bytes = deflateSync(rgb);
  const kind = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`;
  const head = `<< ${kind} /BitsPerComponent 8 /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`;
  return [head, bytes, '\nendstream'];
}

function fill(colour: string): string {
  const parts = [1, 3, 5].map((at) => number(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return `${parts.join(' ')} rg`;
}

/** How far from a corner the points lie that bend a quarter of a circle, as a part of the radius. */
const BEND = 0.45;

/** A box with round corners, from below on the left. */
function rounded({ x, y, width, height }: Box, most: number): string {
  const r = Math.min(most, width / 2, height / 2);
  const [right, up, b] = [x + width, y + height, r * BEND];
  const point = (...values: number[]) => values.map(number).join(' ');
  return [
    `${point(x + r, y)} m ${point(right - r, y)} l ${point(right - b, y, right, y + b, right, y + r)} c`,
    `${point(right, up - r)} l ${point(right, up - b, right - b, up, right - r, up)} c`,
    `${point(x + r, up)} l ${point(x + b, up, x, up - b, x, up - r)} c`,
    `${point(x, y + r)} l ${point(x, y + b, x + b, y, x + r, y)} c h`,
  ].join(' ');
}

/** Numbers the objects and says at which byte each of them begins. */
function assemble(objects: readonly (readonly (string | Buffer)[])[]): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const starts: number[] = [];
  let length = pieces[0]?.length ?? 0;
  const add = (piece: string | Buffer) => {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    length += bytes.length;
  };
  objects.forEach((object, index) => {
    starts.push(length);
    add(`${index + 1} 0 obj\n`);
    for (const piece of object) add(piece);
    add('\nendobj\n');
  });
  const xref = length;
  const size = objects.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n`);
  for (const start of starts) add(`${String(start).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${xref}\n%%EOF\n`);
  return Buffer.concat(pieces);
}

/** The characters of Windows-1252 that Latin 1 has at other places. */
const WINDOWS: Readonly<Record<string, number>> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

/** Characters that Helvetica lacks become question marks. */
function encode(text: string): Buffer {
  return Buffer.from(
    [...text.normalize('NFC')].map((letter) => {
      const code = letter.codePointAt(0) ?? 0x3f;
      return WINDOWS[letter] ?? ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) ? code : 0x3f);
    }),
  );
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// The widths of Helvetica from the space to the tilde, in thousandths of the size.
const WIDTHS = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 ' +
  '584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 ' +
  '667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 ' +
  '278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number);
/** Bold letters are at most so much wider; digits and what stands in sums, not at all. */
const BOLD = 1.08;

/** How wide a text is, nearly. */
export function textWidth(text: string, size: number, font: PdfFont = 'regular'): number {
  let thousandths = 0;
  for (const letter of text.normalize('NFD')) {
    const code = letter.codePointAt(0) ?? 0;
    if (code >= 0x300 && code < 0x370) continue; // accents take no room
    const isWider = font === 'bold' && !/[\d $.,–]/.test(letter); // sums are as wide in both
    thousandths += (WIDTHS[code - 0x20] ?? 600) * (isWider ? BOLD : 1);
  }
  return (thousandths / 1000) * size;
}
