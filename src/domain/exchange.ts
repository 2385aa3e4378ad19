// Exchange into pesos: every order is paid in MXN, whatever the merchant priced it in (D22).
import { divideHalfUp, type Money } from './money.js';

/** Pesos per unit of a currency, in millionths, and when it was taken (epoch milliseconds). */
export type Rate = { readonly millionths: bigint; readonly takenAt: number };

const ONE = 1_000_000n;

/** MXN to MXN, taken when the order is made. */
export function parity(now: number): Rate {
  return { millionths: ONE, takenAt: now };
}

/** What the customer pays in centavos, a half centavo rounded up (D22). */
export function toPesos(price: Money, rate: Rate): bigint {
  return divideHalfUp(price.amount * rate.millionths, ONE);
}

/** Reads "18.5" or "18.123456"; null when it is no positive decimal of at most six places below 100,000. */
export function parseRate(text: string): bigint | null {
  const parts = /^(\d{1,5})(?:\.(\d{1,6}))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = '', fraction = ''] = parts;
  const millionths = BigInt(whole) * ONE + BigInt(fraction.padEnd(6, '0'));
  return millionths > 0n ? millionths : null;
}

/** The JSON number of a rate: 18500000n is 18.5. */
export function rateToNumber(millionths: bigint): number {
  return Number(millionths) / Number(ONE);
}

/** The decimal text of a rate, for the database. */
export function rateToDecimal(millionths: bigint): string {
  return `${millionths / ONE}.${(millionths % ONE).toString().padStart(6, '0')}`;
}
