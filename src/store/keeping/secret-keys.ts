// Owns secret_keys: which key the stored secrets are encrypted with (D79). The keys themselves are never stored. Also the key that
// signs the rows of money, encrypted with the current one (D87).
import type { KnownKey, Sealed } from '../../domain/base/vault.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

/** The key that secrets are encrypted with; null in a database that has no secret yet. */
export async function findCurrentKey(db: Queryable): Promise<KnownKey | null> {
  const [row] = await db.query<{ id: string; check_value: string }>(sql`
    select id, check_value
    from secret_keys
    where is_current`);
  return row === undefined ? null : { id: row.id, checkValue: { sealed: row.check_value } };
}

/** Makes this the database's first key. If another process was faster, its key stays. */
export async function insertFirstKey(db: Queryable, key: KnownKey, at: number): Promise<void> {
  await db.query(sql`
    insert into secret_keys (id, check_value, is_current, created_at)
    values (${key.id}, ${key.checkValue.sealed}, true, ${new Date(at)})
    on conflict do nothing`);
}

/** The key of the rows of money, encrypted; null if there is none yet. */
export async function findRowKey(db: Queryable): Promise<Sealed | null> {
  const [row] = await db.query<{ row_key: string | null }>(sql`
    select row_key
    from secret_keys
    where is_current`);
  return row === undefined || row.row_key === null ? null : { sealed: row.row_key };
}

/** Stores the key of the rows of money unless there is another one than `before`. */
export async function storeRowKey(db: Queryable, before: Sealed | null, key: Sealed): Promise<void> {
  await db.query(sql`
    update secret_keys
    set row_key = ${key.sealed}
    where is_current
      and row_key is not distinct from ${before?.sealed ?? null}`);
}

/** From now on secrets are encrypted with this key. */
export async function makeCurrent(
  tx: Queryable,
  key: KnownKey & { readonly rowKey: Sealed },
  at: number,
): Promise<void> {
  await tx.query(sql`
    update secret_keys
    set is_current = false, row_key = null
    where is_current
      and id <> ${key.id}`);
  await tx.query(sql`
    insert into secret_keys (id, check_value, is_current, created_at, row_key)
    values (${key.id}, ${key.checkValue.sealed}, true, ${new Date(at)}, ${key.rowKey.sealed})
    on conflict (id) do update
    set is_current = true, row_key = excluded.row_key`);
}
