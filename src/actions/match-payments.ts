// Matches stored notices with orders (D41 to D43): one transaction for a batch, in which the notices are claimed, the
// orders locked, and everything that follows written by one statement. Doing it again changes nothing.
import type { Deps } from '../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../domain/account.js';
import { applyPayment } from '../domain/apply-payment.js';
import { chooseOrder } from '../domain/choose-order.js';
import type { EventType } from '../domain/event.js';
import { move } from '../domain/ledger.js';
import type { Order } from '../domain/order.js';
import { type Arrival, allIn, type Payment, type PaymentFlag, type Split } from '../domain/payment.js';
import type { Queryable } from '../store/db.js';
import { type BookEntry, writeOrderChanges } from '../store/money/books.js';
import { knownIdentities } from '../store/money/payments.js';
import { countRepeats } from '../store/money/payments-write.js';
import { ownersOfClabes } from '../store/numbers/customer-clabes.js';
import { type Candidate, lockCandidates } from '../store/orders/order-locks.js';
import { claimNotices, type Notice } from '../store/rails/notices.js';
import { readCashNotice, readSpeiNotice } from '../wire/rails.js';

type MatchDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>;

export async function matchNotices(deps: MatchDeps, notices: readonly Notice[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const claimed = await claimNotices(
      tx,
      notices.map(({ id }) => id),
    );
    const arrivals = notices.filter(({ id }) => claimed.has(id)).flatMap(readArrival);
    if (arrivals.length > 0) await matchArrivals(deps, tx, arrivals);
  });
}

function readArrival(notice: Notice): (Arrival & { receivedAt: number })[] {
  const read = notice.kind === 'spei' ? readSpeiNotice : readCashNotice;
  const result = read(notice.body, notice.mode, notice.receivedAt);
  return result.is === 'arrival' ? [{ ...result.arrival, receivedAt: notice.receivedAt }] : [];
}

async function matchArrivals(
  deps: MatchDeps,
  tx: Queryable,
  arrivals: readonly (Arrival & { receivedAt: number })[],
): Promise<void> {
  const known = await knownIdentities(
    tx,
    arrivals.map(({ identity }) => identity),
  );
  const fresh = new Map<string, Arrival & { receivedAt: number; repeats: number }>();
  const repeats = new Map<string, number>();
  for (const arrival of arrivals) {
    const identity = arrival.identity.toString('hex');
    const first = fresh.get(identity);
    if (known.has(identity)) repeats.set(identity, (repeats.get(identity) ?? 0) + 1);
    else fresh.set(identity, { ...(first ?? arrival), repeats: first === undefined ? 0 : first.repeats + 1 });
  }
  // Orders are locked before payments, here as everywhere.
  if (fresh.size > 0) await bookArrivals(deps, tx, [...fresh.values()]);
  if (repeats.size > 0) await countRepeats(tx, repeats);
}

async function bookArrivals(
  deps: MatchDeps,
  tx: Queryable,
  arrivals: readonly (Arrival & { receivedAt: number; repeats: number })[],
): Promise<void> {
  const now = deps.clock.now();
  const destinations = [...new Set(arrivals.map(({ destination }) => destination))];
  const candidates = await lockCandidates(tx, destinations);
  const owners = await ownersOfClabes(tx, destinations);

  const orders = new Map(
    candidates.map((candidate) => [candidate.order.uuid, { ...candidate, events: [] as EventType[] }]),
  );
  const entries: BookEntry[] = [];
  const payments: Payment[] = [];
  const graceMs = deps.settings.lateGraceHours * 3_600_000;

  for (const arrival of arrivals) {
    const id = deps.random.uuid(now);
    const own = [...orders.values()].filter((candidate) => isFor(arrival, candidate));
    const chosen = chooseOrder(
      own.map(({ order }) => order),
      arrival,
      graceMs,
    );
    const candidate = chosen === null ? undefined : orders.get(chosen.uuid);
    const book = (scope: Scope, entry: Pick<BookEntry, 'kind' | 'orderId' | 'postings'>) =>
      entries.push({ ...entry, scope, id: deps.random.uuid(now), paymentId: id, createdAt: now });
    const pay = (split: Split, flags: readonly PaymentFlag[], accountId: string | null, orderId: string | null) =>
      payments.push({ ...arrival, ...split, id, flags, accountId, orderId, updatedAt: now });

    if (candidate !== undefined) {
      const settlement = applyPayment(candidate.order, arrival, {
        policies: candidate.policies,
        graceMs,
        releasesAtOnce: deps.settings.releaseDelayHours === 0,
        now: clockOf(candidate.order, arrival, now),
      });
      orders.set(candidate.order.uuid, {
        ...candidate,
        order: settlement.order,
        events: [...candidate.events, ...settlement.events],
      });
      book(candidate.order.scope, {
        kind: settlement.entryKind,
        orderId: candidate.order.uuid,
        postings: settlement.postings,
      });
      pay(settlement.split, settlement.flags, candidate.order.scope.accountId, candidate.order.uuid);
      continue;
    }
    const owner = owners.get(arrival.destination);
    if (owner !== undefined && owner.mode === arrival.mode) {
      // A customer's CLABE with nothing to pay: the merchant's money, waiting for his word.
      book(owner, { kind: 'hold', orderId: null, postings: move(arrival.amount, 'rail', 'held') });
      pay(allIn('held', arrival.amount), ['unknown'], owner.accountId, null);
    } else {
      const house = { accountId: HOUSE_ACCOUNT, mode: arrival.mode };
      book(house, { kind: 'unmatched', orderId: null, postings: move(arrival.amount, 'rail', 'unmatched') });
      pay(allIn('unmatched', arrival.amount), ['unknown'], null, null);
    }
  }
  const changed = [...orders.values()].filter(
    ({ order, events }) => events.length > 0 || order !== find(candidates, order),
  );
  await writeOrderChanges(tx, { orders: changed, entries, payments });
}

/**
 * Money of one mode never reaches an order of the other (D43). An order of a customer that is paid or canceled takes no
 * more, also when that happened a moment ago in the same batch: how notices are batched must not matter.
 */
function isFor(arrival: Arrival, { order }: Pick<Candidate, 'order'>): boolean {
  if (order.customer.id !== null && order.status !== 'pending' && order.status !== 'expired') return false;
  const destination = arrival.kind === 'spei' ? order.clabe : (order.reference ?? order.cardNumber);
  return destination === arrival.destination && order.scope.mode === arrival.mode;
}

function find(candidates: readonly Candidate[], order: Order): Order | undefined {
  return candidates.find((candidate) => candidate.order.uuid === order.uuid)?.order;
}

/** An order on a test clock is accepted when it was paid by that clock; any other one now. */
function clockOf(order: Order, arrival: Arrival, now: number): number {
  return order.testClockId === null ? now : Math.max(arrival.paidAt, order.updatedAt);
}
