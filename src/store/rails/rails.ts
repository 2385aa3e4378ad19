// Rail credentials (D46). A password is known by its digest only.

import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList } from 'node:net';
import { isLive, modeOf } from '../../domain/mode.js';
import type { Rail } from '../../domain/rails/rail.js';
import { createCache } from '../../memory/cache.js';
import { type Queryable, sql } from '../db.js';

export type NewRail = Rail & {
  readonly userName: string;
  readonly password: string;
  /** Networks in CIDR form; empty: any. */
  readonly allow: readonly string[];
  readonly createdAt: number;
};

export type RailRecord = Rail & {
  readonly userName: string;
  readonly allow: readonly string[];
  readonly createdAt: number;
  readonly revokedAt: number | null;
};

export type RailDoor = {
  /** The rail that these credentials open from that address, or null. */
  open(userName: string, password: string, address: string): Promise<Rail | null>;
};

export function createRailDoor(db: Queryable): RailDoor {
  const byUser = createCache({
    load: (userName: string) => findRail(db, userName),
    now: () => performance.now(),
    freshMs: 1_000,
    maxAgeMs: 1_900,
    maxEntries: 1_000,
  });
  return {
    async open(userName, password, address) {
      const known = await byUser(userName);
      if (known === null || !timingSafeEqual(known.digest, digestOf(password)) || !known.admits(address)) return null;
      return known.rail;
    },
  };
}

export async function insertRail(db: Queryable, rail: NewRail): Promise<void> {
  await db.query(sql`
    insert into rails (id, kind, name, livemode, user_name, password_digest, allow, created_at)
    values (${rail.id}, ${rail.kind}, ${rail.name}, ${isLive(rail.mode)}, ${rail.userName}, ${digestOf(rail.password)},
      ${rail.allow}::cidr[], ${new Date(rail.createdAt)})`);
}

export async function listRails(db: Queryable): Promise<RailRecord[]> {
  const rows = await db.query<RailRow>(sql`
    select id, kind, name, livemode, user_name, allow::text[] as allow, created_at, revoked_at
    from rails
    order by created_at, id`);
  return rows.map((row) => ({
    ...toRail(row),
    userName: row.user_name,
    allow: row.allow,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }));
}

export async function revokeRail(db: Queryable, userName: string, at: number): Promise<boolean> {
  const rows = await db.query(sql`
    update rails
    set revoked_at = coalesce(revoked_at, ${new Date(at)})
    where user_name = ${userName}
    returning 1`);
  return rows.length > 0;
}

type RailRow = {
  id: string;
  kind: 'spei' | 'cash';
  name: string;
  livemode: boolean;
  user_name: string;
  allow: string[];
  created_at: number;
  revoked_at: number | null;
};

type KnownRail = { readonly rail: Rail; readonly digest: Buffer; admits(address: string): boolean };

async function findRail(db: Queryable, userName: string): Promise<KnownRail | null> {
  const rows = await db.query<RailRow & { password_digest: Buffer }>(sql`
    select id, kind, name, livemode, user_name, allow::text[] as allow, created_at, revoked_at, password_digest
    from rails
    where user_name = ${userName}
      and revoked_at is null`);
  const row = rows[0];
  return row === undefined ? null : { rail: toRail(row), digest: row.password_digest, admits: admission(row.allow) };
}

function admission(allow: readonly string[]): (address: string) => boolean {
  if (allow.length === 0) return () => true;
  const list = new BlockList();
  for (const network of allow) {
    const [base = '', bits] = network.split('/');
    const family = base.includes(':') ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/, '');
    return list.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
  };
}

function toRail(row: RailRow): Rail {
  return { id: row.id, kind: row.kind, name: row.name, mode: modeOf(row.livemode) };
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}
