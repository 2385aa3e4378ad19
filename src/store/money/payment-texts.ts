// Owns payment_texts: what the operator searches payments by. A worker adds those of new payments, so that matching one costs
// nothing more. Payments belong to the whole house: only the operator may see the result.
import { paymentText, type SearchedPayment } from '../../domain/money/payment-text.js';
import { gramsOf } from '../../domain/orders/search-text.js';
import type { Queryable } from '../db.js';
import { type GramSearch, hasEach } from '../orders/order-texts.js';
import { named, reading, sql } from '../sql.js';

const COLUMNS = named('id, livemode, amount, tracking_key, destination, payer_name, payer_account');

/** The oldest payments after that id and before the other. */
export async function listUntexted(
  db: Queryable,
  { after, before, limit }: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<SearchedPayment[]> {
  return db.query<SearchedPayment>(sql`
    select ${COLUMNS}
    from payments
    where id > ${after}
      and id < ${before}
    order by id
    limit ${limit}`);
}

/** The newest payments of both modes, with or without a text. */
export async function listNewest(db: Queryable, limit: number): Promise<SearchedPayment[]> {
  return db.query<SearchedPayment>(reading(null)`
    select ${COLUMNS}
    from payments
    order by id desc
    limit ${limit}`);
}

export async function insertTexts(tx: Queryable, payments: readonly SearchedPayment[]): Promise<void> {
  const rows = payments.map((payment) => {
    const text = paymentText(payment);
    return {
      payment_id: payment.id,
      text,
      grams: gramsOf({ accountId: null, mode: payment.mode }, text, payment.amount),
    };
  });
  await tx.query(sql`
    insert into payment_texts (payment_id, text, grams)
    select payment_id, text, grams
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(payment_id uuid, text text, grams integer[])
    on conflict do nothing`);
}

/** Ids of payments that have these grams and all of these words, at most so many, in no order. */
export async function findTexts(db: Queryable, { grams, words, limit }: GramSearch): Promise<string[]> {
  const rows = await db.query<{ id: string }>(reading(null)`
    select payment_id as id
    from payment_texts
    where grams @> ${grams}::integer[]
      and ${hasEach(words)}
    limit ${limit}`);
  return rows.map(({ id }) => id);
}
