// Exchange into pesos. Every order is paid in MXN, whatever currency the merchant priced it in (D22).
import { divideHalfUp, divideUp, type Money } from '../base/money.js';

/** Pesos per unit of a currency, in millionths, and when the rate was taken (epoch milliseconds). */
export type Rate = { readonly millionths: bigint; readonly takenAt: number };

const ONE = 1_000_000n;

/** The rate of MXN to MXN, taken when the order is created. */
export function parity(now: number): Rate {
  return { millionths: ONE, takenAt: now };
}

/** What the customer pays, in centavos; half a centavo is rounded up (D22). */
export function toPesos(price: Money, rate: Rate): bigint {
  return divideHalfUp(price.amount * rate.millionths, ONE);
}

/** The smallest price that makes at least so many centavos. */
export function fromPesos(amount: bigint, rate: Rate): bigint {
  return divideUp(2n * ONE * amount - ONE, 2n * rate.millionths); // toPesos rounds half up, so half a centavo less will do
}

/** Reads "18.5" or "18.123456"; null unless it is a positive decimal below 100,000 with at most six decimals. */
export function parseRate(text: string): bigint | null {
  const parts = /^(\d{1,5})(?:\.(\d{1,6}))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = '', fraction = ''] = parts;
  const millionths = BigInt(whole) * ONE + BigInt(fraction.padEnd(6, '0'));
  return millionths > 0n ? millionths : null;
}

/** A rate as a JSON number: 18500000n is 18.5. */
export function rateToNumber(millionths: bigint): number {
  return Number(millionths) / Number(ONE);
}

/** A rate as decimal text, for the database. */
export function rateToDecimal(millionths: bigint): string {
  return `${millionths / ONE}.${(millionths % ONE).toString().padStart(6, '0')}`;
}
