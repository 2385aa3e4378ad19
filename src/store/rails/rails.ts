// Owns the table `rails`: credentials of rails (D46). Only this module writes it, and it stores only a password's
// digest.

import { createHash } from 'node:crypto';
import { isLive } from '../../domain/base/mode.js';
import type { Rail } from '../../domain/rails/rail.js';
import type { Queryable } from '../db.js';
import { named, type Sql, sql } from '../sql.js';

export type NewRail = Rail & {
  readonly userName: string;
  /** Of its password, in hexadecimal digits. */
  readonly digest: string;
  /** Allowed networks in CIDR form; if empty, all are allowed. */
  readonly allow: readonly string[];
  readonly createdAt: number;
};

export type RailRecord = Rail & {
  readonly userName: string;
  readonly allow: readonly string[];
  readonly createdAt: number;
  readonly revokedAt: number | null;
};

const COLUMNS = named('id, kind, name, livemode, user_name, allow::text[] as allow, points, created_at, revoked_at');

export async function insertRail(db: Queryable, rail: NewRail): Promise<void> {
  await db.query(sql`
    insert into rails (id, kind, name, livemode, user_name, password_digest, allow, points, created_at)
    values (${rail.id}, ${rail.kind}, ${rail.name}, ${isLive(rail.mode)}, ${rail.userName}, ${Buffer.from(rail.digest, 'hex')},
      ${networks(rail.allow)}, ${rail.points ?? null}::text[], ${new Date(rail.createdAt)})`);
}

/** People write the address of a machine and the size of its network: 10.1.2.3/16. */
function networks(allow: readonly string[]): Sql {
  return sql`array(select network(one::inet) from unnest(${allow}::text[]) one)::cidr[]`;
}

/** Sets the payment points of a rail; null if no rail has that user name. */
export async function setRailPoints(tx: Queryable, userName: string, points: readonly string[]): Promise<Rail | null> {
  const rows = await tx.query<RailRow>(sql`
    update rails
    set points = ${points}::text[]
    where user_name = ${userName}
    returning ${COLUMNS}`);
  return rows[0] === undefined ? null : toRail(rows[0]);
}

export async function listRails(db: Queryable): Promise<RailRecord[]> {
  const rows = await db.query<RailRow>(sql`
    select ${COLUMNS}
    from rails
    order by created_at, id`);
  return rows.map(({ points, ...row }) => (points === null ? row : { ...row, points }));
}

/** Sets where a rail may call from, and returns what it was; null if no rail has that user name. */
export async function setRailAllow(
  tx: Queryable,
  userName: string,
  allow: readonly string[],
): Promise<readonly string[] | null> {
  const rows = await tx.query<{ allow: string[] }>(sql`
    update rails
    set allow = ${networks(allow)}
    from (
      select id, allow::text[] as allow
      from rails
      where user_name = ${userName}
      for update) before
    where rails.id = before.id
    returning before.allow`);
  return rows[0]?.allow ?? null;
}

export async function resumeRail(tx: Queryable, userName: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update rails
    set revoked_at = null
    where user_name = ${userName}
    returning 1`);
  return rows.length > 0;
}

export async function revokeRail(db: Queryable, userName: string, at: number): Promise<boolean> {
  const rows = await db.query(sql`
    update rails
    set revoked_at = coalesce(revoked_at, ${new Date(at)})
    where user_name = ${userName}
    returning 1`);
  return rows.length > 0;
}

type RailRow = Omit<RailRecord, 'points'> & { readonly points: readonly string[] | null };

type RailCredentials = { readonly rail: Rail; readonly digest: Buffer; readonly allow: readonly string[] };

/** The rail with this user name, unless it is revoked. */
export async function findRail(db: Queryable, userName: string): Promise<RailCredentials | null> {
  const rows = await db.query<RailRow & { password_digest: Buffer }>(sql`
    select ${COLUMNS}, password_digest
    from rails
    where user_name = ${userName}
      and revoked_at is null`);
  const row = rows[0];
  return row === undefined ? null : { rail: toRail(row), digest: row.password_digest, allow: row.allow };
}

function toRail(row: RailRow): Rail {
  const { id, kind, name, mode, points } = row;
  return { id, kind, name, mode, ...(points !== null && { points }) };
}

export function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}
