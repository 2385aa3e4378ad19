// Suggests orders for unmatched money, each with reasons. The operator decides; the program never guesses (D43).

import type { Deps } from '../../deps.js';
import { DAY_MS, HOUR_MS } from '../../domain/base/duration.js';
import type { Payment } from '../../domain/money/payment.js';
import { nameWords, oneDigitOff, type SuggestionReason, suggestionReasons } from '../../domain/money/suggest-orders.js';
import type { Order } from '../../domain/orders/order.js';
import { findByDestinations, findNamed, findOwing } from '../../store/money/match-candidates.js';

export type Suggestion = { readonly order: Order; readonly why: readonly SuggestionReason[] };

const LOOK_BACK_MS = 30 * DAY_MS;
const MOST = 10;

/** Orders with the most reasons come first. */
export async function suggestOrders(deps: Pick<Deps, 'db' | 'clock'>, payment: Payment): Promise<Suggestion[]> {
  const { mode, amount, destination, payerName, receivedAt } = payment;
  const since = deps.clock.now() - LOOK_BACK_MS;
  const found = [
    ...(await findByDestinations(deps.db, mode, [...oneDigitOff(destination), destination])),
    ...(await findOwing(deps.db, { mode, since, amount })),
    ...(await findNamed(deps.db, { mode, since, until: receivedAt + HOUR_MS, nameWords: nameWords(payerName ?? '') })),
  ];
  const orders = new Map(found.map((order) => [order.uuid, order]));
  const suggestions = [...orders.values()].map((order) => ({ order, why: suggestionReasons(order, payment) }));
  return suggestions
    .filter(({ why }) => why.length > 0)
    .sort((a, b) => b.why.length - a.why.length)
    .slice(0, MOST);
}
