// What Cobro charges for an order: a percentage and a fixed part, plus IVA on that fee (D23).
import { divideHalfUp, parseAmount } from '../base/money.js';

/** How a customer pays. */
export const METHODS = ['spei', 'cash', 'bank_deposit', 'crypto'] as const;
export type Method = (typeof METHODS)[number];

export type FeeSchedule = { readonly basisPoints: bigint; readonly fixed: bigint };
/** An account's own schedules; a method that is missing uses the default. */
export type FeeSchedules = Partial<Readonly<Record<Method, FeeSchedule>>>;

/** `1.5% + 8.00`: both parts with at most two decimals. null if it is anything else. */
export function parseFee(text: string): FeeSchedule | null {
  const [, percent = '', pesos = ''] = /^(\d{1,2}(?:\.\d{1,2})?) ?% ?\+ ?(\d{1,4}(?:\.\d{1,2})?)$/.exec(text) ?? [];
  const [basisPoints, fixed] = [parseHundredths(percent), parseHundredths(pesos)];
  return basisPoints === null || fixed === null ? null : { basisPoints, fixed };
}

/** A percentage in basis points, or pesos in centavos: both have two decimals, and zero is allowed. null: no such number. */
export function parseHundredths(text: string): bigint | null {
  if (/^0+(\.0+)?$/.test(text)) return 0n;
  const amount = parseAmount(text);
  return typeof amount === 'bigint' ? amount : null;
}

export type Fee = { readonly amount: bigint; readonly iva: bigint };

export const NO_FEE: Fee = { amount: 0n, iva: 0n };

/** The fee on the amount in pesos, and IVA on the rounded fee. Each is rounded half up to the centavo. */
export function computeFee(amount: bigint, schedule: FeeSchedule, ivaBasisPoints: bigint): Fee {
  const fee = divideHalfUp(amount * schedule.basisPoints + schedule.fixed * 10_000n, 10_000n);
  return { amount: fee, iva: divideHalfUp(fee * ivaBasisPoints, 10_000n) };
}

/** The same on money that a merchant keeps beside an order (D86): with its IVA it is never more than the money itself. */
export function computeFeeWithin(amount: bigint, schedule: FeeSchedule, ivaBasisPoints: bigint): Fee {
  const fee = computeFee(amount, schedule, ivaBasisPoints);
  if (fee.amount + fee.iva <= amount) return fee;
  const iva = divideHalfUp(amount * ivaBasisPoints, 10_000n + ivaBasisPoints);
  return { amount: amount - iva, iva };
}
