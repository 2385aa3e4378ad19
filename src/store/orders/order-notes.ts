// Owns order_notes: what the people of a merchant write down about an order, for each other.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { sql } from '../sql.js';

export type OrderNote = {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly createdAt: number;
};

/** A note with the same id is the same note. False: the order has too many. */
export async function insertNote(
  tx: Queryable,
  { scope, orderId, most }: { readonly scope: Scope; readonly orderId: string; readonly most: number },
  note: OrderNote,
): Promise<boolean> {
  const rows = await tx.query<{ is_full: boolean }>(sql`
    with known as (
      select count(*) as number, coalesce(bool_or(id = ${note.id}), false) as has_it
      from order_notes
      where ${ofScope(scope)}
        and order_id = ${orderId}
    ), added as (
      insert into order_notes (account_id, livemode, order_id, id, author, text, created_at)
      select ${scope.accountId}::uuid, ${isLive(scope.mode)}::boolean, ${orderId}::uuid, ${note.id}::uuid, ${note.author},
        ${note.text}, ${new Date(note.createdAt)}
      from known
      where number < ${most}
      on conflict do nothing
    )
    select number >= ${most} and not has_it as is_full
    from known`);
  return rows[0]?.is_full !== true;
}

/** Oldest first. */
export function listNotes(db: Queryable, scope: Scope, orderId: string): Promise<OrderNote[]> {
  return db.query<OrderNote>(sql`
    select id, author, text, created_at as "createdAt"
    from order_notes
    where ${ofScope(scope)}
      and order_id = ${orderId}
    order by id`);
}

/** Notes may tell of the customer (D80). */
export async function deleteNotes(tx: Queryable, scope: Scope, orderIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    delete from order_notes
    where ${ofScope(scope)}
      and order_id = any(${orderIds}::uuid[])`);
}
