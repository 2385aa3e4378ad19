// Claims about single rows behind the books (D48). Each is proved by one statement over a piece of a table, which returns
// only the violations.
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { raw, type Sql, sql } from '../../sql.js';
import { MOVED } from '../statements/shown-lines.js';
import { type Ids, inRange, type ScopeIds, type ScopeRange } from './pieces.js';

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

/** Claims about entries and transfers since rows are signed: those from before do not name their transfer. */
export const TRANSFER_ENTRY_CLAIMS: Readonly<Record<string, (since: Date) => Sql>> = {
  'every transfer is in the books as it stands': (since) => sql`
    select format('transfer %s is %s, the books owe %s and have sent %s', transfer.id, transfer.state, coalesce(booked.owed, 0),
      coalesce(booked.gone, 0)) as problem
    from outgoing_transfers transfer
    left join (
      select account_id, livemode, transfer_id, sum(to_refund + to_return + to_pay_out) as owed,
        sum(refunded + returned + paid_out) as gone
      from ledger_entries
      where transfer_id is not null
      group by 1, 2, 3) booked on booked.account_id = transfer.account_id
      and booked.livemode = transfer.livemode
      and booked.transfer_id = transfer.id
    where transfer.created_at >= ${since}
      and case transfer.state
        when 'confirmed' then (coalesce(booked.owed, 0), coalesce(booked.gone, 0)) <> (0, transfer.amount)
        when 'to_fund' then (coalesce(booked.owed, 0), coalesce(booked.gone, 0)) <> (0, 0)
        when 'bounced' then (coalesce(booked.owed, 0), coalesce(booked.gone, 0)) <> (0, 0)
        else (coalesce(booked.owed, 0), coalesce(booked.gone, 0)) <> (transfer.amount, 0)
      end`,
  'every transfer that an entry names is there': () => sql`
    select format('entry %s is about transfer %s', entry.id, entry.transfer_id) as problem
    from ledger_entries entry
    left join outgoing_transfers transfer on transfer.account_id = entry.account_id
      and transfer.livemode = entry.livemode
      and transfer.id = entry.transfer_id
    where entry.transfer_id is not null
      and transfer.id is null`,
};

export const PAYMENT_CLAIMS: Readonly<Record<string, (range: Ids) => Sql>> = {
  'every payment is wholly in its five places': (range) => sql`
    select format('payment %s', id) as problem
    from payments
    where ${inRange('id', range)}
      and applied + surplus + held + unmatched + returned <> amount`,
  'every payment that a statement has shown is as it was shown': (range) => sql`
    select format('payment %s: line %s of statement %s shows %s, it is %s', line.payment_id, line.line, line.statement_id,
      line.amount, payments.amount) as problem
    from bank_lines line
    left join payments on payments.id = line.payment_id
    where ${inRange('line.payment_id', range)}
      and line.entry_id is not null
      and (payments.amount is distinct from line.amount or line.direction <> 'in' or 'voided' = any(payments.flags))`,
};

/** Claims about the lines of bank statements that are booked (D87): so many of them are one entry. */
export const STATEMENT_CLAIMS: Readonly<Record<string, Sql>> = {
  'every entry of a statement is what its lines make': sql`
    select format('entry %s has moved %s, its lines make %s', shown.entry_id, coalesce(-entry.bank, 0), shown.moved) as problem
    from (
      select entry_id, livemode, sum(${MOVED}) as moved
      from bank_lines
      join bank_statements on bank_statements.id = bank_lines.statement_id
      where entry_id is not null
      group by 1, 2) shown
    left join ledger_entries entry on entry.account_id = ${HOUSE_ACCOUNT}
      and entry.livemode = shown.livemode
      and entry.id = shown.entry_id
      and entry.kind = 'statement'
    where shown.moved is distinct from -entry.bank`,
  'every transfer that a statement has shown is as it was shown': sql`
    select format('transfer %s: line %s of statement %s shows %s, it is %s', line.transfer_id, line.line, line.statement_id,
      line.amount, transfer.amount) as problem
    from bank_lines line
    left join outgoing_transfers transfer on transfer.id = line.transfer_id
    where line.transfer_id is not null
      and line.entry_id is not null
      and transfer.amount is distinct from line.amount`,
};

const LINES = sql`select bank_files.id as file, line->>'id' as id, line->>'amount' as amount
    from bank_files
    cross join lateral jsonb_array_elements(lines) as line`;

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

/** Bank files keep what they held (D84). */
export const FILE_CLAIMS: Readonly<Record<string, Sql>> = {
  'every transfer in a bank file is one of its lines': sql`
    select format('transfer %s says that it is in file %s', transfer.id, transfer.batch_id) as problem
    from outgoing_transfers transfer
    left join (${LINES}) line on line.file = transfer.batch_id
      and line.id = transfer.id::text
    where transfer.batch_id is not null
      and (line.id is null or line.amount <> transfer.amount::text)`,
  'every line of a bank file has its transfer': sql`
    select format('file %s has transfer %s', line.file, line.id) as problem
    from (${LINES}) line
    left join outgoing_transfers transfer on transfer.id::text = line.id
    where transfer.batch_id is distinct from line.file`,
};

function ordersOf({ scope, range }: ScopeIds, columns: Sql): Sql {
  return sql`(
    select ${columns}
    from orders
    where ${ofScope(scope)}
      and ${inRange('id', range)}) as orders`;
}

/** Sums over the payments of the orders of a piece. */
function broughtTo({ scope, range }: ScopeIds, sums: Sql, where: Sql): Sql {
  return sql`(
    select order_id as id, ${sums}
    from payments
    where ${ofScope(scope)}
      and ${inRange('order_id', range)}
      and order_id is not null
      and ${where}
    group by 1) as brought`;
}

export const ORDER_CLAIMS: Readonly<Record<string, (piece: ScopeIds) => Sql>> = {
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

  'every order has all of its events': (piece) => sql`
    select format('order %s has %s events of %s', id, coalesce(told.events, 0), orders.last_event) as problem
    from ${ordersOf(piece, raw('id, last_event'))}
    full join (
      select order_id as id, count(*) as events, max(sequence) as last
      from order_events
      where ${ofScope(piece.scope)}
        and ${inRange('order_id', piece.range)}
      group by 1) as told using (id)
    where (orders.last_event, orders.last_event) is distinct from (told.events, told.last)`,

  'every paid order was paid when its event says': (piece) => sql`
    select format('order %s was paid at %s, its event says %s', id, to_json(orders.accepted_at)#>>'{}',
      to_json(told.accepted_at)#>>'{}') as problem
    from ${ordersOf(piece, raw('id, status, accepted_at'))}
    left join (
      select distinct on (order_id) order_id as id, to_timestamp((order_state->>'acceptedAt')::bigint / 1000.0) as accepted_at
      from order_events
      where ${ofScope(piece.scope)}
        and ${inRange('order_id', piece.range)}
        and type = 'charge.success'
      order by order_id, sequence desc) as told using (id)
    where orders.status = 'paid'
      and orders.accepted_at is distinct from told.accepted_at`,

  'every order has the status that its last event tells': (piece) => sql`
    select format('order %s is %s, its last event says %s', id, orders.status, told.order_state->>'status') as problem
    from ${ordersOf(piece, raw('id, status, last_event'))}
    join (
      select order_id as id, sequence as last_event, order_state
      from order_events
      where ${ofScope(piece.scope)}
        and ${inRange('order_id', piece.range)}) as told using (id, last_event)
    where orders.status <> told.order_state->>'status'`,

  'every paid order is covered': (piece) => sql`
    select format('order %s is paid with %s of %s', id, received, amount) as problem
    from ${ordersOf(piece, raw('id, received, amount, status'))}
    where status = 'paid'
      and received < amount`,
};
