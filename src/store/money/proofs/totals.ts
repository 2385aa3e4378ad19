// What the tables behind the books add up to, piece by piece or merchant by merchant, for their proof (D48).
import { HOUSE_ACCOUNT, type Scope } from '../../../domain/accounts/account.js';
import { isLive, modeOf } from '../../../domain/base/mode.js';
import { type Balances, LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import {
  ADJUSTED_FACTS,
  ORDER_FACTS,
  OUTGOING_FACTS,
  type PAYMENT_FACTS,
  type Sums,
} from '../../../domain/money/ledger-facts.js';
import type { Db, Queryable } from '../../db.js';
import { inShards } from '../../in-shards.js';
import { type Flat, ofScope, withScope } from '../../scope.js';
import { columns, join, named, raw, type Sql, sql } from '../../sql.js';
import { MOVED } from '../statements/shown-lines.js';
import { type IdRange, inRange, type ScopeKey, type ScopeRange, scopeKey } from './pieces.js';

const ENTRY_SUMS = summed(LEDGER_ACCOUNTS.map((account) => [account, account]));

/** What the entries of a piece add up to. */
export async function sumEntryPiece(db: Queryable, { scope, range }: ScopeRange): Promise<Sums> {
  const [row] = await db.query<Record<string, bigint>>(sql`
    select ${ENTRY_SUMS}
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return toSums(row ?? {});
}

/** What rows of `orders` add up to. */
export const ORDER_SUMS = summed([
  ['fees', `case when orders.status = 'paid' then orders.fee end`],
  ['iva', `case when orders.status = 'paid' then orders.iva end`],
  [
    'pending',
    `case when orders.status = 'paid' and not orders.released then orders.amount - orders.fee - orders.iva end`,
  ],
  ['parts', `case when orders.status <> 'paid' then orders.received end`],
] satisfies [(typeof ORDER_FACTS)[number], string][]);

export function orderSums(row: Readonly<Record<string, bigint>>): Sums {
  return toSums(Object.fromEntries(ORDER_FACTS.map((fact) => [fact, row[fact] ?? 0n])), 'order.');
}

export async function sumOrderPiece(db: Queryable, { scope, range }: ScopeRange): Promise<Sums> {
  const [row] = await db.query<Record<string, bigint>>(sql`
    select ${ORDER_SUMS}
    from orders
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return orderSums(row ?? {});
}

const PAYMENT_SUMS = summed([
  ['brought', 'amount'],
  ['unmatched', 'unmatched'],
  ['surplus', 'surplus'],
  ['returned', 'returned'],
  ['held', 'held'],
  ['fees', 'accepted_fee'],
  ['iva', 'accepted_iva'],
] satisfies [(typeof PAYMENT_FACTS)[number], string][]);

/** By merchant. A voided payment is in no books: its rail never had it. */
export async function sumPaymentPiece(
  db: Queryable,
  range: IdRange,
  scope: Scope | null = null,
): Promise<Map<ScopeKey, Sums>> {
  const rows = await db.query<ScopeRow & Record<string, bigint>>(sql`
    select coalesce(account_id, ${HOUSE_ACCOUNT}) as account_id, livemode, ${PAYMENT_SUMS}
    from payments
    where ${inRange('id', range)}
      and not 'voided' = any(flags)
      and ${scope === null ? sql`true` : sql`coalesce(account_id, ${HOUSE_ACCOUNT}) = ${scope.accountId} and livemode = ${isLive(scope.mode)}`}
    group by 1, 2`);
  return byScope(rows, 'payment.');
}

const TRANSFER_SUMS = summed([
  ...(['refund', 'return', 'payout'] as const).map((reason): [string, string] => [
    `${reason}_on_way`,
    `case when reason = '${reason}' and state in ('to_send', 'sent') then amount end`,
  ]),
  ...(['refund', 'payout'] as const).map((reason): [string, string] => [
    `${reason}_unconfirmed`,
    `case when reason = '${reason}' and state <> 'confirmed' then amount end`,
  ]),
]);

/** Refunds, payouts and transfers by merchant. There are few of them, so they are read as a whole. */
export async function sumOutgoing(db: Queryable): Promise<Map<ScopeKey, Sums>> {
  const rows = await db.query<ScopeRow & Record<string, bigint>>(sql`
    select account_id, livemode, ${columns(OUTGOING_FACTS.map((fact) => `coalesce(sum(${fact}), 0)::bigint as ${fact}`))}
    from (
      select account_id, livemode, amount as refunds, null as payouts, ${NO_TRANSFER}
      from refunds
      union all
      select account_id, livemode, null, amount, ${NO_TRANSFER}
      from payouts
      union all
      select account_id, livemode, null, null, ${TRANSFER_SUMS}
      from outgoing_transfers
      group by account_id, livemode) parts
    group by 1, 2`);
  return byScope(rows, 'outgoing.');
}

/** What statements of the bank have shown, in the books of the service. */
export async function sumShownLines(db: Queryable): Promise<Map<ScopeKey, Sums>> {
  const rows = await db.query<ScopeRow & Record<string, bigint>>(sql`
    select ${HOUSE_ACCOUNT} as account_id, livemode, coalesce(sum(${MOVED}), 0)::bigint as moved
    from bank_lines
    join bank_statements on bank_statements.id = bank_lines.statement_id
    where entry_id is not null
    group by livemode`);
  return byScope(rows, 'shown.');
}

/** What was adjusted by hand, by merchant. */
export async function sumAdjusted(db: Queryable): Promise<Map<ScopeKey, Sums>> {
  const rows = await db.query<ScopeRow & Record<string, bigint>>(sql`
    select account_id, livemode, ${ADJUSTED_SUMS}
    from ledger_entries
    where kind = 'adjustment'
    group by 1, 2`);
  return byScope(rows, 'adjusted.');
}

const ADJUSTED_SUMS = summed(ADJUSTED_FACTS.map((account) => [account, account]));

const NO_TRANSFER = columns(OUTGOING_FACTS.slice(2).map((fact) => `null::bigint as ${fact}`));

/** The balances of every merchant. */
export async function listBalances(
  db: Queryable,
): Promise<Map<ScopeKey, { readonly scope: Scope; readonly balances: Balances }>> {
  const rows = await db.query<ScopeRow & Balances>(sql`
    select account_id, livemode, ${columns(LEDGER_ACCOUNTS)}
    from ledger_balances`);
  return new Map(
    rows.map(({ account_id, livemode, ...balances }) => {
      const scope = toScope({ account_id, livemode });
      return [scopeKey(scope), { scope, balances }];
    }),
  );
}

/** Orders and payments that have entries after that id, with their merchants. */
export async function listTouched(
  db: Db,
  scopes: readonly Scope[],
  after: string,
): Promise<{ scope: Scope; orderId: string | null; paymentId: string | null }[]> {
  type Touched = { scope: Scope; orderId: string | null; paymentId: string | null };
  const rows = await inShards(db, scopes, accountIdOf, (shard, own) =>
    shard.query<Flat<Touched>>(sql`
      select ${named('account_id, livemode, order_id, payment_id', 'entry')}
      from ${entriesAfter(own, raw('order_id, payment_id'), after)}`),
  );
  return rows.map(withScope<Touched>);
}

/** What the entries after that id add up to, by merchant. */
export async function sumEntriesAfter(db: Db, scopes: readonly Scope[], after: string): Promise<Map<ScopeKey, Sums>> {
  const rows = await inShards(db, scopes, accountIdOf, (shard, own) =>
    shard.query<ScopeRow & Record<string, bigint>>(sql`
      select entry.account_id, entry.livemode, ${ENTRY_SUMS}
      from ${entriesAfter(own, columns(LEDGER_ACCOUNTS), after)}
      group by 1, 2`),
  );
  return byScope(rows, '');
}

const accountIdOf = ({ accountId }: Scope) => accountId;

/** One range of the primary key for each scope. */
function entriesAfter(scopes: readonly Scope[], names: Sql, after: string): Sql {
  return sql`unnest(${scopes.map(accountIdOf)}::uuid[], ${scopes.map(({ mode }) => isLive(mode))}::boolean[])
        as scope(account_id, livemode)
      cross join lateral (
        select account_id, livemode, ${names}
        from ledger_entries
        where ledger_entries.account_id = scope.account_id
          and ledger_entries.livemode = scope.livemode
          and id > ${after}
        offset 0) entry`;
}

function summed(sums: readonly (readonly [name: string, value: string])[]): Sql {
  return join(
    sums.map(([name, value]) => raw(`coalesce(sum(${value}), 0)::bigint as ${name}`)),
    ', ',
  );
}

function toSums(row: Readonly<Record<string, bigint>>, prefix = ''): Sums {
  return new Map(Object.entries(row).flatMap(([name, sum]) => (sum === 0n ? [] : [[`${prefix}${name}`, sum]])));
}

type ScopeRow = { readonly account_id: string; readonly livemode: boolean };

function toScope({ account_id, livemode }: ScopeRow): Scope {
  return { accountId: account_id, mode: modeOf(livemode) };
}

function byScope(rows: readonly (ScopeRow & Record<string, bigint>)[], prefix: string): Map<ScopeKey, Sums> {
  return new Map(
    rows.map(({ account_id, livemode, ...sums }) => [
      scopeKey(toScope({ account_id, livemode })),
      toSums(sums, prefix),
    ]),
  );
}
