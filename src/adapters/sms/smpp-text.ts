// Encodes a text as the bytes of one or more short messages. It never splits a character between two messages.
import smpp from 'smpp';

type EncodedText = {
  /** 0: the gateway's default alphabet, GSM 7-bit. 8: UCS-2. */
  readonly dataCoding: 0 | 8;
  readonly parts: readonly Buffer[];
};

/** A message holds 140 bytes. Each of several parts needs six for a header, which leaves 134 bytes or 153 septets. */
const GSM_SIZES = { whole: 160, part: 153 };
const UCS2_SIZES = { whole: 140, part: 134 };
const MAX_PARTS = 255;

/** Uses GSM 7-bit if it has every character (it has ñ and é, but not á), otherwise UCS-2. */
export function encodeText(text: string): EncodedText {
  // The package treats a bare escape as a letter of the alphabet.
  if (smpp.encodings.ASCII.match(text) && !text.includes('\x1b')) {
    const septets = smpp.encodings.ASCII.encode(text); // one per byte; the gateway packs them
    // € and brackets take two septets, of which the first is an escape.
    const backOff = (end: number) => (septets[end - 1] === 0x1b ? 1 : 0);
    return { dataCoding: 0, parts: split(septets, GSM_SIZES, backOff) };
  }
  const bytes = smpp.encodings.UCS2.encode(text);
  // An emoji takes two units, of which the first is in D800 to DBFF.
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
