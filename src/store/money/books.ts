// Writes what happened to orders: their new state, their events, the postings, the balances and the payments, all in one
// statement. Every change of an order after its creation goes through here, inside the transaction that locked it.

import type { Scope } from '../../domain/account.js';
import { type EventType, orderEvent } from '../../domain/event.js';
import { type Entry, LEDGER_ACCOUNTS, type Postings } from '../../domain/ledger.js';
import { isLive } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { Payment } from '../../domain/payment.js';
import type { Queryable } from '../db.js';

export type BookEntry = Entry & { readonly scope: Scope; readonly id: string; readonly createdAt: number };

export type OrderChanges = {
  /** Orders as they are now; `lastEvent` still that of before, it grows by their events. */
  readonly orders: readonly { readonly order: Order; readonly events: readonly EventType[] }[];
  readonly entries: readonly BookEntry[];
  /** New payments, or known ones that changed. */
  readonly payments: readonly Payment[];
};

const COLUMNS = LEDGER_ACCOUNTS.join(', ');
const TYPED = LEDGER_ACCOUNTS.map((account) => `${account} bigint`).join(', ');
const ADDED = LEDGER_ACCOUNTS.map((account) => `${account} = ledger_balances.${account} + excluded.${account}`).join(
  ', ',
);

const WRITE = `
with changed as (
  update orders
  set status = row.status, received = row.received, refunded = row.refunded, accepted_at = row.accepted_at,
    released = row.released, updated_at = row.updated_at, last_event = row.last_event
  from json_to_recordset($1::json) as row(
    account_id uuid, livemode boolean, id uuid, status text, received bigint, refunded bigint, accepted_at timestamptz,
    released boolean, updated_at timestamptz, last_event integer)
  where orders.account_id = row.account_id
    and orders.livemode = row.livemode
    and orders.id = row.id
), happened as (
  select account_id, livemode, order_id, sequence, type, created_at, order_state
  from json_to_recordset($2::json) as row(
    account_id uuid, livemode boolean, order_id uuid, sequence integer, type text, created_at timestamptz, order_state json)
), told as (
  insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
  select account_id, livemode, order_id, sequence, type, created_at, order_state
  from happened
), hooked as (
  insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
  select e.account_id, e.livemode, e.id, v.order_id, v.sequence,
    case
      when not e.is_active then 'held'
      when exists (
        select from webhook_deliveries d
        where d.account_id = e.account_id
          and d.livemode = e.livemode
          and d.endpoint_id = e.id
          and d.order_id = v.order_id
          and d.sequence < v.sequence
          and d.state in ('due', 'waiting', 'held')) then 'waiting'
      when exists (
        select from happened before
        where before.order_id = v.order_id
          and before.sequence < v.sequence
          and before.type = any(e.events)) then 'waiting'
      else 'due'
    end, now(), now()
  from happened v
  join webhook_endpoints e on e.account_id = v.account_id
    and e.livemode = v.livemode
    and e.deleted_at is null
    and v.type = any(e.events)
), booked as (
  insert into ledger_entries (account_id, livemode, id, kind, order_id, payment_id, created_at, ${COLUMNS})
  select account_id, livemode, id, kind, order_id, payment_id, created_at, ${COLUMNS}
  from json_to_recordset($3::json) as row(
    account_id uuid, livemode boolean, id uuid, kind text, order_id uuid, payment_id uuid, created_at timestamptz, ${TYPED})
), balanced as (
  insert into ledger_balances (account_id, livemode, ${COLUMNS})
  select account_id, livemode, ${COLUMNS}
  from json_to_recordset($4::json) as row(account_id uuid, livemode boolean, ${TYPED})
  order by account_id, livemode
  on conflict (account_id, livemode) do update
  set ${ADDED}
)
insert into payments (id, identity, kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount,
  applied, surplus, held, unmatched, returned, flags, repeats, account_id, order_id, paid_at, received_at, updated_at)
select id, decode(identity, 'hex'), kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount,
  applied, surplus, held, unmatched, returned, flags, repeats, account_id, order_id, paid_at, received_at, updated_at
from json_to_recordset($5::json) as row(
  id uuid, identity text, kind text, livemode boolean, network text, tracking_key text, destination text, payer_name text,
  payer_account text, amount bigint, applied bigint, surplus bigint, held bigint, unmatched bigint, returned bigint,
  flags text[], repeats integer, account_id uuid, order_id uuid, paid_at timestamptz, received_at timestamptz,
  updated_at timestamptz)
on conflict (id) do update
set applied = excluded.applied, surplus = excluded.surplus, held = excluded.held, unmatched = excluded.unmatched,
  returned = excluded.returned, flags = excluded.flags, account_id = excluded.account_id, order_id = excluded.order_id,
  updated_at = excluded.updated_at`;

export async function writeOrderChanges(tx: Queryable, changes: OrderChanges): Promise<void> {
  await tx.query({
    name: 'write_order_changes',
    text: WRITE,
    values: [
      JSON.stringify(changes.orders.map(({ order, events }) => orderRow(order, events))),
      JSON.stringify(
        changes.orders.flatMap(({ order, events }) => events.map((type, index) => eventRow(order, type, index))),
      ),
      JSON.stringify(changes.entries.map(entryRow)),
      JSON.stringify(balanceRows(changes.entries)),
      JSON.stringify(changes.payments.map(paymentRow)),
    ],
  });
}

function orderRow(order: Order, events: readonly EventType[]) {
  return {
    account_id: order.scope.accountId,
    livemode: isLive(order.scope.mode),
    id: order.uuid,
    status: order.status,
    received: String(order.received),
    refunded: String(order.refunded),
    accepted_at: isoOrNull(order.acceptedAt),
    released: order.released,
    updated_at: iso(order.updatedAt),
    last_event: order.lastEvent + events.length,
  };
}

function eventRow(order: Order, type: EventType, index: number) {
  const event = orderEvent(order, order.lastEvent + index + 1, type);
  return {
    account_id: order.scope.accountId,
    livemode: isLive(order.scope.mode),
    order_id: order.uuid,
    sequence: event.sequence,
    type: event.type,
    created_at: iso(event.createdAt),
    order_state: event.orderState,
  };
}

function entryRow(entry: BookEntry) {
  return {
    account_id: entry.scope.accountId,
    livemode: isLive(entry.scope.mode),
    id: entry.id,
    kind: entry.kind,
    order_id: entry.orderId,
    payment_id: entry.paymentId,
    created_at: iso(entry.createdAt),
    ...postingColumns(entry.postings),
  };
}

/** One row an account, so that each balance is locked once, and in one order everywhere. */
function balanceRows(entries: readonly BookEntry[]) {
  const sums = new Map<string, { scope: Scope; postings: Partial<Record<(typeof LEDGER_ACCOUNTS)[number], bigint>> }>();
  for (const { scope, postings } of entries) {
    const key = `${scope.accountId}${scope.mode}`;
    const sum = sums.get(key) ?? { scope, postings: {} };
    for (const account of LEDGER_ACCOUNTS)
      sum.postings[account] = (sum.postings[account] ?? 0n) + (postings[account] ?? 0n);
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ scope, postings }) => ({
    account_id: scope.accountId,
    livemode: isLive(scope.mode),
    ...postingColumns(postings),
  }));
}

function postingColumns(postings: Postings): Record<string, string> {
  return Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, String(postings[account] ?? 0n)]));
}

function paymentRow(payment: Payment) {
  return {
    id: payment.id,
    identity: payment.identity.toString('hex'),
    kind: payment.kind,
    livemode: isLive(payment.mode),
    network: payment.network,
    tracking_key: payment.trackingKey,
    destination: payment.destination,
    payer_name: payment.payerName,
    payer_account: payment.payerAccount,
    amount: String(payment.amount),
    applied: String(payment.applied),
    surplus: String(payment.surplus),
    held: String(payment.held),
    unmatched: String(payment.unmatched),
    returned: String(payment.returned),
    flags: payment.flags,
    repeats: payment.repeats,
    account_id: payment.accountId,
    order_id: payment.orderId,
    paid_at: iso(payment.paidAt),
    received_at: iso(payment.receivedAt),
    updated_at: iso(payment.updatedAt),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
