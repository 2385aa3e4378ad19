// Owns dashboard_sessions. A session is a random token in a cookie. Only its digest is stored, with the digest of the
// secret that opened the session.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function insertSession(
  db: Queryable,
  session: { readonly digest: Buffer; readonly openedWith: Buffer; readonly now: number; readonly expiresAt: number },
): Promise<void> {
  await db.query(sql`
    delete from dashboard_sessions
    where expires_at < ${new Date(session.now)}`);
  await db.query(sql`
    insert into dashboard_sessions (digest, opened_with, expires_at)
    values (${session.digest}, ${session.openedWith}, ${new Date(session.expiresAt)})`);
}

/** The digest of the secret that opened this session, or null if the session is unknown or over. */
export async function findSession(db: Queryable, digest: Buffer, now: number): Promise<Buffer | null> {
  const rows = await db.query<{ opened_with: Buffer }>(sql`
    select opened_with
    from dashboard_sessions
    where digest = ${digest}
      and expires_at > ${new Date(now)}`);
  return rows[0]?.opened_with ?? null;
}

export async function deleteSession(db: Queryable, digest: Buffer): Promise<void> {
  await db.query(sql`
    delete from dashboard_sessions
    where digest = ${digest}`);
}
