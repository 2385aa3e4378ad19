// Owns accounts (merchants), api_keys and fee_schedules; the folder also owns audit_log. Stores only the SHA-256 of a
// key: a key has 190 random bits, so it needs no slow hash (D17).

import { createHash } from 'node:crypto';
import type { Account, Credential, KeyKind } from '../../domain/accounts/account.js';
import type { FeeSchedule, FeeSchedules, Method } from '../../domain/accounts/fee.js';
import { type KeyLimits, limitsOf, type Right } from '../../domain/accounts/right.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { type Flat, withScope } from '../scope.js';
import { columns, named, prepared, sql } from '../sql.js';

export type NewKey = {
  readonly id: string;
  readonly accountId: string;
  readonly mode: Mode;
  readonly kind: KeyKind;
  readonly digest: Buffer;
  readonly prefix: string;
  readonly createdAt: number;
  readonly name: string | null;
  readonly limits: KeyLimits | null;
};

export type KeyRecord = {
  readonly id: string;
  readonly account_id: string;
  readonly mode: Mode;
  readonly kind: KeyKind;
  readonly prefix: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly ends_at: number | null;
  readonly revoked_at: number | null;
  readonly name: string | null;
  readonly rights: readonly Right[] | null;
  readonly addresses: readonly string[] | null;
};

const KEY_COLUMNS = columns([
  'id',
  'account_id',
  "case when livemode then 'live' else 'test' end as mode",
  'kind',
  'prefix',
  'created_at',
  'last_used_at',
  'ends_at',
  'revoked_at',
  'name',
  'rights',
  'addresses',
]);

export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export async function insertAccount(tx: Queryable, account: Account, keys: readonly NewKey[]): Promise<void> {
  await tx.query(sql`
    insert into accounts (id, name, interface_version, orders_envelope, created_at)
    values (${account.id}, ${account.name}, ${account.interfaceVersion}, ${account.ordersEnvelope}, ${new Date(account.createdAt)})`);
  for (const key of keys) await insertKey(tx, key);
}

export async function insertKey(db: Queryable, key: NewKey): Promise<void> {
  await db.query(sql`
    insert into api_keys (id, account_id, livemode, kind, digest, prefix, created_at, name, rights, addresses)
    values (${key.id}, ${key.accountId}, ${isLive(key.mode)}, ${key.kind}, ${key.digest}, ${key.prefix},
      ${new Date(key.createdAt)}, ${key.name}, ${key.limits?.rights ?? null}::text[], ${key.limits?.addresses ?? null}::text[])`);
}

const COLUMNS = named('id, name, interface_version, orders_envelope, created_at, suspended_at');

export async function listAccounts(db: Queryable): Promise<Account[]> {
  return db.query<Account>(sql`
    select ${COLUMNS}
    from accounts
    order by created_at, id`);
}

export async function listSuspended(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from accounts
    where suspended_at is not null`);
  return rows.map(({ id }) => id);
}

/** The next accounts in the order of their ids. */
export async function listAccountIds(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from accounts
    where id > ${after}
    order by id
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function findAccount(db: Queryable, id: string): Promise<Account | null> {
  const rows = await db.query<Account>(sql`
    select ${COLUMNS}
    from accounts
    where id = ${id}`);
  return rows[0] ?? null;
}

/** Reads an account and locks it until the transaction ends. */
export async function lockAccount(tx: Queryable, id: string): Promise<Account | null> {
  const rows = await tx.query<Account>(sql`
    select ${COLUMNS}
    from accounts
    where id = ${id}
    for update`);
  return rows[0] ?? null;
}

/** Writes what an operator may change of an account. */
export async function saveAccount(tx: Queryable, account: Account): Promise<void> {
  const { suspendedAt } = account;
  await tx.query(sql`
    update accounts
    set name = ${account.name}, interface_version = ${account.interfaceVersion}, orders_envelope = ${account.ordersEnvelope},
      suspended_at = ${suspendedAt === null ? null : new Date(suspendedAt)}
    where id = ${account.id}`);
}

export async function listKeys(db: Queryable, accountId: string): Promise<KeyRecord[]> {
  return db.query<KeyRecord>(sql`
    select ${KEY_COLUMNS}
    from api_keys
    where account_id = ${accountId}
    order by livemode, kind, created_at, id`);
}

export async function findKey(db: Queryable, id: string): Promise<KeyRecord | null> {
  const rows = await db.query<KeyRecord>(sql`
    select ${KEY_COLUMNS}
    from api_keys
    where id = ${id}`);
  return rows[0] ?? null;
}

/** Revokes a key now. A key that has already ended keeps its end time. */
export async function revokeKey(db: Queryable, id: string, at: number): Promise<void> {
  await db.query(sql`
    update api_keys
    set revoked_at = coalesce(revoked_at, ${new Date(at)})
    where id = ${id}`);
}

/** Ends a key at that time, or earlier if it already ends earlier. */
export async function endKeyAt(db: Queryable, id: string, at: number): Promise<void> {
  await db.query(sql`
    update api_keys
    set ends_at = least(ends_at, ${new Date(at)})
    where id = ${id}`);
}

const OF_KEY = named('k.id as "keyId", kind, account_id, livemode, ends_at, rights, addresses', 'k');
const OF_ACCOUNT = named('interface_version, orders_envelope', 'a');

type CredentialRow = Flat<Omit<Credential, 'fees' | 'limits'>> & KeyLimits & { readonly fees: FeeRow[] | null };

function toCredential({ rights, addresses, fees, ...row }: CredentialRow): Credential {
  const limits = limitsOf({ rights, addresses });
  const credential = { ...withScope<Omit<Credential, 'fees' | 'limits'>>(row), fees: toFees(fees ?? []) };
  return limits === null ? credential : { ...credential, limits };
}

/** The merchant and mode of the key with this digest, or null if the key is unknown or has ended. */
export async function findCredential(db: Queryable, digest: Buffer): Promise<Credential | null> {
  const rows = await db.query<CredentialRow>(
    prepared(
      'find_credential',
      sql`
        select ${OF_KEY}, ${OF_ACCOUNT}, a.suspended_at is not null as "isSuspended",
          (select json_agg(f) from fee_schedules f where f.account_id = k.account_id) as fees
        from api_keys k
        join accounts a on a.id = k.account_id
        where k.digest = ${digest}
          and k.revoked_at is null`,
    ),
  );
  return rows[0] === undefined ? null : toCredential(rows[0]);
}

/** Records when keys were last used, with one statement for all of them. */
export async function touchKeys(db: Queryable, usedAt: ReadonlyMap<string, number>): Promise<void> {
  await db.query(sql`
    update api_keys
    set last_used_at = greatest(last_used_at, used.at)
    from unnest(${[...usedAt.keys()]}::uuid[], ${[...usedAt.values()].map((at) => new Date(at))}::timestamptz[]) as used(id, at)
    where api_keys.id = used.id`);
}

export async function listFees(db: Queryable, accountId: string): Promise<FeeSchedules> {
  const rows = await db.query<FeeRow>(sql`
    select method, basis_points, fixed
    from fee_schedules
    where account_id = ${accountId}
    order by method`);
  return toFees(rows);
}

export async function setFee(db: Queryable, accountId: string, method: Method, schedule: FeeSchedule): Promise<void> {
  await db.query(sql`
    insert into fee_schedules (account_id, method, basis_points, fixed)
    values (${accountId}, ${method}, ${schedule.basisPoints}, ${schedule.fixed})
    on conflict (account_id, method) do update
    set basis_points = excluded.basis_points, fixed = excluded.fixed`);
}

export type FeeRow = { method: Method; basis_points: number; fixed: bigint | number };
export function toFees(rows: readonly FeeRow[]): FeeSchedules {
  return Object.fromEntries(
    rows.map(({ method, basis_points, fixed }) => [
      method,
      { basisPoints: BigInt(basis_points), fixed: BigInt(fixed) },
    ]),
  );
}
