// Proves money that arrived, payment by payment and notice by notice (D87): what the sums over a merchant's books cannot tell.
import type { Deps } from '../../../deps.js';
import { ROW_KEY_ROW, type RowKey, readRowKey } from '../../../domain/base/row-key.js';
import { type ReadNotice, readNotice } from '../../../domain/money/read-notice.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import { type Db, within } from '../../../store/db.js';
import { findRowKey } from '../../../store/keeping/secret-keys.js';
import { findUnknown, findWrong, listMatched, type MatchedNotice } from '../../../store/money/proofs/arrivals.js';
import type { IdRange, Ids } from '../../../store/money/proofs/pieces.js';
import { readPayments } from '../../../store/money/proofs/signed-rows.js';
import { startSnapshot } from '../../../store/snapshot.js';
import type { Findings } from './findings.js';

/** The last time that a Date can be. */
const LAST_TIME = 8.64e15;

/** The service makes the key at its start, so a database without one has no row that is signed. */
export async function findKey({ db, vault }: Pick<Deps, 'db' | 'vault'>): Promise<RowKey> {
  const stored = await findRowKey(db);
  return stored === null ? { sign: () => '', since: LAST_TIME } : readRowKey(vault.open(ROW_KEY_ROW, stored));
}

export const BROUGHT_CLAIM = 'every payment is in the books with its amount';
export const NOTICE_CLAIM = 'every notice that was matched has its payment';

/** Payments may change between the two readings: what differs is looked at again, in one snapshot. */
export async function provePayments(
  db: Db,
  range: Ids,
  { found, key }: { readonly found: Findings; readonly key: RowKey },
): Promise<void> {
  const { payments, rows, found: claimed } = await readPayments(db, range);
  found.signed(key, rows);
  found.addEach(claimed);
  const differing = await findWrong(db, payments);
  if (differing.length === 0) return;
  const wrong = await db.transaction(async (tx) => {
    await startSnapshot(tx);
    const again = await readPayments(tx, { ids: differing.map(({ id }) => id) });
    return findWrong(within(db, tx), again.payments);
  });
  const examples = wrong.map(({ id, due, brought }) => `payment ${id} is ${due}, its entries make ${brought}`);
  found.add(BROUGHT_CLAIM, { broken: wrong.length, examples });
}

/** A notice is read again as the rail wrote it. One that came back from the bank may have bounced a transfer instead (D84). */
export async function proveNotices(db: Db, range: IdRange, found: Findings): Promise<void> {
  const told: { readonly notice: MatchedNotice; readonly read: Extract<ReadNotice, { is: 'arrival' }> }[] = [];
  for (const notice of await listMatched(db, range)) {
    const read = readNotice(notice.kind, notice.body, notice);
    if (read.is === 'arrival' && !read.isReturn) told.push({ notice, read });
  }
  const lost = await withoutPayment(db, told, ({ read }) => read.arrival.identity);
  // Payments of some rails had another identity before D74.
  const missed = await withoutPayment(
    db,
    lost,
    ({ notice, read }) => railKindOf(notice).formerIdentity?.(read.arrival, read.day) ?? null,
  );
  found.add(NOTICE_CLAIM, { broken: missed.length, examples: missed.map(({ notice }) => `notice ${notice.id}`) });
}

/** Those whose identity no payment has; they have none if they have no identity. */
async function withoutPayment<Told>(
  db: Db,
  told: readonly Told[],
  identityOf: (one: Told) => Buffer | null,
): Promise<Told[]> {
  if (told.length === 0) return [];
  const unknown = new Set(
    await findUnknown(
      db,
      told.map((one) => identityOf(one) ?? NOBODYS),
    ),
  );
  return told.filter((_, place) => unknown.has(place));
}

/** No identity is that short. */
const NOBODYS = Buffer.alloc(0);
