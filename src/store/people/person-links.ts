// Owns person_links: links that are good once, of which only the digest is stored (D78).
import type { LinkKind } from '../../domain/people/person.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

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

/** null if the link is unknown, used or too old. */
export async function findLink(db: Queryable, digest: Buffer, now: number): Promise<PersonLink | null> {
  const rows = await db.query<LinkRow>(sql`
    select person_id, kind, expires_at
    from person_links
    where digest = ${digest}
      and expires_at > ${new Date(now)}`);
  return rows[0] === undefined ? null : toLink(rows[0]);
}

/** Uses a link up. Of two at once, one gets it. */
export async function takeLink(tx: Queryable, digest: Buffer, now: number): Promise<PersonLink | null> {
  const rows = await tx.query<LinkRow>(sql`
    delete from person_links
    where digest = ${digest}
      and expires_at > ${new Date(now)}
    returning person_id, kind, expires_at`);
  return rows[0] === undefined ? null : toLink(rows[0]);
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
  const rows = await db.query<LinkRow>(sql`
    select person_id, kind, expires_at
    from person_links
    where person_id = any(${personIds}::uuid[])
      and expires_at > ${new Date(now)}
    order by person_id, kind`);
  return rows.map(toLink);
}

type LinkRow = { person_id: string; kind: LinkKind; expires_at: number };

function toLink({ person_id, kind, expires_at }: LinkRow): PersonLink {
  return { personId: person_id, kind, expiresAt: expires_at };
}
