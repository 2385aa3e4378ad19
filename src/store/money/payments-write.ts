// Owns payments and is the only writer of that table. The statement in books.ts writes new and changed payments
// together with the orders and ledger entries they change.
import { isLive } from '../../domain/base/mode.js';
import { type Payment, paymentText } from '../../domain/money/payment.js';
import type { Queryable } from '../db.js';
import { raw, type Sql, sql } from '../sql.js';

const COLUMNS =
  raw(`kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount, applied, surplus, held,
  unmatched, returned, accepted, accepted_fee, accepted_iva, key_day, flags, repeats, differing, account_id, order_id,
  paid_at, received_at, updated_at, mac`);

/** Stores new payments, and updates the changeable columns of known ones. */
export function savedPayments(db: Queryable, payments: readonly Payment[]): Sql {
  return sql`
    insert into payments (id, identity, has_old_identity, ${COLUMNS})
    select id, decode(identity, 'hex'), false, ${COLUMNS}
    from json_to_recordset(${JSON.stringify(payments.map((payment) => paymentRow(db, payment)))}::json) as row(
      id uuid, identity text, kind text, livemode boolean, network text, tracking_key text, destination text, payer_name text,
      payer_account text, amount bigint, applied bigint, surplus bigint, held bigint, unmatched bigint, returned bigint,
      accepted bigint, accepted_fee bigint, accepted_iva bigint, key_day text, flags text[], repeats integer, differing integer,
      account_id uuid, order_id uuid, paid_at timestamptz, received_at timestamptz, updated_at timestamptz, mac bytea)
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
    applied: String(payment.applied),
    surplus: String(payment.surplus),
    held: String(payment.held),
    unmatched: String(payment.unmatched),
    returned: String(payment.returned),
    accepted: String(payment.accepted.amount),
    accepted_fee: String(payment.accepted.fee.amount),
    accepted_iva: String(payment.accepted.fee.iva),
    key_day: payment.keyDay,
    flags: payment.flags,
    repeats: payment.repeats,
    differing: payment.differing,
    account_id: payment.accountId,
    order_id: payment.orderId,
    paid_at: new Date(payment.paidAt).toISOString(),
    received_at: new Date(payment.receivedAt).toISOString(),
    updated_at: new Date(payment.updatedAt).toISOString(),
    mac: db.mac(paymentText(payment)),
  };
}
