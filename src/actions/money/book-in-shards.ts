// Books arrived money on a cluster, without two phases (docs/scaling.md). The coordinator has the notices and the payments, and a
// shard the orders and the books of its accounts. The shard commits first, with a note of what it booked; then the coordinator
// keeps the payments and the notices are done. After a crash in between the notices are matched again, and the notes tell what
// each of them has done already.
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { AppError } from '../../errors/errors.js';
import { type Db, type Queryable, TryAgain } from '../../store/db.js';
import { shardOf } from '../../store/in-shards.js';
import { type BookedPayment, noteBooked } from '../../store/money/booked-payments.js';
import { type BookEntry, writeBooks } from '../../store/money/books.js';
import { findSoughtAccounts, type SoughtAccounts } from '../../store/money/sought-accounts.js';
import type { ChangedOrder } from '../../store/orders/changed-orders.js';
import { keyDayOf } from './key-day.js';
import { type FirstArrived, isSeeking } from './sort-arrivals.js';

/** What becomes of orders and money. */
export type Decided = {
  readonly orders: readonly ChangedOrder[];
  readonly entries: readonly BookEntry[];
  readonly booked: readonly BookedPayment[];
};

type Arrivals = {
  readonly fresh: readonly FirstArrived[];
  /** The customers' CLABEs among the destinations, which are locked. */
  readonly owners: ReadonlyMap<string, Scope>;
  decide(tx: Queryable, some: readonly FirstArrived[]): Promise<Decided>;
  /** Called after all orders were locked. */
  countKnown(): Promise<void>;
};

/** `left` has the identities of what belongs to a node that is lost, or may belong to it. */
export async function bookInShards(
  deps: Pick<Deps, 'db' | 'clock'>,
  tx: Queryable,
  { fresh, owners, decide, countKnown }: Arrivals,
): Promise<{ booked: readonly BookedPayment[]; left: ReadonlySet<string> }> {
  const sought = await findSoughtAccounts(deps.db, {
    destinations: fresh.filter((one) => isSeeking(one) && !owners.has(one.destination)).map((one) => one.destination),
    identities: fresh.map(({ identity }) => identity),
  });
  const booked: BookedPayment[] = [];
  const left = new Set<string>();
  const own = new Map<Db, FirstArrived[]>();
  for (const arrival of fresh) {
    const before = sought.bookedOf(arrival.identity);
    const accountId = accountOf(arrival, owners, sought);
    if (before !== undefined) booked.push({ ...before, payment: { ...before.payment, keyDay: keyDayOf(arrival) } });
    else if (accountId === null) left.add(arrival.identity.toString('hex'));
    else {
      const shard = shardOf(deps.db, accountId);
      own.set(shard, [...(own.get(shard) ?? []), arrival]);
    }
  }
  const ended = await Promise.allSettled([...own].map(([shard, some]) => bookAt(deps, shard, some, decide)));
  [...own.values()].forEach((some, at) => {
    const end = ended[at];
    if (end?.status === 'fulfilled') booked.push(...end.value);
    else if (!isLost(end?.reason)) throw end?.reason;
    else for (const { identity } of some) left.add(identity.toString('hex'));
  });
  await countKnown();
  await writeBooks(
    { tx, clock: deps.clock },
    { orders: [], entries: [], payments: booked.map(({ payment }) => payment) },
  );
  return { booked, left };
}

/** The account in whose books it will be; null: a shard that does not answer may have its order. */
function accountOf(arrival: FirstArrived, owners: ReadonlyMap<string, Scope>, sought: SoughtAccounts): string | null {
  if (!isSeeking(arrival)) return HOUSE_ACCOUNT;
  const known = owners.get(arrival.destination)?.accountId ?? sought.of(arrival);
  return known ?? (sought.isComplete ? HOUSE_ACCOUNT : null);
}

async function bookAt(
  { clock }: Pick<Deps, 'clock'>,
  shard: Db,
  some: readonly FirstArrived[],
  decide: Arrivals['decide'],
): Promise<readonly BookedPayment[]> {
  return shard.transaction(async (tx) => {
    const { orders, entries, booked } = await decide(tx, some);
    await writeBooks({ tx, clock }, { orders, entries, payments: [] });
    if (!(await noteBooked(tx, booked, clock.now()))) throw new TryAgain('money was booked meanwhile');
    return booked;
  });
}

function isLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
