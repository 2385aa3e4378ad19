// The network that brought a payment, as people read it. A rail may have the bare name of its kind, which is no name to people.
import type { Language } from '../../../domain/base/language.js';
import type { Payment } from '../../../domain/money/payment.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import { networkName } from '../../../domain/transfers/bank.js';

/** A sentence that begins in the middle of another. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function shownNetwork(payment: Pick<Payment, 'kind' | 'network'>, language: Language): string {
  const isKind = payment.network.toLowerCase() === payment.kind;
  return isKind ? railKindOf(payment).shownName[language] : networkName(payment.network);
}
