// Proves the books (D48). Each proof is one statement over whole tables that returns only the violations. The database
// computes the sums, so millions of rows cost a few sequential scans. All proofs read the same snapshot.
import { HOUSE_ACCOUNT } from '../../domain/account.js';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '../../domain/ledger.js';
import type { Queryable } from '../db.js';
import { startSnapshot } from '../snapshot.js';
import { join, raw, type Sql, sql } from '../sql.js';

export type Proof = {
  readonly claim: string;
  /** The number of violating rows, and the first of them. */
  readonly broken: number;
  readonly examples: readonly string[];
};

const EXAMPLES = 5;

export async function proveLedger(tx: Queryable): Promise<Proof[]> {
  await startSnapshot(tx);
  const proofs: Proof[] = [];
  for (const [claim, problems] of Object.entries(CLAIMS)) proofs.push(await prove(tx, claim, problems));
  return proofs;
}

async function prove(tx: Queryable, claim: string, problems: Sql): Promise<Proof> {
  const rows = await tx.query<{ problem: string; total: bigint }>(sql`
    select problem, count(*) over () as total
    from (${problems}) as found
    order by problem
    limit ${EXAMPLES}`);
  return { claim, broken: Number(rows[0]?.total ?? 0n), examples: rows.map(({ problem }) => problem) };
}

const SUM = raw(LEDGER_ACCOUNTS.join(' + '));
const SUMS = raw(LEDGER_ACCOUNTS.map((account) => `sum(${account}) as ${account}`).join(', '));
const DIFFERENCES = LEDGER_ACCOUNTS.map((account) =>
  raw(`coalesce(summed.${account}, 0) <> coalesce(kept.${account}, 0)`),
);
const MODE = sql`case when livemode then 'live' else 'test' end`;

/** Compares one ledger account, per merchant and mode, with the amount that other tables imply. */
function ledgerEquals(account: LedgerAccount, expected: Sql): Sql {
  return sql`
    select format('account %s, %s: the ledger has %s, the ${raw(account)} rows make %s', account_id, ${MODE},
      coalesce(booked.amount, 0), coalesce(expected.amount, 0)) as problem
    from (select account_id, livemode, ${raw(account)} as amount from ledger_balances) as booked
    full join (${expected}) as expected using (account_id, livemode)
    where coalesce(booked.amount, 0) <> coalesce(expected.amount, 0)`;
}

/** A voided payment is in no books: its rail never had it. */
function ofPayments(sum: Sql): Sql {
  return sql`
    select coalesce(account_id, ${raw(`'${HOUSE_ACCOUNT}'`)}) as account_id, livemode, ${sum} as amount
    from payments
    where not 'voided' = any(flags)
    group by 1, 2`;
}

function ofTransfers(where: Sql): Sql {
  return sql`
    select account_id, livemode, sum(amount) as amount
    from outgoing_transfers
    where ${where}
    group by 1, 2`;
}

/** What was decided and did not bounce, less what is still on its way out. */
function gone(decided: Sql, reason: 'refund' | 'return' | 'payout'): Sql {
  return sql`
    select account_id, livemode, sum(amount) as amount
    from (
      ${decided}
      union all
      select account_id, livemode, -amount
      from (${ofTransfers(sql`reason = ${raw(`'${reason}'`)} and ${GOING_OUT[reason]}`)}) as not_gone) as parts
    group by 1, 2`;
}

/** A bounced return is no longer returned money of its payment, but a bounced refund or payout stays in its table. */
const GOING_OUT = {
  refund: sql`state <> 'confirmed'`,
  return: sql`state in ('to_send', 'sent')`,
  payout: sql`state <> 'confirmed'`,
};

function onTheWay(reason: 'refund' | 'return' | 'payout'): Sql {
  return ofTransfers(sql`reason = ${raw(`'${reason}'`)} and state in ('to_send', 'sent')`);
}

function ofOrders(sum: Sql, where: Sql): Sql {
  return sql`
    select account_id, livemode, ${sum} as amount
    from orders
    where ${where}
    group by 1, 2`;
}

const CLAIMS: Readonly<Record<string, Sql>> = {
  'every entry sums to zero': sql`
    select format('entry %s of account %s sums to %s', id, account_id, ${SUM}) as problem
    from ledger_entries
    where ${SUM} <> 0`,

  'balances are the sums of the entries': sql`
    select format('account %s, %s', account_id, ${MODE}) as problem
    from (select account_id, livemode, ${SUMS} from ledger_entries group by 1, 2) as summed
    full join ledger_balances as kept using (account_id, livemode)
    where ${join(DIFFERENCES, ' or ')}`,

  'every payment is wholly in its five places': sql`
    select format('payment %s', id) as problem
    from payments
    where applied + surplus + held + unmatched + returned <> amount`,

  'what the rails brought is what the payments are': ledgerEquals('rail', ofPayments(sql`-sum(amount)`)),
  'unmatched money is in the books': ledgerEquals('unmatched', ofPayments(sql`sum(unmatched)`)),
  'surplus is in the books': ledgerEquals('surplus', ofPayments(sql`sum(surplus)`)),
  'returned money is in the books': ledgerEquals('returned', gone(ofPayments(sql`sum(returned)`), 'return')),
  'refunds on their way out are in the books': ledgerEquals('to_refund', onTheWay('refund')),
  'returns on their way out are in the books': ledgerEquals('to_return', onTheWay('return')),
  'payouts on their way out are in the books': ledgerEquals('to_pay_out', onTheWay('payout')),
  'held money and the parts of unpaid orders are in the books': ledgerEquals(
    'held',
    sql`
    select account_id, livemode, sum(amount) as amount
    from (
      ${ofPayments(sql`sum(held)`)}
      union all
      ${ofOrders(sql`sum(received)`, sql`status <> 'paid' and received > 0`)}) as waiting
    group by 1, 2`,
  ),
  'fees are those of the paid orders': ledgerEquals('fees', ofOrders(sql`sum(fee)`, sql`status = 'paid'`)),
  'IVA is that of the paid orders': ledgerEquals('iva', ofOrders(sql`sum(iva)`, sql`status = 'paid'`)),
  'pending is what paid orders have not released yet': ledgerEquals(
    'pending',
    ofOrders(sql`sum(amount - fee - iva)`, sql`status = 'paid' and not released`),
  ),
  'refunds are in the books': ledgerEquals(
    'refunded',
    gone(sql`select account_id, livemode, sum(amount) as amount from refunds group by 1, 2`, 'refund'),
  ),
  'refunds are on their orders': sql`
    select format('order %s has refunded %s, its refunds make %s', id, orders.refunded, coalesce(made.amount, 0)) as problem
    from orders
    full join (
      select account_id, livemode, id, sum(amount) as amount
      from (
        select account_id, livemode, order_id as id, amount
        from refunds
        union all
        select account_id, livemode, order_id, -amount
        from outgoing_transfers
        where reason = 'refund'
          and state = 'bounced') as parts
      group by 1, 2, 3) as made using (account_id, livemode, id)
    where coalesce(orders.refunded, 0) <> coalesce(made.amount, 0)`,
  'payouts are in the books': ledgerEquals(
    'paid_out',
    gone(sql`select account_id, livemode, sum(amount) as amount from payouts group by 1, 2`, 'payout'),
  ),
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

  // A paid order counts applied and surplus payments; any other order counts applied payments only. Money that an
  // operator accepted for the merchant is also applied, but not to the order: ledger entries show how much that is.
  'every order has received what its payments brought': sql`
    select format('order %s has received %s, its payments make %s', id, orders.received,
      coalesce(brought.applied, 0) - coalesce(accepted.amount, 0)
        + case when orders.status = 'paid' then coalesce(brought.surplus, 0) else 0 end) as problem
    from orders
    full join (
      select account_id, livemode, order_id as id, sum(applied) as applied, sum(surplus) as surplus
      from payments
      where order_id is not null
      group by 1, 2, 3) as brought using (account_id, livemode, id)
    left join (
      select account_id, livemode, order_id as id, sum(available) as amount
      from ledger_entries
      where kind = 'accept'
        and order_id is not null
      group by 1, 2, 3) as accepted using (account_id, livemode, id)
    where orders.received is distinct from (coalesce(brought.applied, 0) - coalesce(accepted.amount, 0)
      + case when orders.status = 'paid' then coalesce(brought.surplus, 0) else 0 end)`,

  'every order shows the surplus and the held money of its payments': sql`
    select format('order %s shows %s and %s, its payments have %s and %s', id, orders.surplus, orders.held,
      coalesce(brought.surplus, 0), coalesce(brought.held, 0)) as problem
    from orders
    full join (
      select account_id, livemode, order_id as id, sum(surplus) as surplus, sum(held) as held
      from payments
      where order_id is not null
        and (surplus > 0 or held > 0)
      group by 1, 2, 3) as brought using (account_id, livemode, id)
    where orders.surplus is distinct from coalesce(brought.surplus, 0)
      or orders.held is distinct from coalesce(brought.held, 0)`,

  'every paid order is covered': sql`
    select format('order %s is paid with %s of %s', id, received, amount) as problem
    from orders
    where status = 'paid'
      and received < amount`,
};
