// Proves money that arrived, payment by payment and notice by notice (D87): what the sums over a merchant's books cannot tell.
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { ROW_KEY_ROW, type RowKey, readRowKey } from '../../../domain/base/row-key.js';
import type { Payment } from '../../../domain/money/payment.js';
import { readNotice } from '../../../domain/money/read-notice.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { Db, Queryable } from '../../../store/db.js';
import { findRowKey } from '../../../store/keeping/secret-keys.js';
import { findPayment } from '../../../store/money/payments.js';
import { findIdentities, listMatched, sumBrought } from '../../../store/money/proofs/arrivals.js';
import type { IdRange } from '../../../store/money/proofs/pieces.js';
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
  range: IdRange,
  { found, key }: { readonly found: Findings; readonly key: RowKey },
): Promise<void> {
  const { payments, rows } = await readPayments(db, range);
  found.signed(key, rows);
  const differing = await wrongPayments(db, payments);
  if (differing.length === 0) return;
  const examples = await db.transaction(async (tx) => {
    await startSnapshot(tx);
    const again = await Promise.all(differing.map(({ id }) => findPayment(tx, id)));
    return wrongPayments(
      tx,
      again.filter((payment) => payment !== null),
    );
  });
  found.add(BROUGHT_CLAIM, { broken: examples.length, examples: examples.map(({ problem }) => problem) });
}

async function wrongPayments(
  db: Queryable,
  payments: readonly Payment[],
): Promise<{ readonly id: string; readonly problem: string }[]> {
  const scopeOf = ({ accountId, mode }: Payment) => ({ accountId: accountId ?? HOUSE_ACCOUNT, mode });
  const booked = await sumBrought(
    db,
    payments.map((payment) => ({ id: payment.id, scope: scopeOf(payment) })),
  );
  return payments.flatMap(({ id, amount, flags }) => {
    const [brought, due] = [booked.get(id) ?? 0n, flags.includes('voided') ? 0n : amount];
    return brought === due ? [] : [{ id, problem: `payment ${id} is ${due}, its entries make ${brought}` }];
  });
}

/** A notice is read again as the rail wrote it. One that came back from the bank may have bounced a transfer instead (D84). */
export async function proveNotices(db: Db, range: IdRange, found: Findings): Promise<void> {
  const told = (await listMatched(db, range)).flatMap((notice) => {
    const read = readNotice(notice.kind, notice.body, notice);
    if (read.is !== 'arrival' || read.isReturn) return [];
    const former = railKindOf(notice).formerIdentity?.(read.arrival, read.day);
    return [
      { id: notice.id, identities: former === undefined ? [read.arrival.identity] : [read.arrival.identity, former] },
    ];
  });
  const known = await findIdentities(
    db,
    told.flatMap(({ identities }) => identities),
  );
  const lost = told.filter(({ identities }) => !identities.some((identity) => known.has(identity.toString('hex'))));
  found.add(NOTICE_CLAIM, { broken: lost.length, examples: lost.map(({ id }) => `notice ${id}`) });
}
