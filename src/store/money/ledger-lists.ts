// Reads the books for the operator: what all balances add up to, those of the house, and a merchant's movements.
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import {
  type Balances,
  type EntryKind,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type Movement,
} from '../../domain/money/ledger.js';
import { WALKED, type Walked } from '../bounded-walk.js';
import type { Queryable } from '../db.js';
import { listPlace, madeWithin, type TimeSpan } from '../list-place.js';
import { ofScope } from '../scope.js';
import { columns, raw, reading, sql } from '../sql.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);
const SUMS = raw(LEDGER_ACCOUNTS.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', '));
const LAST_WALKED = raw('4999');

/** All accounts of a mode together, and the house alone. */
export async function sumBalances(
  db: Queryable,
  mode: Mode,
): Promise<{ readonly all: Balances; readonly house: Balances }> {
  const sum = async (where: ReturnType<typeof raw>) => {
    const [row] = await db.query<Balances>(reading(null)`
      select ${SUMS}
      from ledger_balances
      where livemode = ${isLive(mode)}
        and ${where}`);
    if (row === undefined) throw new Error('a sum has one row');
    return row;
  };
  return { all: await sum(raw('true')), house: await sum(sql`account_id = ${HOUSE_ACCOUNT}`) };
}

export type MerchantBalances = Balances & { readonly id: string; readonly name: string };

/** Merchants who have money in the books, those with the most available first. */
export async function listBalances(db: Queryable, mode: Mode, limit: number): Promise<MerchantBalances[]> {
  return db.query<MerchantBalances>(reading(null)`
    select a.id, a.name, ${columns(LEDGER_ACCOUNTS, 'b')}
    from ledger_balances b
    join accounts a on a.id = b.account_id
    where b.livemode = ${isLive(mode)}
    order by b.available desc, a.id
    limit ${limit}`);
}

type MovementFilter = TimeSpan & {
  readonly account: LedgerAccount | null;
  readonly kinds?: readonly EntryKind[] | null;
  readonly ask: PageAsk;
};

/** Newest first. If only some are wanted, each page looks at a few thousand and says where to go on. */
export async function walkMovements(
  db: Queryable,
  { accountId, mode }: Scope,
  { account, kinds = null, ask, ...span }: MovementFilter,
): Promise<Walked<Movement>> {
  const { place, order } = listPlace('id', ask);
  const touched = account === null ? raw('true') : raw(`${columnOf(account)} <> 0`);
  const ofKinds = kinds === null ? raw('true') : sql`kind = any(${kinds}::text[])`;
  const walk = sql`${ofScope({ accountId, mode })} and ${place} and ${madeWithin(span)}`;
  const isNarrowed = account !== null || kinds !== null;
  const [[end], rows] = await Promise.all([
    !isNarrowed
      ? []
      : db.query<{ id: string }>(reading({ accountId })`
    select id
    from ledger_entries
    where ${walk}
    ${order}
    offset ${LAST_WALKED}
    limit 1`),
    db.query<Movement>(reading({ accountId })`
    select id, kind, order_id as "orderId", payment_id as "paymentId", transfer_id as "transferId", created_at as "createdAt", ${COLUMNS}
    from (
      select id, kind, order_id, payment_id, transfer_id, created_at, ${COLUMNS}
      from ledger_entries
      where ${walk}
      ${order}
      limit ${WALKED}) entries
    where ${touched}
      and ${ofKinds}
    ${order}
    limit ${ask.limit + 1}`),
  ]);
  return { rows, end: end?.id ?? null };
}

function columnOf(account: LedgerAccount): string {
  return LEDGER_ACCOUNTS.find((one) => one === account) ?? 'available';
}
