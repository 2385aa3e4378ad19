// References that a customer gives at a till: 13 digits and a Damm check digit, which catches any mistyped digit and
// any swap of neighbours (D45). A test reference's check digit is off by five, so real tills reject it (D60).

import type { Mode } from '../base/mode.js';
import { shuffleDigits } from '../base/shuffle.js';

const PAYLOAD_DIGITS = 13;
const TEST_SHIFT = 5;

// Damm's quasigroup of order ten, row by row.
const TABLE = Array.from(
  '0317598642' +
    '7092154863' +
    '4206871359' +
    '1750983426' +
    '6123045978' +
    '3674209581' +
    '5869720134' +
    '8945362017' +
    '9438617205' +
    '2581436790',
  Number,
);
const ZERO = '0'.charCodeAt(0);

export const REFERENCE_CAPACITY = 10 ** PAYLOAD_DIGITS;

/** Turns a serial into a reference. Different serials give different ones; without the secret none can be guessed. */
export function makeReference(serial: number, secret: string, mode: Mode): string {
  const payload = shuffleDigits(serial, PAYLOAD_DIGITS, secret);
  return payload + checkDigit(payload, mode);
}

export function isValidReference(reference: string, mode: Mode): boolean {
  if (!/^\d{14}$/.test(reference)) return false;
  return checkDigit(reference.slice(0, PAYLOAD_DIGITS), mode) === reference.slice(PAYLOAD_DIGITS);
}

function checkDigit(payload: string, mode: Mode): string {
  let interim = 0;
  for (let at = 0; at < payload.length; at++) interim = TABLE[10 * interim + payload.charCodeAt(at) - ZERO] ?? 0;
  return String((interim + (mode === 'live' ? 0 : TEST_SHIFT)) % 10);
}
