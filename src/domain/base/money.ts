// Amounts of money. A bare amount is a bigint of minor units (centavos, cents) and never passes through floating point
// (D21). Only this file divides amounts, and each division states how it rounds.

export const CURRENCIES = ['MXN', 'USD', 'EUR', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount and its currency. */
export type Money = { readonly amount: bigint; readonly currency: Currency };

export const MAX_AMOUNT = 999_999_999n; // 9,999,999.99 (D21)

type AmountFault = 'not_a_number' | 'not_positive' | 'too_many_decimals' | 'too_large';

/** Reads a price from a merchant: a JSON number or a numeric string such as "123.45" or "150.0000" (D21). */
export function parseAmount(value: unknown): bigint | AmountFault {
  const parts = decimalParts(value);
  if (typeof parts === 'string') return parts;
  const { whole, fraction } = parts;
  const extra = /^0*$/.test(fraction.slice(2)) ? 0n : typeof value === 'number' ? noiseOf(whole, fraction) : null;
  return extra === null ? 'too_many_decimals' : toAmount(parts, extra);
}

/** The same, but decimals after the second are rounded half up: carts send 173.9884 (D64). */
export function parseRoundedAmount(value: unknown): bigint | AmountFault {
  const parts = decimalParts(value);
  if (typeof parts === 'string') return parts === 'too_many_decimals' ? 'not_positive' : parts; // 1e-7 rounds to zero
  const meant = typeof value === 'number' ? withoutNoise(parts) : parts;
  return toAmount(meant, /^..[5-9]/.test(meant.fraction) ? 1n : 0n);
}

type DecimalParts = { readonly whole: string; readonly fraction: string };

/** The digits as the merchant wrote them, so 1.005 has three decimals here and does not become 1.00499…. */
function decimalParts(value: unknown): DecimalParts | AmountFault {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return 'not_a_number';
  if (typeof value === 'number' && Number.isFinite(value) && value < 0) return 'not_positive';
  if (typeof value === 'number' && /e/.test(text)) return value >= 1 ? 'too_large' : 'too_many_decimals';
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (parts === null) return 'not_a_number';
  const [, sign, whole = '', fraction = ''] = parts;
  return sign === '-' ? 'not_positive' : { whole, fraction };
}

function toAmount({ whole, fraction }: DecimalParts, extra: 0n | 1n): bigint | AmountFault {
  if (significant(whole) > 7) return 'too_large';
  const amount = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')) + extra;
  if (amount > MAX_AMOUNT) return 'too_large';
  return amount > 0n ? amount : 'not_positive';
}

/** The reliable digits of a floating point number. Any digits after them are noise from a shop's arithmetic. */
const MEANT_DIGITS = 15;

/** What to add if the later decimals are noise: 0 for 115.99000000000001, 1 for 115.98999999999999; else null. */
function noiseOf(whole: string, fraction: string): 0n | 1n | null {
  if (significant(whole) + fraction.length <= MEANT_DIGITS) return null;
  const meant = fraction.slice(2, MEANT_DIGITS - significant(whole));
  if (/^0+$/.test(meant)) return 0n;
  return /^9+$/.test(meant) ? 1n : null;
}

/** A floating point number without its noise: 173.98499999999999 is meant as 173.985, and rounds up. */
function withoutNoise(parts: DecimalParts): DecimalParts {
  const reliable = MEANT_DIGITS - significant(parts.whole);
  if (parts.fraction.length <= reliable || reliable < 3) return parts;
  const digits = BigInt(parts.whole + parts.fraction.slice(0, reliable + 1));
  const text = divideHalfUp(digits, 10n)
    .toString()
    .padStart(parts.whole.length + reliable, '0');
  return { whole: text.slice(0, -reliable), fraction: text.slice(-reliable) };
}

function significant(whole: string): number {
  return whole.replace(/^0+/, '').length;
}

/** Rounds a decimal with more than two decimals up to the next centavo. */
export function centavosAbove(decimal: string): bigint {
  const [, whole = '0', cents = '00'] = /^(\d+)\.(\d\d)\d/.exec(decimal) ?? [];
  return BigInt(whole) * 100n + BigInt(cents) + 1n;
}

/** An amount as a JSON number: 12345n is 123.45. Exact up to 2^53 centavos. */
export function toJsonNumber(amount: bigint): number {
  return Number(amount) / 100;
}

/** Whole pesos, rounded down, so that a limit we show is never higher than the real one. */
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

/** Divides non-negative numbers, rounding a half up. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Half of an amount, rounded down. One centavo cannot be halved and stays one. */
export function halfOf(amount: bigint): bigint {
  return amount > 1n ? amount / 2n : amount;
}

/** Divides positive numbers, rounding any remainder up. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Reads money that arrived: a positive decimal below 10^13 pesos with at most two significant decimals; else null. */
export function parseMoney(text: string): bigint | null {
  const parts = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (parts === null) return null;
  const amount = BigInt(parts[1] ?? '0') * 100n + BigInt((parts[2] ?? '').padEnd(2, '0'));
  return amount > 0n ? amount : null;
}
