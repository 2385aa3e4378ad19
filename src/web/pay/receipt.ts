// What the large number of the page is made of, as a receipt has it.
import type { Language } from '../../domain/base/language.js';
import { formatAmount } from '../../domain/base/money.js';
import type { Order } from '../../domain/orders/order.js';
import type { ToBring } from '../../domain/orders/to-bring.js';
import { kindOf } from '../../domain/points/payment-point.js';
import { PAY_TEXTS } from './texts.js';

export type ReceiptRow = {
  readonly name: string;
  readonly sum: string;
  /** What the sum is made of. */
  readonly note?: string | null;
};

/** All add up to the large number: the order, less what came and what is on its way; the deposit and its commission; the parts. */
export function receiptOf(
  { due, commission, parts, total, isDeposit }: ToBring,
  { order, language }: { readonly order: Order; readonly language: Language },
): readonly (readonly ReceiptRow[])[] {
  const texts = PAY_TEXTS[language].receipt;
  const isRest = due !== order.amount;
  const each = `$${formatAmount(commission)}`;
  const to = order.point !== null && kindOf(order.point).identifiedBy === 'card' ? 'card' : 'reference';
  const isInParts = parts.length > 1;
  const charged = receiptRow(texts.commission(order.point?.name ?? ''), isInParts ? 0n : commission);
  const all = receiptRow(texts.total, commission === 0n && !isInParts ? 0n : total);
  const left = [
    receiptRow(texts.order, order.amount),
    receiptRow(texts.received, -order.received),
    receiptRow(texts.coming, due + order.received - order.amount),
    receiptRow(texts.missing, due),
  ];
  // A till that takes little makes many payments of one sum: they are one row.
  const payments = parts.flatMap((part, at) => {
    if (part === parts[at - 1]) return [];
    const next = parts.findIndex((other, later) => later > at && other !== part);
    const note = commission === 0n ? null : `$${formatAmount(part - commission)} + ${each}`;
    return receiptRow(texts.part(at + 1, next === -1 ? parts.length : next), part).map((row) => ({ ...row, note }));
  });
  if (isInParts) return [...(isRest ? [left.flat()] : []), [...payments, ...all]];
  if (isRest) return [[...left.flat(), ...charged, ...all]];
  return isDeposit && commission > 0n ? [[...receiptRow(texts.depositTo[to], due), ...charged, ...all]] : [];
}

/** With a dash that the letters of the voucher have. */
function receiptRow(name: string, sum: bigint): ReceiptRow[] {
  if (sum === 0n) return [];
  return [{ name, sum: sum < 0n ? `–$${formatAmount(-sum)}` : `$${formatAmount(sum)}` }];
}
