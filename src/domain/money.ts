// Amounts of money. A bare amount is a bigint of minor units (centavos, cents); floating point never touches one (D21).
// Only this file divides, and every division names its rounding.

export const CURRENCIES = ['MXN', 'USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount and what it is counted in. */
export type Money = { readonly amount: bigint; readonly currency: Currency };

export const MAX_AMOUNT = 999_999_999n; // 9,999,999.99 (D21)

export type AmountFault = 'not_a_number' | 'not_positive' | 'too_many_decimals' | 'too_large';

/** Reads a price as merchants send it: a JSON number or a numeric string such as "123.45" or "150.0000" (D21). */
export function parseAmount(value: unknown): bigint | AmountFault {
  // A number's shortest text is what the merchant wrote, so 1.005 is seen as three decimals and not as 1.00499….
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return 'not_a_number';
  if (typeof value === 'number' && Number.isFinite(value) && value < 0) return 'not_positive';
  if (typeof value === 'number' && /e/.test(text)) return value >= 1 ? 'too_large' : 'too_many_decimals';
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (parts === null) return 'not_a_number';
  const [, sign, whole = '', fraction = ''] = parts;
  if (sign === '-') return 'not_positive';
  const extra = /^0*$/.test(fraction.slice(2)) ? 0n : typeof value === 'number' ? noiseOf(whole, fraction) : null;
  if (extra === null) return 'too_many_decimals';
  if (significant(whole) > 7) return 'too_large';
  const amount = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')) + extra;
  if (amount > MAX_AMOUNT) return 'too_large';
  return amount > 0n ? amount : 'not_positive';
}

/** Digits of a floating point number that mean something; what a shop's arithmetic leaves behind them is noise. */
const MEANT_DIGITS = 15;

/** What to add where the third decimal and the rest are noise, as in 115.99000000000001 or 115.98999999999999; else null. */
function noiseOf(whole: string, fraction: string): 0n | 1n | null {
  if (significant(whole) + fraction.length <= MEANT_DIGITS) return null;
  const meant = fraction.slice(2, MEANT_DIGITS - significant(whole));
  if (/^0+$/.test(meant)) return 0n;
  return /^9+$/.test(meant) ? 1n : null;
}

function significant(whole: string): number {
  return whole.replace(/^0+/, '').length;
}

/** The next whole centavo above a decimal with more decimals than money has. */
export function centavosAbove(decimal: string): bigint {
  const [, whole = '0', cents = '00'] = /^(\d+)\.(\d\d)\d/.exec(decimal) ?? [];
  return BigInt(whole) * 100n + BigInt(cents) + 1n;
}

/** The JSON number of an amount: 12345n is 123.45. Exact for every amount up to 2^53 centavos. */
export function toJsonNumber(amount: bigint): number {
  return Number(amount) / 100;
}

/** Whole pesos, rounded down: a limit that is shown is never more than the one that holds. */
export function toWholePesos(amount: bigint): number {
  return Number(amount / 100n);
}

/** For people: 123456n is "1,234.56". */
export function formatAmount(amount: bigint): string {
  return toDecimal(amount).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** For machines: 123456n is "1234.56". */
export function toDecimal(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Division of non-negative numbers, a half rounded up. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Division of positive numbers, any rest rounded up. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Money that arrived: any positive decimal with at most two significant decimals, below 10^13 pesos; else null. */
export function parseMoney(text: string): bigint | null {
  const parts = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (parts === null) return null;
  const amount = BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
  return amount > 0n ? amount : null;
}
