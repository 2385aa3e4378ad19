// The proofs of the books (D48), each one statement over whole tables that gives only what does not hold: sums are made
// by the database, so millions of rows are a few sequential scans. They belong into one read-only snapshot.
import { HOUSE_ACCOUNT } from '../../domain/account.js';
import { LEDGER_ACCOUNTS } from '../../domain/ledger.js';
import type { Queryable } from '../db.js';

export type Proof = {
  readonly claim: string;
  /** How many rows contradict it, and the first of them. */
  readonly broken: number;
  readonly examples: readonly string[];
};

const EXAMPLES = 5;

export async function proveLedger(tx: Queryable): Promise<Proof[]> {
  await tx.query({ text: 'set transaction isolation level repeatable read read only', values: [] });
  const proofs: Proof[] = [];
  for (const [claim, problems] of Object.entries(CLAIMS)) proofs.push(await prove(tx, claim, problems));
  return proofs;
}

async function prove(tx: Queryable, claim: string, problems: string): Promise<Proof> {
  const rows = await tx.query<{ problem: string; total: bigint }>({
    text: `select problem, count(*) over () as total from (${problems}) as found order by problem limit ${EXAMPLES}`,
    values: [],
  });
  return { claim, broken: Number(rows[0]?.total ?? 0n), examples: rows.map(({ problem }) => problem) };
}

const SUM = LEDGER_ACCOUNTS.join(' + ');
const SUMS = LEDGER_ACCOUNTS.map((account) => `sum(${account}) as ${account}`).join(', ');
const WHERE_MODE = `case when livemode then 'live' else 'test' end`;

/** One account of the ledger, per merchant and mode, against what other tables say it must be. */
function ledgerEquals(account: string, told: string): string {
  return `
    select format('account %s, %s: the ledger has %s, the ${account} rows make %s', account_id, ${WHERE_MODE},
      coalesce(booked.amount, 0), coalesce(told.amount, 0)) as problem
    from (select account_id, livemode, ${account} as amount from ledger_balances) as booked
    full join (${told}) as told using (account_id, livemode)
    where coalesce(booked.amount, 0) <> coalesce(told.amount, 0)`;
}

function ofPayments(sum: string): string {
  return `
    select coalesce(account_id, '${HOUSE_ACCOUNT}') as account_id, livemode, ${sum} as amount
    from payments
    group by 1, 2`;
}

function ofOrders(sum: string, where: string): string {
  return `select account_id, livemode, ${sum} as amount from orders where ${where} group by 1, 2`;
}

const CLAIMS: Readonly<Record<string, string>> = {
  'every entry sums to zero': `
    select format('entry %s of account %s sums to %s', id, account_id, ${SUM}) as problem
    from ledger_entries
    where ${SUM} <> 0`,

  'balances are the sums of the entries': `
    select format('account %s, %s', account_id, ${WHERE_MODE}) as problem
    from (select account_id, livemode, ${SUMS} from ledger_entries group by 1, 2) as summed
    full join ledger_balances as kept using (account_id, livemode)
    where ${LEDGER_ACCOUNTS.map((account) => `coalesce(summed.${account}, 0) <> coalesce(kept.${account}, 0)`).join(' or ')}`,

  'every payment is wholly in its five places': `
    select format('payment %s', id) as problem
    from payments
    where applied + surplus + held + unmatched + returned <> amount`,

  'what the rails brought is what the payments are': ledgerEquals('rail', ofPayments('-sum(amount)')),
  'unmatched money is in the books': ledgerEquals('unmatched', ofPayments('sum(unmatched)')),
  'surplus is in the books': ledgerEquals('surplus', ofPayments('sum(surplus)')),
  'returned money is in the books': ledgerEquals('returned', ofPayments('sum(returned)')),
  'held money and the parts of unpaid orders are in the books': ledgerEquals(
    'held',
    `
    select account_id, livemode, sum(amount) as amount
    from (
      ${ofPayments('sum(held)')}
      union all
      ${ofOrders('sum(received)', `status <> 'paid' and received > 0`)}) as waiting
    group by 1, 2`,
  ),
  'fees are those of the paid orders': ledgerEquals('fees', ofOrders('sum(fee)', `status = 'paid'`)),
  'IVA is that of the paid orders': ledgerEquals('iva', ofOrders('sum(iva)', `status = 'paid'`)),
  'pending is what paid orders have not released yet': ledgerEquals(
    'pending',
    ofOrders('sum(amount - fee - iva)', `status = 'paid' and not released`),
  ),
  'refunds are in the books': ledgerEquals(
    'refunded',
    'select account_id, livemode, sum(amount) as amount from refunds group by 1, 2',
  ),
  'refunds are on their orders': `
    select format('order %s has refunded %s, its refunds make %s', id, orders.refunded, coalesce(made.amount, 0)) as problem
    from orders
    full join (
      select account_id, livemode, order_id as id, sum(amount) as amount
      from refunds
      group by 1, 2, 3) as made using (account_id, livemode, id)
    where coalesce(orders.refunded, 0) <> coalesce(made.amount, 0)`,
  'payouts are in the books': ledgerEquals(
    'paid_out',
    'select account_id, livemode, sum(amount) as amount from payouts group by 1, 2',
  ),

  // On a paid order applied and surplus money counts, on another one what was applied. What an operator accepted for the
  // merchant is applied as well, but on no order's account: its entries tell how much that is.
  'every order has received what its payments brought': `
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

  'every paid order is covered': `
    select format('order %s is paid with %s of %s', id, received, amount) as problem
    from orders
    where status = 'paid'
      and received < amount`,
};
