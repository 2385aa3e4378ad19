// CLABEs (D28): 18 digits = prefix (bank, plaza and perhaps a client number) + account digits + control digit.
import { shuffleDigits } from '../base/shuffle.js';

export const TEST_CLABE_PREFIX = '000000'; // belongs to no bank

const PAYLOAD_DIGITS = 17;

/** How many different CLABEs a prefix allows. */
export function clabeCapacity(prefix: string): number {
  return 10 ** (PAYLOAD_DIGITS - prefix.length);
}

/**
 * Turns a serial into a CLABE. The account digits are a permutation of the serial, so different serials give different
 * CLABEs. Without the secret, nobody can predict the next CLABE from the last one.
 */
export function makeClabe(prefix: string, serial: number, secret: string): string {
  const payload = prefix + shuffleDigits(serial, PAYLOAD_DIGITS - prefix.length, secret);
  return payload + controlDigit(payload);
}

export function isValidClabe(clabe: string): boolean {
  return /^\d{18}$/.test(clabe) && controlDigit(clabe.slice(0, PAYLOAD_DIGITS)) === clabe.slice(PAYLOAD_DIGITS);
}

/** Weights 3, 7, 1 over the first 17 digits; each product is taken modulo ten. */
export function controlDigit(payload: string): string {
  let sum = 0;
  for (let i = 0; i < PAYLOAD_DIGITS; i++) {
    const weight = i % 3 === 0 ? 3 : i % 3 === 1 ? 7 : 1;
    sum += (Number(payload[i]) * weight) % 10;
  }
  return String((10 - (sum % 10)) % 10);
}
