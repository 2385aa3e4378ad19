// A text as the bytes of one or more short messages. No character is torn between two of them.
import smpp from 'smpp';

export type EncodedText = {
  /** 0: the gateway's default alphabet, which is GSM 7-bit; 8: UCS-2. */
  readonly dataCoding: 0 | 8;
  readonly parts: readonly Buffer[];
};

/** A message holds 140 bytes. One of several gives six to the header that joins them: 134 bytes or 153 septets. */
const GSM_SIZES = { whole: 160, part: 153 };
const UCS2_SIZES = { whole: 140, part: 134 };
const MAX_PARTS = 255;

/** GSM 7-bit when every character is in it (ñ and é are, á is not), else UCS-2. */
export function encodeText(text: string): EncodedText {
  // The package takes a bare escape for a letter of the alphabet.
  if (smpp.encodings.ASCII.match(text) && !text.includes('\x1b')) {
    const septets = smpp.encodings.ASCII.encode(text); // one to a byte; the gateway packs them
    // € and the brackets are two septets, the first of them an escape.
    const backOff = (end: number) => (septets[end - 1] === 0x1b ? 1 : 0);
    return { dataCoding: 0, parts: split(septets, GSM_SIZES, backOff) };
  }
  const bytes = smpp.encodings.UCS2.encode(text);
  // An emoji is two units, the first of them in D800 to DBFF.
  const backOff = (end: number) => (((bytes[end - 2] ?? 0) & 0xfc) === 0xd8 ? 2 : 0);
  return { dataCoding: 8, parts: split(bytes, UCS2_SIZES, backOff) };
}

function split(bytes: Buffer, sizes: typeof GSM_SIZES, backOff: (end: number) => number): Buffer[] {
  if (bytes.length <= sizes.whole) return [bytes];
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const full = start + sizes.part;
    const end = full >= bytes.length ? bytes.length : full - backOff(full);
    parts.push(bytes.subarray(start, end));
    start = end;
  }
  if (parts.length > MAX_PARTS) throw new Error('The text is too long for an SMS.');
  return parts;
}
