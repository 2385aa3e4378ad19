// The secrets of people: their password's digest, the sealed seed of their second factor, and recovery codes (D78, D79).
// Owns recovery_codes, and writes those columns of people.
import type { Sealed } from '../../domain/base/vault.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

export type PersonSecrets = {
  readonly id: string;
  readonly password: string | null;
  /** null: no second factor, not even one that waits for its first code. */
  readonly seed: Sealed | null;
  readonly isSecondFactorOn: boolean;
  readonly lastStep: number | null;
  /** Wrong codes since `failedAt`. */
  readonly failures: number;
  readonly failedAt: number | null;
};

const COLUMNS = named(
  `id, password, totp_seed as seed, totp_on_at is not null as "isSecondFactorOn", totp_last_step as "lastStep",
  totp_failures as failures, totp_failed_at as "failedAt"`,
);

export async function findSecrets(db: Queryable, id: string): Promise<PersonSecrets | null> {
  const rows = await db.query<SecretsRow>(sql`
    select ${COLUMNS}
    from people
    where id = ${id}`);
  return rows[0] === undefined ? null : toSecrets(rows[0]);
}

/** For signing in: of nobody, null. One statement for both, so that the time it takes says nothing. */
export async function findSecretsByEmail(
  db: Queryable,
  email: string,
): Promise<(PersonSecrets & { readonly isDisabled: boolean }) | null> {
  const rows = await db.query<SecretsRow & { readonly isDisabled: boolean }>(sql`
    select ${COLUMNS}, disabled_at is not null as "isDisabled"
    from people
    where email = ${email}
      and password is not null`);
  return rows[0] === undefined ? null : toSecrets(rows[0]);
}

/** Locked until the transaction ends: of many codes at once, each is checked after the one before. */
export async function lockSecrets(tx: Queryable, id: string): Promise<PersonSecrets | null> {
  const rows = await tx.query<SecretsRow>(sql`
    select ${COLUMNS}
    from people
    where id = ${id}
    for no key update`);
  return rows[0] === undefined ? null : toSecrets(rows[0]);
}

export async function savePassword(tx: Queryable, id: string, password: string): Promise<void> {
  await tx.query(sql`
    update people
    set password = ${password}
    where id = ${id}`);
}

/** A new seed waits for its first code; null takes the second factor away. */
export async function saveSeed(tx: Queryable, id: string, seed: Sealed | null): Promise<void> {
  await tx.query(sql`
    update people
    set totp_seed = ${seed?.sealed ?? null}, totp_on_at = null, totp_last_step = null
    where id = ${id}`);
}

export async function switchOnSecondFactor(tx: Queryable, id: string, at: number): Promise<void> {
  await tx.query(sql`
    update people
    set totp_on_at = ${new Date(at)}
    where id = ${id}`);
}

export async function noteRightCode(tx: Queryable, id: string, step: number): Promise<void> {
  await tx.query(sql`
    update people
    set totp_last_step = ${step}, totp_failures = 0, totp_failed_at = null
    where id = ${id}`);
}

export async function noteWrongCode(
  tx: Queryable,
  id: string,
  count: { failures: number; since: number },
): Promise<void> {
  await tx.query(sql`
    update people
    set totp_failures = ${count.failures}, totp_failed_at = ${new Date(count.since)}
    where id = ${id}`);
}

/** In place of all that there were. */
export async function replaceRecoveryCodes(tx: Queryable, id: string, digests: readonly Buffer[]): Promise<void> {
  await tx.query(sql`
    delete from recovery_codes
    where person_id = ${id}`);
  await tx.query(sql`
    insert into recovery_codes (person_id, digest)
    select ${id}, digest
    from unnest(${digests}::bytea[]) as codes(digest)`);
}

/** Whether there was such a code; it is used up. */
export async function takeRecoveryCode(tx: Queryable, id: string, digest: Buffer): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from recovery_codes
    where person_id = ${id}
      and digest = ${digest}
    returning 1`);
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Queryable, id: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from recovery_codes
    where person_id = ${id}`);
  return rows[0]?.count ?? 0;
}

/** Seeds that are not encrypted with this key: at most `limit`, after that id. */
export async function listSeedsToReseal(
  db: Queryable,
  keyId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly id: string; readonly seed: Sealed }[]> {
  const rows = await db.query<{ id: string; totp_seed: string }>(sql`
    select id, totp_seed
    from people
    where id > ${after}
      and totp_seed not like ${`cs1.${keyId}.%`}
    order by id
    limit ${limit}`);
  return rows.map(({ id, totp_seed }) => ({ id, seed: { sealed: totp_seed } }));
}

export async function resealSeed(db: Queryable, id: string, from: Sealed, to: Sealed): Promise<void> {
  await db.query(sql`
    update people
    set totp_seed = ${to.sealed}
    where id = ${id}
      and totp_seed = ${from.sealed}`);
}

type SecretsRow = Omit<PersonSecrets, 'seed' | 'lastStep'> & {
  readonly seed: string | null;
  readonly lastStep: bigint | null;
};

function toSecrets<Row extends SecretsRow>({ seed, lastStep, ...row }: Row) {
  return {
    ...row,
    seed: seed === null ? null : { sealed: seed },
    lastStep: lastStep === null ? null : Number(lastStep),
  };
}
