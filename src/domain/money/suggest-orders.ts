// Finds why unmatched money might be for an order: a mistyped digit, the amount, or a payer named like the customer.
import type { Order } from '../orders/order.js';
import type { Payment } from './payment.js';

const SUGGESTION_REASONS = [
  'clabe_one_digit_off',
  'reference_one_digit_off',
  'card_one_digit_off',
  'same_clabe',
  'same_reference',
  'same_card',
  'same_amount',
  'similar_name',
] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** All reasons that point to this order, in the order of SUGGESTION_REASONS; empty if there are none. */
export function suggestionReasons(
  order: Pick<Order, 'status' | 'amount' | 'received' | 'customer' | 'clabe' | 'reference' | 'cardNumber'>,
  payment: Pick<Payment, 'destination' | 'amount' | 'payerName'>,
): SuggestionReason[] {
  const { destination, payerName } = payment;
  const isNear = (number: string | null) => number !== null && isOneDigitOff(number, destination);
  const isUnpaid = order.status === 'pending' || order.status === 'expired';
  const holds: Readonly<Record<SuggestionReason, boolean>> = {
    clabe_one_digit_off: isNear(order.clabe),
    reference_one_digit_off: isNear(order.reference),
    card_one_digit_off: isNear(order.cardNumber),
    same_clabe: order.clabe === destination,
    same_reference: order.reference === destination,
    same_card: order.cardNumber === destination,
    same_amount: isUnpaid && order.amount - order.received === payment.amount,
    similar_name: payerName !== null && areSimilarNames(payerName, order.customer.name),
  };
  return SUGGESTION_REASONS.filter((reason) => holds[reason]);
}

/** Every string that differs from this number by one digit, or by a swap of two neighbouring digits. */
export function oneDigitOff(number: string): string[] {
  if (!/^\d{1,40}$/.test(number)) return [];
  const found = new Set<string>();
  for (let at = 0; at < number.length; at++) {
    const [head, tail] = [number.slice(0, at), number.slice(at + 1)];
    for (const digit of '0123456789') found.add(head + digit + tail);
    if (tail !== '') found.add(head + tail.slice(0, 1) + number.slice(at, at + 1) + tail.slice(1));
  }
  found.delete(number);
  return [...found];
}

function isOneDigitOff(number: string, other: string): boolean {
  return number.length === other.length && number !== other && oneDigitOff(other).includes(number);
}

/** The words of a name as banks write them: upper case, no accents. Short words such as "de" are left out. */
export function nameWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return [...new Set(plain.split(/[^A-Z]+/).filter((word) => word.length > 2))];
}

/** Banks reorder and cut names. Two are similar if they share two words, or the only word that one of them has. */
export function areSimilarNames(one: string, other: string): boolean {
  const [words, others] = [nameWords(one), nameWords(other)];
  const shared = words.filter((word) => others.includes(word)).length;
  return shared > 0 && shared >= Math.min(2, words.length, others.length);
}
