// Tells new payments from repeats of known ones (D42, D74), finds those that a till took back before they came (D72), and
// those that use the tracking key of another payment (D90).
import type { Arrival } from '../../../domain/money/payment.js';
import { isSamePayment, type KnownPayment, repeatDifferences, usesKeyOf } from '../../../domain/money/repeat.js';
import { lockOfKey } from '../../../domain/rails/identity.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { Queryable } from '../../../store/db.js';
import { findKnownPayments } from '../../../store/money/payments.js';
import type { Repeats } from '../../../store/money/payments-write.js';
import { lockIdentities, takeReversals } from '../../../store/rails/reversals.js';

/** An arrival with its notice, the rail's own date and the points of its rail. */
export type Arrived = Arrival & {
  readonly noticeId: string;
  readonly receivedAt: number;
  readonly day: string;
  readonly points: readonly string[] | null;
  /** It came back and pays no order. */
  readonly isReturn: boolean;
};

/** A payment that is new, with the other notices of the batch that tell of it, too. */
export type FirstArrived = Arrived & {
  readonly repeats: number;
  readonly differing: number;
  /** A till took it back before it came: it pays nothing. */
  readonly isReversed: boolean;
  /** Its bank used the tracking key that day for another amount or destination. */
  readonly isKeyReused: boolean;
};

/** The day whose tracking keys it uses (D90). One that uses the key of another payment claims none. */
export function keyDayOf(arrival: FirstArrived): string | null {
  return railKindOf(arrival).hasKeysOfDay && !arrival.isKeyReused ? arrival.day : null;
}

/** Whether it may pay an order. */
export function isSeeking({ isReversed, isReturn }: FirstArrived): boolean {
  return !isReversed && !isReturn;
}

/** A notice that repeats a payment and tells something else of it. */
type DifferingNotice = { readonly id: string; readonly problem: string };

export type SortedArrivals = {
  readonly fresh: readonly FirstArrived[];
  /** By payment id. */
  readonly repeats: ReadonlyMap<string, Repeats>;
  readonly differing: readonly DifferingNotice[];
};

export async function sortArrivals(tx: Queryable, arrivals: readonly Arrived[]): Promise<SortedArrivals> {
  const reversible = arrivals.filter((arrival) => railKindOf(arrival).isReversible).map(({ identity }) => identity);
  // On a cluster the payments are written after the books, so nobody else may look for one, or for its key, until then.
  const locked = tx.isSpread
    ? arrivals.flatMap(({ identity, trackingKey }) => [identity, lockOfKey(trackingKey)])
    : [...reversible, ...arrivals.filter(({ isReturn }) => isReturn).map(({ trackingKey }) => lockOfKey(trackingKey))];
  if (locked.length > 0) await lockIdentities(tx, locked);
  const known = await findKnownPayments(tx, arrivals);
  // A reversal of a payment that is booked is not done with this: the till, or the worker after a crash, still undoes it.
  const booked = new Set(known.map((one) => one.identity.toString('hex')));
  const awaited = reversible.filter((identity) => !booked.has(identity.toString('hex')));
  const reversed = awaited.length > 0 ? await takeReversals(tx, awaited) : new Set<string>();

  const fresh = new Map<string, FirstArrived>();
  const others: (KnownPayment | Arrived)[] = [...known];
  const repeats = new Map<string, Repeats>();
  const differing: DifferingNotice[] = [];
  for (const arrival of arrivals) {
    const identity = arrival.identity.toString('hex');
    const first = fresh.get(identity);
    const before = first ?? known.find((one) => isSamePayment(one, arrival, arrival.day));
    if (before === undefined) {
      const isKeyReused = others.some((one) => usesKeyOf(one, arrival, arrival.day));
      others.push(arrival);
      const isReversed = reversed.has(identity);
      fresh.set(identity, Object.assign({ repeats: 0, differing: 0, isReversed, isKeyReused }, arrival));
      continue;
    }
    const problem = problemOf(before, arrival);
    const isDiffering = problem === null ? 0 : 1;
    if (first !== undefined)
      fresh.set(identity, { ...first, repeats: first.repeats + 1, differing: first.differing + isDiffering });
    else if ('id' in before) repeats.set(before.id, addRepeat(repeats.get(before.id), isDiffering));
    if (problem !== null) differing.push({ id: arrival.noticeId, problem });
  }
  return { fresh: [...fresh.values()], repeats, differing };
}

/** What the operator must look at: other facts, or money that is said to be there although it was voided. */
function problemOf(before: KnownPayment | FirstArrived, arrival: Arrived): string | null {
  const differences = repeatDifferences(before, arrival);
  if (differences.length > 0) return `repeats ${before.trackingKey} with another ${differences.join(', ')}`;
  return 'flags' in before && before.flags.includes('voided')
    ? `repeats ${before.trackingKey}, which was voided`
    : null;
}

function addRepeat(before: Repeats | undefined, isDiffering: number): Repeats {
  return { times: (before?.times ?? 0) + 1, differing: (before?.differing ?? 0) + isDiffering };
}
