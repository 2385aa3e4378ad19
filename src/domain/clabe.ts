// CLABEs: 18 digits = prefix (bank, plaza, and perhaps a client number) + account digits + control digit (D28).
import { shuffleDigits } from './shuffle.js';

export const TEST_CLABE_PREFIX = '000000'; // no bank has it

const PAYLOAD_DIGITS = 17;

/** How many CLABEs a prefix can give. */
export function clabeCapacity(prefix: string): number {
  return 10 ** (PAYLOAD_DIGITS - prefix.length);
}

/**
 * The CLABE of a serial. Different serials give different CLABEs, because the account digits are a permutation of the
 * serial; without the secret nobody can tell the next one from the last.
 */
export function makeClabe(prefix: string, serial: number, secret: string): string {
  const payload = prefix + shuffleDigits(serial, PAYLOAD_DIGITS - prefix.length, secret);
  return payload + controlDigit(payload);
}

export function isValidClabe(clabe: string): boolean {
  return /^\d{18}$/.test(clabe) && controlDigit(clabe.slice(0, PAYLOAD_DIGITS)) === clabe.slice(PAYLOAD_DIGITS);
}

/** Weights 3, 7, 1 over the first 17 digits; every product counts modulo ten. */
export function controlDigit(payload: string): string {
  let sum = 0;
  for (let i = 0; i < PAYLOAD_DIGITS; i++) {
    const weight = i % 3 === 0 ? 3 : i % 3 === 1 ? 7 : 1;
    sum += (Number(payload[i]) * weight) % 10;
  }
  return String((10 - (sum % 10)) % 10);
}
