// Claims about single rows behind the books (D48). Each is proved by one statement over a piece of a table, which returns
// only the violations.
import { LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { raw, type Sql, sql } from '../sql.js';
import { type IdRange, inRange, ofScope, type ScopeRange } from './ledger-pieces.js';

/** How many rows of a piece violate a claim, and the first of them. */
export type Found = { readonly broken: number; readonly examples: readonly string[] };

export const EXAMPLES = 5;

export async function prove(db: Queryable, problems: Sql): Promise<Found> {
  const rows = await db.query<{ problem: string; total: bigint }>(sql`
    select problem, count(*) over () as total
    from (${problems}) as found
    order by problem
    limit ${EXAMPLES}`);
  return { broken: Number(rows[0]?.total ?? 0n), examples: rows.map(({ problem }) => problem) };
}

const SUM = raw(LEDGER_ACCOUNTS.join(' + '));

export const ENTRY_CLAIMS: Readonly<Record<string, (piece: ScopeRange) => Sql>> = {
  'every entry sums to zero': ({ scope, range }) => sql`
    select format('entry %s of account %s sums to %s', id, account_id, ${SUM}) as problem
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}
      and ${SUM} <> 0`,
};

export const PAYMENT_CLAIMS: Readonly<Record<string, (range: IdRange) => Sql>> = {
  'every payment is wholly in its five places': (range) => sql`
    select format('payment %s', id) as problem
    from payments
    where ${inRange('id', range)}
      and applied + surplus + held + unmatched + returned <> amount`,
};

/** Claims about transfers, of which there are few: each is proved over all of them. */
export const TRANSFER_CLAIMS: Readonly<Record<string, Sql>> = {
  'every transfer of a refund or payout has its amount': sql`
    select format('transfer %s of %s, its %s is %s', transfer.id, transfer.amount, transfer.reason,
      coalesce(refunds.amount, payouts.amount)) as problem
    from outgoing_transfers transfer
    left join refunds on transfer.reason = 'refund' and refunds.account_id = transfer.account_id
      and refunds.livemode = transfer.livemode and refunds.order_id = transfer.order_id and refunds.id = transfer.source_id
    left join payouts on transfer.reason = 'payout' and payouts.account_id = transfer.account_id
      and payouts.livemode = transfer.livemode and payouts.id = transfer.source_id
    where transfer.reason <> 'return'
      and transfer.amount is distinct from coalesce(refunds.amount, payouts.amount)`,
  'what transfers return is returned money of their payments': sql`
    select format('payment %s has returned %s, its transfers make %s', payments.id, payments.returned, sent.amount) as problem
    from (
      select account_id, livemode, source_id, sum(amount) as amount
      from outgoing_transfers
      where reason = 'return'
        and state <> 'bounced'
      group by 1, 2, 3) as sent
    join payments on payments.id = sent.source_id
    where payments.returned < sent.amount
      or 'voided' = any(payments.flags)`,
};

function ordersOf({ scope, range }: ScopeRange, columns: Sql): Sql {
  return sql`(
    select ${columns}
    from orders
    where ${ofScope(scope)}
      and ${inRange('id', range)}) as orders`;
}

/** Sums over the payments of the orders of a piece. */
function broughtTo({ scope, range }: ScopeRange, sums: Sql, where: Sql): Sql {
  return sql`(
    select order_id as id, ${sums}
    from payments
    where ${ofScope(scope)}
      and ${inRange('order_id', range)}
      and order_id is not null
      and ${where}
    group by 1) as brought`;
}

export const ORDER_CLAIMS: Readonly<Record<string, (piece: ScopeRange) => Sql>> = {
  'refunds are on their orders': (piece) => sql`
    select format('order %s has refunded %s, its refunds make %s', id, orders.refunded, coalesce(made.amount, 0)) as problem
    from ${ordersOf(piece, raw('id, refunded'))}
    full join (
      select id, sum(amount) as amount
      from (
        select order_id as id, amount
        from refunds
        where ${ofScope(piece.scope)}
          and ${inRange('order_id', piece.range)}
        union all
        select order_id, -amount
        from outgoing_transfers
        where ${ofScope(piece.scope)}
          and ${inRange('order_id', piece.range)}
          and order_id is not null
          and reason = 'refund'
          and state = 'bounced') as parts
      group by 1) as made using (id)
    where coalesce(orders.refunded, 0) <> coalesce(made.amount, 0)`,

  // A paid order counts applied and surplus payments; any other order counts applied payments only. Money that somebody
  // accepted for the merchant is also applied, but not to the order.
  'every order has received what its payments brought': (piece) => sql`
    select format('order %s has received %s, its payments make %s', id, orders.received,
      coalesce(brought.applied, 0) + case when orders.status = 'paid' then coalesce(brought.surplus, 0) else 0 end) as problem
    from ${ordersOf(piece, raw('id, received, status'))}
    full join ${broughtTo(piece, raw('sum(applied - accepted) as applied, sum(surplus) as surplus'), raw('true'))} using (id)
    where orders.received is distinct from
      coalesce(brought.applied, 0) + case when orders.status = 'paid' then coalesce(brought.surplus, 0) else 0 end`,

  'every order shows the surplus and the held money of its payments': (piece) => sql`
    select format('order %s shows %s and %s, its payments have %s and %s', id, orders.surplus, orders.held,
      coalesce(brought.surplus, 0), coalesce(brought.held, 0)) as problem
    from ${ordersOf(piece, raw('id, surplus, held'))}
    full join ${broughtTo(
      piece,
      raw('sum(surplus) as surplus, sum(held) as held'),
      raw('(surplus > 0 or held > 0)'),
    )} using (id)
    where orders.surplus is distinct from coalesce(brought.surplus, 0)
      or orders.held is distinct from coalesce(brought.held, 0)`,

  'every paid order is covered': (piece) => sql`
    select format('order %s is paid with %s of %s', id, received, amount) as problem
    from ${ordersOf(piece, raw('id, received, amount, status'))}
    where status = 'paid'
      and received < amount`,
};
