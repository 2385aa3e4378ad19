// What the operator searches a payment by: what a bank's receipt or a customer tells of it. The amount is a gram of its own.
import { GRAM, searchable } from '../orders/search-text.js';
import type { Payment } from './payment.js';

export type SearchedPayment = Pick<
  Payment,
  'id' | 'mode' | 'amount' | 'trackingKey' | 'destination' | 'payerName' | 'payerAccount'
>;

/** One field a line, so that no search finds the end of one and the beginning of the next. */
export function paymentText({ trackingKey, destination, payerName, payerAccount }: SearchedPayment): string {
  return [trackingKey, destination, payerName ?? '', payerAccount ?? '']
    .map(searchable)
    .filter((field) => field.length >= GRAM)
    .join('\n');
}
