// Owns person_links: links that are good once, of which only the digest is stored (D78).
import type { LinkKind } from '../../domain/people/person.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

export type PersonLink = { readonly personId: string; readonly kind: LinkKind; readonly expiresAt: number };

/** In place of this person's other links of the kind: only the newest is good. */
export async function replaceLink(
  tx: Queryable,
  { digest, personId, kind, expiresAt }: PersonLink & { readonly digest: Buffer },
): Promise<void> {
  await tx.query(sql`
    delete from person_links
    where person_id = ${personId}
      and kind = ${kind}`);
  await tx.query(sql`
    insert into person_links (digest, person_id, kind, expires_at)
    values (${digest}, ${personId}, ${kind}, ${new Date(expiresAt)})`);
}

const COLUMNS = named('person_id, kind, expires_at');

/** null if the link is unknown, used or too old. */
export async function findLink(db: Queryable, digest: Buffer, now: number): Promise<PersonLink | null> {
  const rows = await db.query<PersonLink>(sql`
    select ${COLUMNS}
    from person_links
    where digest = ${digest}
      and expires_at > ${new Date(now)}`);
  return rows[0] ?? null;
}

/** Uses a link up. Of two at once, one gets it. */
export async function takeLink(tx: Queryable, digest: Buffer, now: number): Promise<PersonLink | null> {
  const rows = await tx.query<PersonLink>(sql`
    delete from person_links
    where digest = ${digest}
      and expires_at > ${new Date(now)}
    returning ${COLUMNS}`);
  return rows[0] ?? null;
}

export async function deleteLinks(tx: Queryable, personId: string): Promise<void> {
  await tx.query(sql`
    delete from person_links
    where person_id = ${personId}`);
}

/** Of everybody. */
export async function deleteAllLinks(tx: Queryable): Promise<void> {
  await tx.query(sql`delete from person_links`);
}

/** The links of these people that are still good. */
export async function listLinks(db: Queryable, personIds: readonly string[], now: number): Promise<PersonLink[]> {
  return db.query<PersonLink>(sql`
    select ${COLUMNS}
    from person_links
    where person_id = any(${personIds}::uuid[])
      and expires_at > ${new Date(now)}
    order by person_id, kind`);
}
