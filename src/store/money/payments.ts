// Payments, and the orders that they may be for. Everything here that locks belongs into one transaction.

import type { Scope } from '../../domain/account.js';
import { isLive, type Mode, modeOf } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { Payment, PaymentFlag } from '../../domain/payment.js';
import { DEFAULT_POLICIES, type Policies } from '../../domain/policy.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../orders/order-row.js';
import { sql } from '../sql.js';

/** Which of these identities are known. */
export async function knownIdentities(tx: Queryable, identities: readonly Buffer[]): Promise<Set<string>> {
  const rows = await tx.query<{ identity: Buffer }>({
    name: 'known_identities',
    text: 'select identity from payments where identity = any($1::bytea[])',
    values: [identities],
  });
  return new Set(rows.map(({ identity }) => identity.toString('hex')));
}

/** Counts that these payments were told again. */
export async function countRepeats(tx: Queryable, repeats: ReadonlyMap<string, number>): Promise<void> {
  await tx.query(sql`
    update payments
    set repeats = payments.repeats + told.times
    from unnest(${[...repeats.keys()]}::text[], ${[...repeats.values()]}::integer[]) as told(identity, times)
    where payments.identity = decode(told.identity, 'hex')`);
}

export type Candidate = { readonly order: Order; readonly policies: Policies };

/**
 * The orders that money for these CLABEs and references may be for, locked, always in the same order. A customer's CLABE
 * has many orders: of those only the ones that can still be paid. A card names the newest order that has it.
 */
export async function lockCandidates(tx: Queryable, destinations: readonly string[]): Promise<Candidate[]> {
  const rows = await tx.query<OrderRow & { policies: Partial<Policies> }>({
    name: 'lock_candidates',
    text: `
      select ${QUALIFIED}, accounts.policies
      from orders
      join accounts on accounts.id = orders.account_id
      where (orders.clabe = any($1::text[])
          and (orders.customer_id is null or orders.status in ('pending', 'expired')))
        or orders.reference = any($1::text[])
        or (orders.card_number = any($1::text[])
          and orders.id = (
            select newest.id
            from orders newest
            where newest.card_number = orders.card_number
            order by newest.id desc
            limit 1))
      order by orders.account_id, orders.id
      for update of orders`,
    values: [destinations],
  });
  return rows.map((row) => ({ order: toOrder(row), policies: { ...DEFAULT_POLICIES, ...row.policies } }));
}

const QUALIFIED = ORDER_COLUMNS.split(', ')
  .map((column) => `orders.${column}`)
  .join(', ');

/** One order, locked until the transaction ends. */
export async function lockOrder(tx: Queryable, scope: Scope, uuid: string): Promise<Candidate | null> {
  const rows = await tx.query<OrderRow & { policies: Partial<Policies> }>({
    name: 'lock_order',
    text: `
      select ${QUALIFIED}, accounts.policies
      from orders
      join accounts on accounts.id = orders.account_id
      where orders.account_id = $1
        and orders.livemode = $2
        and orders.id = $3
      for update of orders`,
    values: [scope.accountId, isLive(scope.mode), uuid],
  });
  const row = rows[0];
  return row === undefined ? null : { order: toOrder(row), policies: { ...DEFAULT_POLICIES, ...row.policies } };
}

export const PAYMENT_COLUMNS = `id, identity, kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount,
  applied, surplus, held, unmatched, returned, flags, repeats, account_id, order_id, paid_at, received_at, updated_at`;

const PAYMENTS_OF_ORDER = `
select ${PAYMENT_COLUMNS}
from payments
where account_id = $1
  and livemode = $2
  and order_id = $3
order by id`;

/** The payments of an order, oldest first. */
export async function listPaymentsOf(db: Queryable, scope: Scope, orderId: string): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>({
    text: PAYMENTS_OF_ORDER,
    values: [scope.accountId, isLive(scope.mode), orderId],
  });
  return rows.map(toPayment);
}

/** The same, locked. */
export async function lockPaymentsOf(tx: Queryable, scope: Scope, orderId: string): Promise<Payment[]> {
  const rows = await tx.query<PaymentRow>({
    text: `${PAYMENTS_OF_ORDER} for update`,
    values: [scope.accountId, isLive(scope.mode), orderId],
  });
  return rows.map(toPayment);
}

export async function lockPayment(tx: Queryable, id: string): Promise<Payment | null> {
  const rows = await tx.query<PaymentRow>({
    text: `select ${PAYMENT_COLUMNS} from payments where id = $1 for update`,
    values: [id],
  });
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

export async function findPayment(db: Queryable, id: string): Promise<Payment | null> {
  const rows = await db.query<PaymentRow>({
    text: `select ${PAYMENT_COLUMNS} from payments where id = $1`,
    values: [id],
  });
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

export async function findPaymentByIdentity(db: Queryable, identity: Buffer): Promise<Payment | null> {
  const rows = await db.query<PaymentRow>({
    text: `select ${PAYMENT_COLUMNS} from payments where identity = $1`,
    values: [identity],
  });
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

export type PaymentFilter = {
  readonly state: string | null;
  readonly mode: Mode;
  readonly trackingKey: string | null;
  readonly limit: number;
};

// By the indexes payments_open and orders_part_paid, which hold only what waits.
const ODD_PAYMENTS = `
select ${PAYMENT_COLUMNS}
from payments
where unmatched > 0 or held > 0 or surplus > 0
union all
select ${PAYMENT_COLUMNS.split(/,\s+/)
  .map((column) => `p.${column}`)
  .join(', ')}
from orders o
join payments p on p.account_id = o.account_id and p.livemode = o.livemode and p.order_id = o.id
where o.status in ('expired', 'canceled')
  and o.received > 0
  and p.applied > 0
  and not 'accepted' = any(p.flags)
  and not (p.unmatched > 0 or p.held > 0 or p.surplus > 0)
order by livemode desc, id
limit $1`;

/** Money that waits for a decision (D43), also what lies on an order that ended unpaid: live before test, oldest first. */
export async function listOddPayments(db: Queryable, limit: number): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>({ text: ODD_PAYMENTS, values: [limit] });
  return rows.map(toPayment);
}

/** For the operator: newest first. */
export async function listPayments(db: Queryable, filter: PaymentFilter): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>({
    text: `
      select ${PAYMENT_COLUMNS}
      from payments
      where livemode = $1
        and ($2::text is null
          or ($2 = 'applied' and applied > 0) or ($2 = 'surplus' and surplus > 0) or ($2 = 'held' and held > 0)
          or ($2 = 'unmatched' and unmatched > 0) or ($2 = 'returned' and returned > 0))
        and ($3::text is null or tracking_key = $3)
      order by id desc
      limit $4`,
    values: [isLive(filter.mode), filter.state, filter.trackingKey, filter.limit],
  });
  return rows.map(toPayment);
}

export type PaymentRow = {
  id: string;
  identity: Buffer;
  kind: RailKindName;
  livemode: boolean;
  network: string;
  tracking_key: string;
  destination: string;
  payer_name: string | null;
  payer_account: string | null;
  amount: bigint;
  applied: bigint;
  surplus: bigint;
  held: bigint;
  unmatched: bigint;
  returned: bigint;
  flags: PaymentFlag[];
  repeats: number;
  account_id: string | null;
  order_id: string | null;
  paid_at: number;
  received_at: number;
  updated_at: number;
};

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    identity: row.identity,
    kind: row.kind,
    mode: modeOf(row.livemode),
    network: row.network,
    trackingKey: row.tracking_key,
    destination: row.destination,
    payerName: row.payer_name,
    payerAccount: row.payer_account,
    amount: row.amount,
    applied: row.applied,
    surplus: row.surplus,
    held: row.held,
    unmatched: row.unmatched,
    returned: row.returned,
    flags: row.flags,
    repeats: row.repeats,
    accountId: row.account_id,
    orderId: row.order_id,
    paidAt: row.paid_at,
    receivedAt: row.received_at,
    updatedAt: row.updated_at,
  };
}
