// Owns payments and is the only writer of that table. The statement in books.ts writes new and changed payments
// together with the orders and ledger entries they change.
import { isLive } from '../../domain/base/mode.js';
import { PAYMENT_STATES, type Payment, paymentText } from '../../domain/money/payment.js';
import type { Queryable } from '../db.js';
import { columns, raw, type Sql, sql, timeFrom, unlessZero } from '../sql.js';

const ABOUT =
  raw(`kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount, key_day, flags,
  repeats, differing, account_id, order_id, mac`);
const PARTS = [...PAYMENT_STATES, 'accepted', 'accepted_fee', 'accepted_iva'];

/** Stores new payments, and updates the changeable columns of known ones. */
export function savedPayments(db: Queryable, payments: readonly Payment[]): Sql {
  return sql`
    insert into payments (id, identity, has_old_identity, paid_at, received_at, updated_at, ${columns(PARTS)}, ${ABOUT})
    select id, decode(identity, 'hex'), false, ${timeFrom('paid_ms')}, ${timeFrom('received_ms')}, ${timeFrom('updated_ms')},
      ${columns(PARTS.map((part) => `coalesce(${part}, 0)`))}, ${ABOUT}
    from json_to_recordset(${JSON.stringify(payments.map((payment) => paymentRow(db, payment)))}::json) as row(
      id uuid, identity text, kind text, livemode boolean, network text, tracking_key text, destination text, payer_name text,
      payer_account text, amount bigint, applied bigint, surplus bigint, held bigint, unmatched bigint, returned bigint,
      accepted bigint, accepted_fee bigint, accepted_iva bigint, key_day text, flags text[], repeats integer, differing integer,
      account_id uuid, order_id uuid, paid_ms float8, received_ms float8, updated_ms float8, mac bytea)
    on conflict (id) do update
    set applied = excluded.applied, surplus = excluded.surplus, held = excluded.held, unmatched = excluded.unmatched,
      returned = excluded.returned, accepted = excluded.accepted, accepted_fee = excluded.accepted_fee,
      accepted_iva = excluded.accepted_iva, flags = excluded.flags, account_id = excluded.account_id,
      order_id = excluded.order_id, updated_at = excluded.updated_at, mac = excluded.mac`;
}

/** How often a known payment was told again, and how often something else was told of it. */
export type Repeats = { readonly times: number; readonly differing: number };

/** Counts repeated notices, by payment id. Locks the payments in the order of their ids, as everybody does. */
export async function countRepeats(tx: Queryable, repeats: ReadonlyMap<string, Repeats>): Promise<void> {
  const counts = [...repeats].map(([id, { times, differing }]) => ({ id, times, differing }));
  await tx.query(sql`
    update payments
    set repeats = payments.repeats + known.times, differing = payments.differing + known.differing
    from (
      select payments.id, told.times, told.differing
      from json_to_recordset(${JSON.stringify(counts)}::json) as told(id uuid, times integer, differing integer)
      join payments on payments.id = told.id
      order by payments.id
      for update of payments) as known
    where payments.id = known.id`);
}

function paymentRow(db: Queryable, payment: Payment) {
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
    applied: unlessZero(payment.applied),
    surplus: unlessZero(payment.surplus),
    held: unlessZero(payment.held),
    unmatched: unlessZero(payment.unmatched),
    returned: unlessZero(payment.returned),
    accepted: unlessZero(payment.accepted.amount),
    accepted_fee: unlessZero(payment.accepted.fee.amount),
    accepted_iva: unlessZero(payment.accepted.fee.iva),
    key_day: payment.keyDay,
    flags: payment.flags,
    repeats: payment.repeats,
    differing: payment.differing,
    account_id: payment.accountId,
    order_id: payment.orderId,
    paid_ms: payment.paidAt,
    received_ms: payment.receivedAt,
    updated_ms: payment.updatedAt,
    mac: db.mac(paymentText(payment)),
  };
}
