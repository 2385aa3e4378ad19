// The sums that must hold in every database, whatever happened (D41, D48), written as SQL of their own and not with the
// program's. Also credentials of rails, and notices as rails write them.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Deps } from '../../src/deps.js';
import { railDay } from '../../src/domain/base/mexico-day.js';
import type { Rail } from '../../src/domain/rails/rail.js';
import type { Queryable } from '../../src/store/db.js';
import { digestOf, insertRail } from '../../src/store/rails/rails.js';
import { basic } from '../support/service.js';

const COLUMNS =
  'rail available pending held surplus unmatched fees iva refunded returned paid_out to_refund to_return to_pay_out bank fees_taken iva_paid commission written_off'.split(
    ' ',
  );
const SUM = COLUMNS.join(' + ');

/** Each statement must give no row. */
const LAWS: Readonly<Record<string, string>> = {
  'every entry sums to zero': `select * from ledger_entries where ${SUM} <> 0`,
  'every balance sums to zero': `select * from ledger_balances where ${SUM} <> 0`,
  'a balance is the sum of its entries': `
    select account_id, livemode, ${COLUMNS.map((column) => `b.${column} as b_${column}, e.${column} as e_${column}`).join(', ')}
    from ledger_balances b
    full join (
      select account_id, livemode, ${COLUMNS.map((column) => `sum(${column}) as ${column}`).join(', ')}
      from ledger_entries group by account_id, livemode) e using (account_id, livemode)
    where (${COLUMNS.map((column) => `b.${column}`).join(', ')}) is distinct from (${COLUMNS.map((column) => `e.${column}`).join(', ')})`,
  'what came from the rails is what was paid, by mode': `
    select livemode, paid.total, books.total
    from (select livemode, sum(amount) as total from payments where not 'voided' = any(flags) group by livemode) paid
    full join (
      select livemode, -sum(rail + bank) as total
      from ledger_entries where kind <> 'adjustment' group by livemode) books using (livemode)
    where coalesce(paid.total, 0) <> coalesce(books.total, 0)`,
  'what came from the rails is what was paid, by payment': `
    select p.id, p.amount, sum(e.rail) from payments p left join ledger_entries e on e.payment_id = p.id
    group by p.id, p.amount, p.flags
    having coalesce(-sum(e.rail), 0) <> case when 'voided' = any(p.flags) then 0 else p.amount end`,
  'every payment is in five places that add up': `
    select * from payments where applied + surplus + held + unmatched + returned <> amount`,
  'returned and unmatched money is that of the payments': `
    select livemode, p.returned, b.returned, p.unmatched, b.unmatched
    from (select livemode, sum(returned) filter (where not 'voided' = any(flags)) as returned, sum(unmatched) as unmatched
      from payments group by livemode) p
    join (select livemode, sum(returned + to_return) as returned, sum(unmatched) as unmatched
      from ledger_balances group by livemode) b using (livemode)
    where p.returned <> b.returned or p.unmatched <> b.unmatched`,
  'an order has received what its payments applied, and their surplus once it is paid': `
    select o.id, o.status, o.received, sum(p.applied), sum(p.surplus)
    from orders o left join payments p on p.order_id = o.id
    group by o.account_id, o.livemode, o.id, o.status, o.received
    having o.received <> coalesce(sum(p.applied - p.accepted + case when o.status = 'paid' then p.surplus else 0 end), 0)`,
  'an order shows the surplus and the held money of its payments': `
    select o.id, o.surplus, o.held, sum(p.surplus), sum(p.held)
    from orders o left join payments p on p.order_id = o.id
    group by o.account_id, o.livemode, o.id, o.surplus, o.held
    having o.surplus <> coalesce(sum(p.surplus), 0) or o.held <> coalesce(sum(p.held), 0)`,
  'paid if and only if covered': `select * from orders where (status = 'paid') <> (received >= amount)`,
  'a paid order has exactly its amount applied': `
    select o.id, o.amount, sum(p.applied) from orders o left join payments p on p.order_id = o.id
    where o.status = 'paid' group by o.account_id, o.livemode, o.id, o.amount
    having coalesce(sum(p.applied - p.accepted), 0) <> o.amount`,
  'fees and IVA are those of paid orders and of accepted money': `
    select account_id, livemode, b.fees, owed.fees, b.iva, owed.iva
    from (
      select account_id, livemode, sum(fees) as fees, sum(iva) as iva
      from ledger_entries where kind <> 'adjustment' group by account_id, livemode) b
    full join (
      select account_id, livemode, sum(fee) as fees, sum(iva) as iva
      from (
        select account_id, livemode, fee, iva from orders where status = 'paid'
        union all
        select account_id, livemode, accepted_fee, accepted_iva from payments where accepted > 0) bearing
      group by account_id, livemode) owed using (account_id, livemode)
    where coalesce(b.fees, 0) <> coalesce(owed.fees, 0) or coalesce(b.iva, 0) <> coalesce(owed.iva, 0)`,
  'an order has refunded what its refunds add up to': `
    select o.id, o.refunded from orders o
    left join refunds r on r.order_id = o.id
      and not exists (select from outgoing_transfers t where t.source_id = r.id and t.state = 'bounced')
    group by o.account_id, o.livemode, o.id, o.refunded having o.refunded <> coalesce(sum(r.amount), 0)`,
  'the books owe what the transfers on their way make': `
    select account_id, livemode, b.owed, t.owed
    from (select account_id, livemode, to_refund + to_return + to_pay_out as owed from ledger_balances) b
    full join (select account_id, livemode, sum(amount) as owed from outgoing_transfers
      where state in ('to_send', 'sent') group by account_id, livemode) t using (account_id, livemode)
    where coalesce(b.owed, 0) <> coalesce(t.owed, 0)`,
  'every refund and payout has one transfer': `
    select id from (select id from refunds union all select id from payouts) made
    where (select count(*) from outgoing_transfers t where t.source_id = made.id) <> 1`,
  'events are numbered without a gap': `
    select o.id, o.last_event, count(e.sequence), max(e.sequence)
    from orders o left join order_events e on e.order_id = o.id
    group by o.account_id, o.livemode, o.id, o.last_event
    having count(e.sequence) <> o.last_event or max(e.sequence) <> o.last_event`,
  'time never runs backwards within an order': `
    select e.order_id, e.sequence, e.created_at, b.created_at as before
    from order_events e
    join order_events b using (account_id, livemode, order_id)
    where b.sequence = e.sequence - 1 and e.created_at < b.created_at`,
  'an order shows its last event, and no time of it is before its creation': `
    select o.id, o.status, o.updated_at, e.order_state
    from orders o
    join order_events e on e.order_id = o.id and e.sequence = o.last_event
    where o.status <> e.order_state->>'status' or o.updated_at < e.created_at or o.updated_at < o.created_at
      or o.accepted_at < o.created_at`,
};

export async function assertBooks(db: Queryable, what = ''): Promise<void> {
  const isCluster = db.isSpread;
  for (const [law, text] of Object.entries(LAWS)) {
    const broken = await db.query({ text: isCluster ? gathered(text) : text, values: [] });
    assert.equal(broken.length, 0, `${what} ${law}: ${inspect(broken.slice(0, 3))}`);
  }
}

const TABLES = [
  ...['orders', 'order_events', 'refunds', 'payouts', 'ledger_entries', 'ledger_balances'],
  ...['payments', 'outgoing_transfers'],
];

/** The nodes of a cluster cannot join by anything but the account, so the rows are joined where all of them are. */
function gathered(law: string): string {
  const used = TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(law));
  return `with ${used.map((table) => `${table} as materialized (select * from ${table})`).join(', ')} ${law}`;
}

function inspect(rows: readonly unknown[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Whom rails of these kinds speak for; others speak for a store. */
const NETWORKS: Readonly<Record<string, string>> = { spei: 'banxico', crypto: 'BTC' };

/** Headers that open a new rail. */
export async function addRail(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  rail: Pick<Rail, 'kind' | 'mode'> & { readonly name?: string; readonly allow?: readonly string[] },
): Promise<{ authorization: string; userName: string; password: string }> {
  const createdAt = deps.clock.now();
  const userName = `rail_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const { kind, mode, name = NETWORKS[kind] ?? 'OXXO', allow = [] } = rail;
  await insertRail(deps.db, {
    id: deps.random.uuid(createdAt),
    kind,
    mode,
    name,
    userName,
    digest: digestOf(password).toString('hex'),
    allow,
    createdAt,
  });
  return { authorization: basic(userName, password), userName, password };
}

let serial = 0;

/** A tracking key that no other notice of this process has. */
export function trackingKey(): string {
  return `T${process.pid}X${++serial}`;
}

/** A SPEI notice as the bank network writes it; `monto` stands in it as given. */
export function speiNotice(clabe: string, monto: string, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id: 1_000_000 + ++serial,
    fechaOperacion: railDay(Date.now()),
    institucionOrdenante: '40012',
    institucionBeneficiaria: '90646',
    claveRastreo: trackingKey(),
    monto: '@',
    nombreOrdenante: 'ANA PEREZ',
    tipoCuentaOrdenante: 40,
    cuentaOrdenante: '012180015025335996',
    rfcCurpOrdenante: 'ND',
    nombreBeneficiario: 'COBRO',
    cuentaBeneficiario: clabe,
    conceptoPago: 'PAGO',
    referenciaNumerica: 1_234_567,
    empresa: 'COBRO',
    tipoPago: 1,
    tsLiquidacion: Date.now(),
    ...change,
  }).replace('"@"', monto);
}

export function cashNotice(reference: string, amount: number | string, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    network: 'OXXO',
    transaction_id: trackingKey(),
    reference,
    amount,
    paid_at: new Date().toISOString(),
    ...change,
  });
}
