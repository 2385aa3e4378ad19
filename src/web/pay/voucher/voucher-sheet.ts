// Where everything stands on a voucher: one sheet, as wide as a telephone in the PNG and as paper in the PDF, which both draw, so
// that they look alike and like the page. Lengths are points; a picture has two pixels for each.
import { splitZone } from '../../../domain/base/mexico-time.js';
import { type Box, type PdfFont, textWidth } from '../../ui/pdf.js';
import type { ScanCode } from './scan-code.js';
import type { Voucher, VoucherPicture, VoucherRow } from './voucher.js';

const PHONE_WIDTH = 360;

export type Sheet = {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly marks: readonly Mark[];
};

/** What is drawn, in this sequence. */
export type Mark =
  | ({ readonly is: 'box'; readonly colour: string; readonly radius: number } & Box)
  | ({ readonly is: 'picture'; readonly picture: VoucherPicture } & Box)
  | { readonly is: 'code'; readonly code: ScanCode; readonly x: number; readonly y: number; readonly unit: number }
  | ({
      readonly is: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly isRight?: true;
    } & Style);

type Style = { readonly size: number; readonly font: PdfFont; readonly colour: string };

// The light colours of base.css: paper has no dark mode.
const INK = '#17212c';
const SOFT = '#556172';
const LINE = '#dfe4ea';
const TINT = '#eef2f5';
const PENDING = '#7a4a00';
const PENDING_TINT = '#fff3d6';
const TEST = '#4b2a80';
const WHITE = '#ffffff';

const MARGIN = 24;
const PADDING = 12;
const LOGO = { width: 130, height: 36 } as const;
const STEP_INDENT = 32;
const LABEL_ROOM = 108;

export function layOut(voucher: Voucher, width = PHONE_WIDTH): Sheet {
  const pen: Pen = { marks: [], y: 0, inset: 0, width, room: width - 2 * MARGIN };
  const { accent, brand } = voucher.colours;
  band(pen, brand, 6);
  if (voucher.warning !== null) strip(pen, voucher.warning);
  pen.y += 16;
  head(pen, voucher);
  rule(pen);
  figure(pen, voucher);
  if (voucher.cautions.length > 0) {
    panel(pen, PENDING_TINT, () => {
      for (const caution of voucher.cautions) write(pen, caution, { size: 11.5, font: 'bold', colour: PENDING });
    });
    pen.y += 10;
  }
  panel(pen, TINT, () => destination(pen, voucher));
  pen.y += 10;
  panel(pen, PENDING_TINT, () => {
    for (const { label, value } of voucher.deadline) {
      if (value === '') pen.y += 5;
      write(pen, label, { size: 11, colour: PENDING });
      const [time, zone] = splitZone(value);
      write(pen, time, { size: 12.5, font: 'bold', colour: PENDING });
      if (zone !== '') write(pen, zone, { size: 11, colour: PENDING });
    }
  });
  pen.y += 14;
  write(pen, voucher.stepsHeading, { size: 14, font: 'bold' });
  voucher.steps.forEach((step, index) => {
    pen.y += 9;
    bullet(pen, String(index + 1), accent);
    write(pen, step, { size: 12 }, { indent: STEP_INDENT });
  });
  rule(pen);
  for (const one of voucher.facts) row(pen, one);
  rule(pen);
  for (const note of voucher.notes) {
    write(pen, note, { size: 11, colour: SOFT });
    pen.y += 3;
  }
  return { width, height: Math.ceil(pen.y + MARGIN), title: voucher.merchantName, marks: pen.marks };
}

function head(pen: Pen, { logo, payTo, merchantName }: Voucher): void {
  const from = pen.y;
  const shown = logo === null ? 0 : picture(pen, logo, LOGO);
  const indent = shown === 0 ? 0 : shown + 12;
  write(pen, payTo, { size: 11, colour: SOFT }, { indent });
  write(pen, merchantName, { size: 16, font: 'bold' }, { indent });
  if (shown > 0) pen.y = Math.max(pen.y, from + LOGO.height);
}

function figure(pen: Pen, { label, amount, lines, sums }: Voucher): void {
  write(pen, label, { size: 13, colour: SOFT });
  // A quantity of coins is longer than any sum, and is no less to be read at once.
  write(pen, amount, { size: textWidth(amount, 32, 'bold') <= pen.room ? 32 : 26, font: 'bold' });
  pen.y += 2;
  for (const line of lines) write(pen, line, { size: 12.5 });
  for (const rows of sums) {
    rows.forEach(({ label: name, value }, index) => {
      const isSum = index > 0 && index === rows.length - 1;
      if (isSum) rule(pen, 3);
      const y = pen.y;
      write(
        pen,
        name,
        { size: 12.5, font: isSum ? 'bold' : 'regular' },
        { room: pen.room - textWidth(value, 12.5, 'bold') - 8 },
      );
      const style = { size: 12.5, font: 'bold', colour: INK } as const;
      pen.marks.push({ is: 'text', text: value, x: MARGIN + pen.room, y: y + style.size, isRight: true, ...style });
    });
    pen.y += 4;
  }
  pen.y += 8;
}

function destination(pen: Pen, voucher: Voucher): void {
  if (voucher.code !== null) scanCode(pen, voucher.code);
  // A cashier types them all.
  for (const { label, value } of [...voucher.details, voucher.destination]) {
    write(pen, label, { size: 11, colour: SOFT });
    write(pen, value, { size: 20, font: 'bold' });
    pen.y += 4;
  }
  for (const one of voucher.rows) row(pen, one);
}

/** Writes from top to bottom. */
type Pen = {
  readonly marks: Mark[];
  y: number;
  /** How far from the margin it writes. */
  inset: number;
  /** The sheet, and what of it is between the margins. */
  readonly width: number;
  readonly room: number;
};

function write(
  pen: Pen,
  text: string,
  { size, font = 'regular', colour = INK }: Partial<Style> & Pick<Style, 'size'>,
  { indent = 0, room = pen.room }: { readonly indent?: number; readonly room?: number } = {},
): void {
  const width = room - indent - 2 * pen.inset;
  for (const line of wrap(text, (piece) => textWidth(piece, size, font) <= width)) {
    pen.marks.push({ is: 'text', text: line, x: leftOf(pen) + indent, y: pen.y + size, size, font, colour });
    pen.y += size * 1.3;
  }
}

function leftOf({ inset }: Pen): number {
  return MARGIN + inset;
}

/** A coloured band across the sheet. */
function band(pen: Pen, colour: string, height: number): void {
  pen.marks.push({ is: 'box', x: 0, y: pen.y, width: pen.width, height, colour, radius: 0 });
  pen.y += height;
}

/** White letters on a band, for what must not be missed. */
function strip(pen: Pen, text: string): void {
  const [at, from] = [pen.marks.length, pen.y];
  pen.y += 7;
  write(pen, text, { size: 11.5, font: 'bold', colour: WHITE });
  pen.y += 6;
  const ground = { x: 0, y: from, width: pen.width, height: pen.y - from, colour: TEST, radius: 0 };
  pen.marks.splice(at, 0, { is: 'box', ...ground });
}

function rule(pen: Pen, space = 12): void {
  pen.y += space;
  pen.marks.push({ is: 'box', x: MARGIN, y: pen.y, width: pen.room, height: 1, colour: LINE, radius: 0 });
  pen.y += space + 1;
}

/** What `fill` writes stands on a tinted ground. */
function panel(pen: Pen, colour: string, fill: () => void): void {
  const [at, from] = [pen.marks.length, pen.y];
  pen.y += PADDING;
  pen.inset = PADDING;
  fill();
  pen.inset = 0;
  pen.y += PADDING - 2;
  const ground = { x: MARGIN, y: from, width: pen.room, height: pen.y - from, colour, radius: 10 };
  pen.marks.splice(at, 0, { is: 'box', ...ground });
}

function row(pen: Pen, { label, value }: VoucherRow): void {
  const from = pen.y;
  write(pen, label, { size: 11, colour: SOFT }, { room: LABEL_ROOM + 2 * pen.inset });
  const below = pen.y;
  pen.y = from - 0.5;
  write(pen, value, { size: 12, font: 'bold' }, { indent: LABEL_ROOM + 4 });
  pen.y = Math.max(pen.y, below) + 2;
}

function bullet(pen: Pen, text: string, colour: string): void {
  const side = 21;
  const x = leftOf(pen);
  pen.marks.push({ is: 'box', x, y: pen.y - 2, width: side, height: side, colour: TINT, radius: side / 2 });
  const middle = x + (side - textWidth(text, 11, 'bold')) / 2;
  pen.marks.push({ is: 'text', text, x: middle, y: pen.y + 12.5, size: 11, font: 'bold', colour });
}

/** As large as the room allows; returns how wide it is. What follows starts at the same height. */
function picture(pen: Pen, shown: VoucherPicture, most: { width: number; height: number }): number {
  const scale = Math.min(1, most.width / shown.width, most.height / shown.height);
  const [width, height] = [shown.width * scale, shown.height * scale];
  pen.marks.push({ is: 'picture', picture: shown, x: leftOf(pen), y: pen.y, width, height });
  return width;
}

/** On white, with the quiet zone that scanners need, in whole pixels: half a pixel would blur. */
function scanCode(pen: Pen, code: ScanCode): void {
  const room = pen.room - 2 * pen.inset;
  const most = code.width === code.height ? 5 : 2;
  const unit = Math.max(0.5, Math.min(most, Math.floor((2 * (room - 24)) / code.width) / 2));
  const height = code.height * unit + 16;
  const x = leftOf(pen);
  pen.y = Math.ceil(pen.y);
  pen.marks.push({ is: 'box', x, y: pen.y, width: room, height, colour: WHITE, radius: 6 });
  pen.marks.push({ is: 'code', code, x: Math.round(x + (room - code.width * unit) / 2), y: pen.y + 8, unit });
  pen.y += height + 8;
}

/**
 * A text in lines; `fits` says whether a line is short enough. A word that is too long is cut. The groups of a number stay
 * together, and so does a time: nobody looks for its last digit in the next line.
 */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replace(/\s+/g, ' ').split(/(?<!\d) | (?!\d|[ap]\.?m)/i)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (!fits(line)) {
      let end = line.length - 1;
      while (end > 1 && !fits(line.slice(0, end))) end--;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return line === '' ? lines : [...lines, line];
}
