// Matches stored notices to orders (D41 to D43). One transaction per batch claims the notices, locks the orders and
// writes every change with one statement. Matching a notice again changes nothing.

import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { type ApplyTerms, applyPayment } from '../../domain/money/apply-payment.js';
import { chooseOrder } from '../../domain/money/choose-order.js';
import { move, type Postings } from '../../domain/money/ledger.js';
import {
  type Arrival,
  allIn,
  DOUBTS,
  type Doubt,
  NOTHING_ACCEPTED,
  type Payment,
  type PaymentFlag,
  type Split,
} from '../../domain/money/payment.js';
import { policiesFor } from '../../domain/money/policy.js';
import type { ParsedNotice } from '../../domain/money/read-notice.js';
import type { Order } from '../../domain/orders/order.js';
import { railKindOf } from '../../domain/rails/kinds.js';
import { isOfPoints } from '../../domain/rails/rail.js';
import type { Settings } from '../../settings/settings.js';
import { type Queryable, TryAgain, violates, within } from '../../store/db.js';
import { findLastRestore } from '../../store/keeping/restores.js';
import { type BookedPayment, returnsAmong } from '../../store/money/arrivals/booked-payments.js';
import { type BookEntry, writeBooks } from '../../store/money/books.js';
import { countRepeats } from '../../store/money/payments-write.js';
import { lockCandidates } from '../../store/orders/candidates.js';
import type { ChangedOrder } from '../../store/orders/changed-orders.js';
import type { Candidate } from '../../store/orders/order-locks.js';
import { lockCustomerClabes } from '../../store/points/customer-clabes.js';
import { claimNotices, markDiffering, returnNotices } from '../../store/rails/notices.js';
import { saveTransfers } from '../../store/transfers/transfer-changes.js';
import { bounceReturned, findReturned } from '../transfers/bounce-returned.js';
import { askCustomer } from '../transfers/customer-link.js';
import { bookInShards, type Decided } from './arrivals/book-in-shards.js';
import { returnsOf } from './arrivals/returns-of.js';
import {
  type Arrived,
  type FirstArrived,
  isSeeking,
  keyDayOf,
  type SortedArrivals,
  sortArrivals,
} from './arrivals/sort-arrivals.js';

type MatchDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'metrics' | 'log' | 'vault' | 'mailer' | 'clabes'>;

export async function matchNotices(deps: MatchDeps, notices: readonly ParsedNotice[]): Promise<void> {
  const others: ParsedNotice[] = [];
  for (const notice of notices) if (!(await bounceReturned(deps, notice))) others.push(notice);
  const odd = await deps.db.transaction((tx) => matchInTransaction(deps, tx, others));
  reportOdd(deps, odd);
}

/** For the operator: money that is not where a rail wanted it, and repeats that tell something else. */
export type OddReport = { readonly what: OddReason; readonly id: string };
type OddReason = 'other_network' | Doubt | 'reversed' | 'differs';

export async function matchInTransaction(
  deps: MatchDeps,
  tx: Queryable,
  notices: readonly ParsedNotice[],
): Promise<OddReport[]> {
  const claimed = await claimNotices(
    tx,
    notices.map(({ id }) => id),
  );
  // A batch may have a notice twice, as it was received and as a sweep found it: the first one takes the claim.
  const arrivals = notices.flatMap(({ id, receivedAt, arrival, day, points, isReturn = false }) =>
    claimed.delete(id) && arrival !== null
      ? [Object.assign({ noticeId: id, receivedAt, day, points, isReturn }, arrival)]
      : [],
  );
  if (arrivals.length === 0) return [];
  const sorted = await sortArrivals(tx, arrivals);
  // Since bounceReturned() looked, a transfer may have taken the tracking key that is locked now. The next run bounces it.
  const ofTransfers = new Set<string>();
  for (const arrival of sorted.fresh)
    if (arrival.isReturn && (await findReturned(within(deps.db, tx), arrival)) !== null)
      ofTransfers.add(arrival.identity.toString('hex'));
  const fresh = sorted.fresh.filter(({ identity }) => !ofTransfers.has(identity.toString('hex')));
  const { payments, left: unbooked } = await bookArrivals(deps, tx, { ...sorted, fresh }).catch((error: unknown) => {
    // Another node has booked one of them, or its tracking key, since we looked. The next run finds it.
    const isKnown = violates(error, 'payments_identity_key') || violates(error, 'payments_key_of_day');
    throw isKnown ? new TryAgain('a payment was booked meanwhile') : error;
  });
  const left = new Set([...unbooked, ...ofTransfers]);
  if (left.size > 0) await returnNotices(tx, noticesOf(arrivals, left));
  if (sorted.differing.length > 0) await markDiffering(tx, sorted.differing);
  return [...payments.flatMap(oddReports), ...sorted.differing.map(({ id }) => ({ what: 'differs' as const, id }))];
}

function noticesOf(arrivals: readonly Arrived[], identities: ReadonlySet<string>): string[] {
  return arrivals.filter(({ identity }) => identities.has(identity.toString('hex'))).map(({ noticeId }) => noticeId);
}

/** Call it after the commit: a transaction may run more than once. */
export function reportOdd(deps: Pick<Deps, 'metrics' | 'log'>, odd: readonly OddReport[]): void {
  for (const { what, id } of odd) {
    deps.metrics.oddMoney(what);
    deps.log.warn({ [what === 'differs' ? 'notice' : 'payment']: id, what }, 'a rail told of odd money');
  }
}

function oddReports({ id, flags }: Payment): OddReport[] {
  const reasons = ['other_network', ...DOUBTS, 'reversed'] as const;
  return reasons.filter((reason) => flags.includes(reason)).map((what) => ({ what, id }));
}

type BookedArrivals = {
  readonly payments: readonly Payment[];
  /** The identities of those that could not be booked now. */
  readonly left: ReadonlySet<string>;
};

/** Locks customers' CLABEs, then orders, then payments; balances come last, with the writing. */
async function bookArrivals(
  deps: MatchDeps,
  tx: Queryable,
  { fresh, repeats }: SortedArrivals,
): Promise<BookedArrivals> {
  const countKnown = async () => {
    if (repeats.size > 0) await countRepeats(tx, repeats);
  };
  if (fresh.length === 0) {
    await countKnown();
    return { payments: [], left: new Set() };
  }
  const destinations = [...new Set(fresh.filter(isSeeking).map(({ destination }) => destination))];
  const owners = destinations.length === 0 ? new Map<string, Scope>() : await lockCustomerClabes(tx, destinations);
  const findRestore = () => findLastRestore(tx); // of the coordinator
  const decide = (on: Queryable, some: readonly FirstArrived[]) =>
    decideArrivals(deps, on, some, { owners, findRestore });
  const { booked, left } = tx.isSpread
    ? await bookInShards(deps, tx, { fresh, owners, decide, countKnown })
    : await bookHere(deps, tx, await decide(tx, fresh), countKnown);
  for (const { transfer } of booked) if (transfer !== null) await askCustomer(deps, tx, transfer);
  return { payments: booked.map(({ payment }) => payment), left };
}

async function bookHere(
  { clock }: MatchDeps,
  tx: Queryable,
  { orders, entries, booked }: Decided,
  countKnown: () => Promise<void>,
): Promise<{ booked: readonly BookedPayment[]; left: ReadonlySet<string> }> {
  await countKnown();
  await writeBooks({ tx, clock }, { orders, entries, payments: booked.map(({ payment }) => payment) });
  await saveTransfers(tx, returnsAmong(booked));
  return { booked, left: new Set() };
}

type Known = {
  /** The customers' CLABEs among the destinations. */
  readonly owners: ReadonlyMap<string, Scope>;
  /** When the database last went back. */
  findRestore(): Promise<number | null>;
};

/** Locks the orders that the money may be for, and decides what becomes of them and of it. Writes nothing. */
async function decideArrivals(
  deps: MatchDeps,
  tx: Queryable,
  fresh: readonly FirstArrived[],
  { owners, findRestore }: Known,
): Promise<Decided> {
  const { graceMs, releasesAtOnce } = commonTermsOf(deps.settings);
  const seeking = fresh.filter(isSeeking);
  const shared = new Set(owners.keys());
  const candidates = seeking.length === 0 ? [] : await lockCandidates(tx, seeking, { graceMs, shared });
  const mayReturn = candidates.some(({ policies }) => Object.values(policies).includes('return'));
  const restoredAt = mayReturn ? await findRestore() : null;
  const now = deps.clock.now(); // after the locks: who waited for one over midnight must not book into the day before

  const orders = new Map<string, Candidate>(candidates.map((one) => [one.order.uuid, one]));
  const byDestination = idsByDestination(candidates);
  const changes: ChangedOrder[] = [];
  const entries: BookEntry[] = [];
  const payments: Payment[] = [];
  for (const arrival of fresh) {
    const id = deps.random.uuid(now);
    const book = (scope: Scope, kind: BookEntry['kind'], orderId: string | null, postings: Postings) => {
      const entryId = deps.random.uuid(now);
      entries.push({ scope, id: entryId, kind, orderId, paymentId: id, postings, actor: 'service', createdAt: now });
    };
    const taken = { accepted: NOTHING_ACCEPTED, keyDay: keyDayOf(arrival), id, updatedAt: now };
    const pay = (split: Split, flags: readonly PaymentFlag[], accountId: string | null, orderId: string | null) =>
      payments.push(Object.assign({ flags, accountId, orderId }, taken, arrival, split));
    const doubts = doubtsAbout(arrival, deps.settings.largestPayment);

    const own = arrival.isReversed || arrival.isReturn ? [] : ordersOf(arrival, orders, byDestination);
    const candidate = choose(orders, own, arrival, graceMs);
    if (candidate !== undefined) {
      const { order, policies } = candidate;
      const terms = { graceMs, releasesAtOnce, doubts, now: clockOf(order, arrival, now) };
      const allowed = policiesFor(policies, arrival, restoredAt);
      const applied = applyPayment(order, arrival, { ...terms, policies: allowed });
      // Each payment is a change of its own, so that its events show what it did, and nothing that came after it.
      if (applied.order !== order) changes.push({ order: applied.order, events: applied.events });
      // The next change of the same batch finds its new events counted.
      const lastEvent = applied.order.lastEvent + applied.events.length;
      orders.set(order.uuid, { policies, order: { ...applied.order, lastEvent } });
      book(order.scope, applied.entryKind, order.uuid, applied.postings);
      pay(applied.split, applied.flags, order.scope.accountId, order.uuid);
      continue;
    }
    const owner = arrival.isReturn ? undefined : owners.get(arrival.destination);
    const { scope, kind, place, flags } = placeWithoutOrder(arrival, {
      owner: owner?.mode === arrival.mode ? owner : undefined,
      isForeign: own.some((order) => !isOfPoints(arrival.points, order)),
      doubts,
    });
    book(scope, kind, null, move(arrival.amount, 'rail', place));
    pay(allIn(place, arrival.amount), flags, scope.accountId === HOUSE_ACCOUNT ? null : scope.accountId, null);
  }
  const transfers = new Map(returnsOf(deps, payments, orders).map((transfer) => [transfer.sourceId, transfer]));
  return {
    orders: changes,
    entries:
      transfers.size === 0
        ? entries
        : entries.map((entry) => ({ ...entry, transferId: transfers.get(entry.paymentId ?? '')?.id ?? null })),
    booked: payments.map((payment) => ({ payment, transfer: transfers.get(payment.id) ?? null })),
  };
}

/** Why the money may not exist: it is held until the operator has looked at it. */
function doubtsAbout({ amount, isKeyReused }: FirstArrived, largestPlausible: bigint): Doubt[] {
  return [
    ...(amount > largestPlausible ? (['implausible'] as const) : []),
    ...(isKeyReused ? (['key_reused'] as const) : []),
  ];
}

/** The ids of the locked orders by every number that they can be paid with. */
function idsByDestination(candidates: readonly Candidate[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { order } of candidates)
    for (const number of [order.clabe, order.reference, order.cardNumber])
      if (number !== null) ids.set(number, [...(ids.get(number) ?? []), order.uuid]);
  return ids;
}

/** The orders that the money names, also those of other networks. Money of one mode reaches no order of the other (D43). */
function ordersOf(
  arrival: Arrival,
  orders: ReadonlyMap<string, Candidate>,
  byDestination: ReadonlyMap<string, readonly string[]>,
): Order[] {
  const { destinationOf } = railKindOf(arrival);
  return (byDestination.get(arrival.destination) ?? [])
    .flatMap((uuid) => orders.get(uuid)?.order ?? [])
    .filter((order) => order.scope.mode === arrival.mode && destinationOf(order) === arrival.destination);
}

function choose(
  orders: ReadonlyMap<string, Candidate>,
  own: readonly Order[],
  arrival: Arrived,
  graceMs: number,
): Candidate | undefined {
  const payable = own.filter((order) => isOfPoints(arrival.points, order));
  return orders.get(chooseOrder(payable, arrival, graceMs)?.uuid ?? '');
}

type WithoutOrder = {
  /** The merchant whose customer has the CLABE. */
  readonly owner: Scope | undefined;
  /** There is an order, but of a point that is not the rail's (D72). */
  readonly isForeign: boolean;
  readonly doubts: readonly Doubt[];
};

/** Where money goes that pays no order. */
function placeWithoutOrder(arrival: FirstArrived, { owner, isForeign, doubts }: WithoutOrder) {
  const house = { accountId: HOUSE_ACCOUNT, mode: arrival.mode };
  if (arrival.isReversed) return { scope: house, kind: 'reversal', place: 'returned', flags: ['reversed'] } as const;
  const flags: PaymentFlag[] = [isForeign ? 'other_network' : 'unknown', ...doubts];
  // A customer's CLABE without an order to pay: the money is the merchant's and waits for a decision.
  if (owner !== undefined) return { scope: owner, kind: 'hold', place: 'held', flags } as const;
  return { scope: house, kind: 'unmatched', place: 'unmatched', flags } as const;
}

/** An order on a test clock is accepted at the time it was paid on that clock; any other order is accepted now. */
function clockOf(order: Order, arrival: Arrival, now: number): number {
  return order.testClockId === null ? now : Math.max(arrival.paidAt, order.updatedAt);
}

/** The terms of applying a payment that are the same for all merchants, from the settings. */
export function commonTermsOf(
  settings: Pick<Settings, 'lateGraceHours' | 'releaseDelayHours'>,
): Pick<ApplyTerms, 'graceMs' | 'releasesAtOnce'> {
  return { graceMs: settings.lateGraceHours * HOUR_MS, releasesAtOnce: settings.releaseDelayHours === 0 };
}
