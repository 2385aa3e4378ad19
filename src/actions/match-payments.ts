// Matches stored notices to orders (D41 to D43). One transaction per batch claims the notices, locks the orders and
// writes every change with one statement. Matching a notice again changes nothing.

import type { Deps } from '../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../domain/account.js';
import { applyPayment } from '../domain/apply-payment.js';
import { chooseOrder } from '../domain/choose-order.js';
import type { EventType } from '../domain/event.js';
import { move } from '../domain/ledger.js';
import type { Order } from '../domain/order.js';
import { type Arrival, allIn, type Payment, type PaymentFlag, type Split } from '../domain/payment.js';
import { railKindOf } from '../domain/rails/kinds.js';
import type { ParsedNotice } from '../domain/rails/notice.js';
import type { Queryable } from '../store/db.js';
import { type BookEntry, writeOrderChanges } from '../store/money/books.js';
import { knownIdentities } from '../store/money/payments.js';
import { countRepeats } from '../store/money/payments-write.js';
import { ownersOfClabes } from '../store/numbers/customer-clabes.js';
import type { ChangedOrder } from '../store/orders/changed-orders.js';
import { type Candidate, lockCandidates } from '../store/orders/order-locks.js';
import { claimNotices } from '../store/rails/notices.js';
import { addReturns } from './add-returns.js';
import { houseTermsOf } from './house-terms.js';

type MatchDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>;

/** An arrival, with the time of its first notice and how many other notices in the batch report the same payment. */
type Arrived = Arrival & { readonly receivedAt: number };
type FirstArrived = Arrived & { readonly repeats: number };

export async function matchNotices(deps: MatchDeps, notices: readonly ParsedNotice[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const claimed = await claimNotices(
      tx,
      notices.map(({ id }) => id),
    );
    const arrivals = notices.flatMap(({ id, receivedAt, arrival }) =>
      arrival !== null && claimed.has(id) ? [{ ...arrival, receivedAt }] : [],
    );
    if (arrivals.length > 0) await matchArrivals(deps, tx, arrivals);
  });
}

async function matchArrivals(deps: MatchDeps, tx: Queryable, arrivals: readonly Arrived[]): Promise<void> {
  const known = await knownIdentities(
    tx,
    arrivals.map(({ identity }) => identity),
  );
  const fresh = new Map<string, FirstArrived>();
  const repeats = new Map<string, number>();
  for (const arrival of arrivals) {
    const identity = arrival.identity.toString('hex');
    const first = fresh.get(identity);
    if (known.has(identity)) repeats.set(identity, (repeats.get(identity) ?? 0) + 1);
    else fresh.set(identity, { ...(first ?? arrival), repeats: first === undefined ? 0 : first.repeats + 1 });
  }
  // Always lock orders before payments.
  if (fresh.size > 0) await bookArrivals(deps, tx, [...fresh.values()]);
  if (repeats.size > 0) await countRepeats(tx, repeats);
}

async function bookArrivals(deps: MatchDeps, tx: Queryable, arrivals: readonly FirstArrived[]): Promise<void> {
  const now = deps.clock.now();
  const destinations = [...new Set(arrivals.map(({ destination }) => destination))];
  const candidates = await lockCandidates(tx, destinations);
  const owners = await ownersOfClabes(tx, destinations);
  const houseTerms = houseTermsOf(deps.settings);

  const orders = new Map<string, Candidate>(candidates.map((one) => [one.order.uuid, one]));
  const changes: ChangedOrder[] = [];
  const entries: BookEntry[] = [];
  const payments: Payment[] = [];
  for (const arrival of arrivals) {
    const id = deps.random.uuid(now);
    const book = (scope: Scope, entry: Pick<BookEntry, 'kind' | 'orderId' | 'postings'>) =>
      entries.push({ ...entry, scope, id: deps.random.uuid(now), paymentId: id, createdAt: now });
    const pay = (split: Split, flags: readonly PaymentFlag[], accountId: string | null, orderId: string | null) =>
      payments.push({ ...arrival, ...split, id, flags, accountId, orderId, updatedAt: now });

    const candidate = findOrder(orders, arrival, houseTerms.graceMs);
    if (candidate !== undefined) {
      const { order, policies } = candidate;
      const terms = { ...houseTerms, policies, now: clockOf(order, arrival, now) };
      const applied = applyPayment(order, arrival, terms);
      // Each payment is a change of its own, so that its events show what it did, and nothing that came after it.
      if (applied.order !== order) changes.push({ order: applied.order, events: applied.events });
      orders.set(order.uuid, { ...candidate, order: afterEvents(applied.order, applied.events) });
      book(order.scope, { kind: applied.entryKind, orderId: order.uuid, postings: applied.postings });
      pay(applied.split, applied.flags, order.scope.accountId, order.uuid);
      continue;
    }
    const owner = owners.get(arrival.destination);
    if (owner !== undefined && owner.mode === arrival.mode) {
      // The customer's CLABE has no order to pay. The money is the merchant's and waits for a decision.
      book(owner, { kind: 'hold', orderId: null, postings: move(arrival.amount, 'rail', 'held') });
      pay(allIn('held', arrival.amount), ['unknown'], owner.accountId, null);
    } else {
      const house = { accountId: HOUSE_ACCOUNT, mode: arrival.mode };
      book(house, { kind: 'unmatched', orderId: null, postings: move(arrival.amount, 'rail', 'unmatched') });
      pay(allIn('unmatched', arrival.amount), ['unknown'], null, null);
    }
  }
  await writeOrderChanges(tx, { orders: changes, entries, payments });
  await addReturns(deps, tx, payments, orders);
}

/** The order as the next change of the same batch finds it: its new events are counted. */
function afterEvents(order: Order, events: readonly EventType[]): Order {
  return events.length === 0 ? order : { ...order, lastEvent: order.lastEvent + events.length };
}

function findOrder(orders: ReadonlyMap<string, Candidate>, arrival: Arrival, graceMs: number): Candidate | undefined {
  const { destinationOf } = railKindOf(arrival);
  const own: Order[] = [];
  for (const { order } of orders.values())
    if (takesMoney(order) && order.scope.mode === arrival.mode && destinationOf(order) === arrival.destination)
      own.push(order); // Money in one mode never reaches an order in the other (D43).
  const chosen = chooseOrder(own, arrival, graceMs);
  return chosen === null ? undefined : orders.get(chosen.uuid);
}

/**
 * A paid or canceled order of a customer with an id takes no more money, even if that happened earlier in this batch:
 * the way notices are batched must not matter.
 */
function takesMoney(order: Order): boolean {
  return order.customer.id === null || order.status === 'pending' || order.status === 'expired';
}

/** An order on a test clock is accepted at the time it was paid on that clock; any other order is accepted now. */
function clockOf(order: Order, arrival: Arrival, now: number): number {
  return order.testClockId === null ? now : Math.max(arrival.paidAt, order.updatedAt);
}
