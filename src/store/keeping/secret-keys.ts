// Owns secret_keys: which key the stored secrets are encrypted with (D79). The keys themselves are never stored.
import type { KnownKey } from '../../domain/base/vault.js';
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

/** From now on secrets are encrypted with this key. */
export async function makeCurrent(tx: Queryable, key: KnownKey, at: number): Promise<void> {
  await tx.query(sql`
    update secret_keys
    set is_current = false
    where is_current
      and id <> ${key.id}`);
  await tx.query(sql`
    insert into secret_keys (id, check_value, is_current, created_at)
    values (${key.id}, ${key.checkValue.sealed}, true, ${new Date(at)})
    on conflict (id) do update
    set is_current = true`);
}
