// Which orders unmatched money might be for, each with why: the operator decides, the program never guesses (D43).
import type { Deps } from '../deps.js';
import type { Order } from '../domain/order.js';
import type { Payment } from '../domain/payment.js';
import { areSimilarNames, nameWords, oneDigitOff } from '../domain/similar.js';
import { findByDestinations, findOwing } from '../store/money/match-candidates.js';

export type Suggestion = { readonly order: Order; readonly why: readonly string[] };

const LOOK_BACK_MS = 30 * 86_400_000;
const MOST = 10;

/** Those with most reasons first. */
export async function suggestOrders(deps: Pick<Deps, 'db' | 'clock'>, payment: Payment): Promise<Suggestion[]> {
  const { mode, amount, destination, payerName } = payment;
  const near = new Set(oneDigitOff(destination));
  const found = [
    ...(await findByDestinations(deps.db, mode, [...near, destination])),
    ...(await findOwing(deps.db, {
      mode,
      since: deps.clock.now() - LOOK_BACK_MS,
      amount,
      nameWords: nameWords(payerName ?? ''),
    })),
  ];
  const orders = new Map(found.map((order) => [order.uuid, order]));
  const suggestions = [...orders.values()].map((order) => ({ order, why: reasons(order, payment, near) }));
  return suggestions
    .filter(({ why }) => why.length > 0)
    .sort((a, b) => b.why.length - a.why.length)
    .slice(0, MOST);
}

function reasons(order: Order, payment: Payment, near: ReadonlySet<string>): string[] {
  const isUnpaid = order.status === 'pending' || order.status === 'expired';
  const own = [
    ['CLABE', order.clabe],
    ['reference', order.reference],
    ['card number', order.cardNumber],
  ] as const;
  return [
    ...own.filter(([, text]) => text !== null && near.has(text)).map(([name]) => `its ${name} is one digit off`),
    ...own.filter(([, text]) => text === payment.destination).map(([name]) => `its ${name} is the same`),
    ...(isUnpaid && order.amount - order.received === payment.amount ? ['owes exactly this amount'] : []),
    ...(payment.payerName !== null && areSimilarNames(payment.payerName, order.customer.name)
      ? ["the payer's name is like the customer's"]
      : []),
  ];
}
