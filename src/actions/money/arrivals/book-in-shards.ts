// Books arrived money on a cluster, without two phases (docs/scaling.md). The coordinator has the notices and the payments, and a
// shard the orders and the books of its accounts. The shard commits first, with a note of what it booked; then the coordinator
// keeps the payments and the notices are done. After a crash in between the notices are matched again, and the notes tell what
// each of them has done already.
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../../domain/accounts/account.js';
import { AppError } from '../../../errors/errors.js';
import { type Db, type Queryable, TryAgain } from '../../../store/db.js';
import { shardOf } from '../../../store/in-shards.js';
import { type BookedPayment, noteBooked, returnsAmong } from '../../../store/money/arrivals/booked-payments.js';
import { findSoughtAccounts, type SoughtAccounts } from '../../../store/money/arrivals/sought-accounts.js';
import { type BookEntry, writeBooks } from '../../../store/money/books.js';
import type { ChangedOrder } from '../../../store/orders/changed-orders.js';
import { shareMoneyOf } from '../../../store/orders/order-locks.js';
import { reopenReversals } from '../../../store/rails/reversals.js';
import { saveTransfers } from '../../../store/transfers/transfer-changes.js';
import { type FirstArrived, isSeeking, keyDayOf } from './sort-arrivals.js';

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
  const takenBack: Buffer[] = [];
  const nobodys: FirstArrived[] = [];
  const own = new Map<Db, { arrival: FirstArrived; accountId: string }[]>();
  for (const arrival of fresh) {
    const before = sought.bookedOf(arrival.identity);
    const accountId = accountOf(arrival, owners, sought);
    if (before !== undefined) {
      booked.push(bookedAgain(before, arrival));
      if (arrival.isReversed && !before.payment.flags.includes('reversed')) takenBack.push(arrival.identity);
    } else if (accountId === null) left.add(arrival.identity.toString('hex'));
    else if (accountId === HOUSE_ACCOUNT) nobodys.push(arrival);
    else {
      const shard = shardOf(deps.db, accountId);
      own.set(shard, [...(own.get(shard) ?? []), { arrival, accountId }]);
    }
  }
  if (takenBack.length > 0) await reopenReversals(tx, takenBack);
  const accountIds = [...own.values()].flat().map(({ accountId }) => accountId);
  await shareMoneyOf(tx, accountIds);
  const house = shardOf(deps.db, HOUSE_ACCOUNT);
  const foreign: Decided[] = [];
  const parts: Part[] = [...own].map(([shard, some]) => ({
    identities: some.map(({ arrival }) => arrival.identity),
    async work() {
      const arrivals = some.map(({ arrival }) => arrival);
      const { theirs, nobodys: rest } = await bookAt(deps, shard, arrivals, decide);
      booked.push(...theirs);
      if (rest.booked.length > 0) foreign.push(rest);
    },
  }));
  if (nobodys.length > 0)
    parts.push({
      identities: nobodys.map(({ identity }) => identity),
      async work() {
        booked.push(...(await house.transaction(async (on) => write(deps, on, await decide(on, nobodys)))));
      },
    });
  await unlessLost(left, parts);
  await unlessLost(
    left,
    foreign.map((decided) => ({
      identities: decided.booked.map(({ payment }) => payment.identity),
      async work() {
        booked.push(...(await house.transaction((on) => write(deps, on, decided))));
      },
    })),
  );
  await countKnown();
  await writeBooks(
    { tx, clock: deps.clock },
    { orders: [], entries: [], payments: booked.map(({ payment }) => payment) },
  );
  return { booked, left };
}

/** What was booked stays; how often it was told is what the notices say that are open now. */
function bookedAgain({ payment, transfer }: BookedPayment, arrival: FirstArrived): BookedPayment {
  const { repeats, differing } = arrival;
  return { payment: { ...payment, repeats, differing, keyDay: keyDayOf(arrival) }, transfer };
}

type Part = { readonly identities: readonly Buffer[]; work(): Promise<void> };

/** Does each part of the work. Those whose node is lost are left for later. */
async function unlessLost(left: Set<string>, parts: readonly Part[]): Promise<void> {
  const ended = await Promise.allSettled(parts.map((part) => part.work()));
  for (const [at, { identities }] of parts.entries()) {
    const end = ended[at];
    if (end?.status !== 'rejected') continue;
    if (!isLost(end.reason)) throw end.reason;
    for (const identity of identities) left.add(identity.toString('hex'));
  }
}

/** The account in whose books it will be; null: a shard that does not answer may have its order. */
function accountOf(arrival: FirstArrived, owners: ReadonlyMap<string, Scope>, sought: SoughtAccounts): string | null {
  if (!isSeeking(arrival)) return HOUSE_ACCOUNT;
  const known = owners.get(arrival.destination)?.accountId ?? sought.of(arrival);
  return known ?? (sought.isComplete ? HOUSE_ACCOUNT : null);
}

/**
 * Books at one shard what is for its accounts. Money that names an order and may not pay it is nobody's, and nobody's books may be
 * at another shard.
 */
async function bookAt(
  deps: Pick<Deps, 'clock'>,
  shard: Db,
  some: readonly FirstArrived[],
  decide: Arrivals['decide'],
): Promise<{ readonly theirs: readonly BookedPayment[]; readonly nobodys: Decided }> {
  return shard.transaction(async (tx) => {
    const { orders, entries, booked } = await decide(tx, some);
    const isTheirs = ({ payment }: BookedPayment) => payment.accountId !== null;
    const theirs = { orders, entries: entries.filter(({ scope }) => !isHouse(scope)), booked: booked.filter(isTheirs) };
    const nobodys = {
      orders: [],
      entries: entries.filter(({ scope }) => isHouse(scope)),
      booked: booked.filter((one) => !isTheirs(one)),
    };
    if (theirs.booked.length > 0) await write(deps, tx, theirs);
    return { theirs: theirs.booked, nobodys };
  });
}

const isHouse = ({ accountId }: Scope) => accountId === HOUSE_ACCOUNT;

async function write(
  { clock }: Pick<Deps, 'clock'>,
  tx: Queryable,
  { orders, entries, booked }: Decided,
): Promise<readonly BookedPayment[]> {
  await writeBooks({ tx, clock }, { orders, entries, payments: [] });
  await saveTransfers(tx, returnsAmong(booked));
  if (!(await noteBooked(tx, booked, clock.now()))) throw new TryAgain('money was booked meanwhile');
  return booked;
}

function isLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
