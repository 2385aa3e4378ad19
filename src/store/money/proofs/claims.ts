// Claims about single rows behind the books (D48). Each is proved by one statement over a piece of a table, which returns
// only the violations.
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { PAYMENT_STATES } from '../../../domain/money/payment.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { columns, join, raw, type Sql, sql } from '../../sql.js';
import { MOVED } from '../statements/shown-lines.js';
import { type Ids, inRange, type ScopeIds } from './pieces.js';

/** How many rows of a piece violate a claim, and the first of them. */
export type Found = { readonly broken: number; readonly examples: readonly string[] };

export const EXAMPLES = 5;

/** The same by claim. */
export type FoundOf = readonly (readonly [claim: string, found: Found])[];

export async function prove(db: Queryable, problems: Sql): Promise<Found> {
  const rows = await db.query<{ problem: string; total: bigint }>(sql`
    select problem, count(*) over () as total
    from (${problems}) as found
    order by problem
    limit ${EXAMPLES}`);
  return { broken: Number(rows[0]?.total ?? 0n), examples: rows.map(({ problem }) => problem) };
}

/** Claims about rows that are read anyway: when one breaks it, and what is said of that one. */
type RowClaims = Readonly<Record<string, { readonly isBroken: Sql; readonly problem: Sql }>>;

/** Columns of an aggregate with the problems of each claim. */
export function problemsOf(claims: RowClaims): Sql {
  const all = Object.values(claims);
  return join(
    all.map(
      ({ isBroken, problem }, at) => sql`array_agg(${problem}) filter (where ${isBroken}) as ${raw(columnOf(at))}`,
    ),
    ', ',
  );
}

const columnOf = (at: number) => `claim_${at}`;

/** The names of those columns. */
export function problemColumns(claims: RowClaims): Sql {
  return columns(Object.keys(claims).map((_, at) => columnOf(at)));
}

/** What those columns have told. */
export function foundIn(claims: RowClaims, row: object): FoundOf {
  const told = new Map<string, readonly string[] | null>(Object.entries(row));
  return Object.keys(claims).map((claim, at) => {
    const problems = told.get(columnOf(at)) ?? [];
    return [claim, { broken: problems.length, examples: problems.toSorted().slice(0, EXAMPLES) }];
  });
}

const SUM = LEDGER_ACCOUNTS.join(' + ');

export const ENTRY_CLAIMS: RowClaims = {
  'every entry sums to zero': {
    isBroken: raw(`${SUM} <> 0`),
    problem: raw(`format('entry %s of account %s sums to %s', id, account_id, ${SUM})`),
  },
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

export const PAYMENT_CLAIMS: RowClaims = {
  'every payment is wholly in its five places': {
    isBroken: raw(`${PAYMENT_STATES.join(' + ')} <> amount`),
    problem: raw(`format('payment %s', id)`),
  },
};

export const SHOWN_CLAIMS: Readonly<Record<string, (range: Ids) => Sql>> = {
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

const LINES = sql`select bank_files.id as file, line->>'id' as id, line->>'amount' as amount,
      line->>'clabe' as clabe, line->>'holder' as holder, line->>'bank' as bank
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
      and (line.id is null
        or (line.amount, line.clabe, line.holder, line.bank)
          is distinct from (transfer.amount::text, transfer.clabe, transfer.holder, transfer.bank))`,
  'every line of a bank file has its transfer': sql`
    select format('file %s has transfer %s', line.file, line.id) as problem
    from (${LINES}) line
    left join outgoing_transfers transfer on transfer.id::text = line.id
    where transfer.batch_id is distinct from line.file`,
};

/** What the payments of the orders of a piece brought and what their refunds make, to be joined with them; also where the order is gone. */
export function moneyOfOrders({ scope, range }: ScopeIds): Sql {
  return sql`
    full join (
      select order_id as id, sum(applied - accepted)::bigint as applied, sum(surplus)::bigint as surplus, sum(held)::bigint as held
      from payments
      where ${ofScope(scope)}
        and ${inRange('order_id', range)}
        and order_id is not null
      group by 1) as brought using (id)
    full join (
      select id, sum(amount)::bigint as amount
      from (
        select order_id as id, amount
        from refunds
        where ${ofScope(scope)}
          and ${inRange('order_id', range)}
        union all
        select order_id, -amount
        from outgoing_transfers
        where ${ofScope(scope)}
          and ${inRange('order_id', range)}
          and order_id is not null
          and reason = 'refund'
          and state = 'bounced') as parts
      group by 1) as made using (id)`;
}

// A paid order counts applied and surplus payments; any other order counts applied payments only. Money that somebody
// accepted for the merchant is also applied, but not to the order.
const RECEIVED = raw(
  `coalesce(brought.applied, 0) + case when orders.status = 'paid' then coalesce(brought.surplus, 0) else 0 end`,
);

/** Claims about orders beside moneyOfOrders(). */
export const ORDER_CLAIMS: RowClaims = {
  'refunds are on their orders': {
    isBroken: raw('coalesce(orders.refunded, 0) <> coalesce(made.amount, 0)'),
    problem: raw(
      `format('order %s has refunded %s, its refunds make %s', id, orders.refunded, coalesce(made.amount, 0))`,
    ),
  },
  'every order has received what its payments brought': {
    isBroken: sql`(orders.id is not null or brought.id is not null) and orders.received is distinct from ${RECEIVED}`,
    problem: sql`format('order %s has received %s, its payments make %s', id, orders.received, ${RECEIVED})`,
  },
  'every order shows the surplus and the held money of its payments': {
    isBroken: raw(`coalesce(orders.surplus, 0) <> coalesce(brought.surplus, 0)
      or coalesce(orders.held, 0) <> coalesce(brought.held, 0)`),
    problem: raw(`format('order %s shows %s and %s, its payments have %s and %s', id, orders.surplus, orders.held,
      coalesce(brought.surplus, 0), coalesce(brought.held, 0))`),
  },
  'every paid order is covered': {
    isBroken: raw(`orders.status = 'paid' and orders.received < orders.amount`),
    problem: raw(`format('order %s is paid with %s of %s', id, orders.received, orders.amount)`),
  },
};
