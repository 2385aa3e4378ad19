// Owns booked_payments: what a shard has booked of arrived money, until the coordinator knows it (docs/scaling.md). It is written by the
// transaction that books, and read only after a crash.
import { deserialize, serialize } from 'node:v8';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import type { Db, Queryable } from '../../db.js';
import { removeOldest } from '../../oldest-rows.js';
import { prepared, sql } from '../../sql.js';

/** A payment, and its transfer if it goes back at once. */
export type BookedPayment = { readonly payment: Payment; readonly transfer: Transfer | null };

export function returnsAmong(booked: readonly BookedPayment[]): Transfer[] {
  return booked.flatMap(({ transfer }) => transfer ?? []);
}

/** The accounts in whose books they are. False: one of them is booked already, and the transaction must be undone. */
export async function noteBooked(tx: Queryable, booked: readonly BookedPayment[], now: number): Promise<boolean> {
  const rows = await tx.query(
    prepared(
      'note_booked',
      sql`
        insert into booked_payments (account_id, identity, order_id, payment_id, booking, created_at)
        select account_id, identity, order_id, payment_id, booking, ${new Date(now)}
        from unnest(${booked.map(({ payment }) => payment.accountId ?? HOUSE_ACCOUNT)}::uuid[],
          ${booked.map(({ payment }) => payment.identity)}::bytea[], ${booked.map(({ payment }) => payment.orderId)}::uuid[],
          ${booked.map(({ payment }) => payment.id)}::uuid[], ${booked.map((one) => serialize(one))}::bytea[])
          as row(account_id, identity, order_id, payment_id, booking)
        on conflict do nothing
        returning 1`,
    ),
  );
  return rows.length === booked.length;
}

export function toBooked(booking: Buffer): BookedPayment {
  return deserialize(booking) as BookedPayment;
}

export function purgeBooked(db: Db, before: number, limit: number): Promise<number> {
  return removeOldest(
    db,
    { table: 'booked_payments', before, limit },
    (these) => sql`
    delete from booked_payments
    where ${these}
    returning 1`,
  );
}
