// What a customer brings to a point: what is due, and what the point charges for taking it. This is the only place that
// adds a store's commission to an amount, so every page, voucher, e-mail and SMS names the same sum.
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatAmount } from '../base/money.js';
import { kindOf, type PointSnapshot } from '../points/payment-point.js';
import { describeParts, splitPayment } from './split-payment.js';

export type ToBring = {
  /** What counts towards the order. */
  readonly due: bigint;
  /** What the point charges each time; 0 if it charges nothing, or nobody knows. */
  readonly commission: bigint;
  /** What is handed over each time, commission included. */
  readonly parts: readonly bigint[];
  readonly total: bigint;
  /** Whether only what is due is paid in, and the commission is charged beside it. */
  readonly isDeposit: boolean;
};

/** `point` is null for a transfer, which costs its sender nothing here. */
export function toBring(due: bigint, point: Pick<PointSnapshot, 'kind' | 'tillLimit' | 'commission'> | null): ToBring {
  const commission = point?.commission ?? 0n;
  const parts = splitPayment(due, point?.tillLimit ?? 0n).map((part) => part + commission);
  const isDeposit = point !== null && kindOf(point).isDeposit === true;
  return { due, commission, parts, total: due + commission * BigInt(parts.length), isDeposit };
}

/** "$1,200.00 MXN ($1,190.00 + $10.00 de comisión)"; in parts: "$5,010.00 MXN y después $3,760.00 MXN (…)". */
export function bringText(bring: ToBring, language: Language): string {
  const made = madeOfText(bring, language);
  return `${describeParts(bring.parts, language)}${made === null ? '' : ` (${made})`}`;
}

/** The same in one sum, however many parts it has: "$8,770.00 MXN ($8,750.00 + 2 × $10.00 de comisión)". */
export function totalText(bring: ToBring, language: Language): string {
  const made = madeOfText(bring, language);
  return `$${formatAmount(bring.total)} MXN${made === null ? '' : ` (${made})`}`;
}

/** "$1,190.00 + $10.00 de comisión"; null where the point charges nothing. */
export function madeOfText(bring: ToBring, language: Language): string | null {
  if (bring.commission === 0n) return null;
  return TEXTS[language].madeOf(`$${formatAmount(bring.due)}`, commissionText(bring));
}

/** "$10.00"; in parts "2 × $10.00". */
export function commissionText({ commission, parts }: ToBring): string {
  return `${parts.length > 1 ? `${parts.length} × ` : ''}$${formatAmount(commission)}`;
}

/** What the cashier is told, each time: "$1,200.00 MXN", and of a deposit what is paid in, without the commission. */
export function handedText({ isDeposit, commission, parts }: ToBring, language: Language): string {
  return describeParts(isDeposit ? parts.map((part) => part - commission) : parts, language);
}

/** "$1,200" for "$1,200.00 MXN", where room is scarce. */
export function shortened(sum: string): string {
  return sum.replaceAll(/\.00\b| MXN\b/g, '');
}

const TEXTS = inBoth({
  madeOf: (due: string, commission: string) => ({
    es: `${due} + ${commission} de comisión`,
    en: `${due} + ${commission} fee`,
  }),
});
