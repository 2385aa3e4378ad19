// Owns audit_seals. Seals are made one at a time; only the sealer waits for that, never the writer of a line.
import { AUDIT_START, type AuditSeal } from '../../domain/keeping/audit.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

const SEAL_LOCK = 4_100_001;

type SealRow = Omit<AuditSeal, 'signature' | 'sealedAt'> & { key_id: string; mac: string; sealed_at: number };

/** Lets one process seal at a time. Returns false while another does. */
export async function lockSealing(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as got`);
  return row?.got ?? false;
}

export async function insertSeal(tx: Queryable, seal: AuditSeal): Promise<void> {
  await tx.query(sql`
    insert into audit_seals (number, lines, unproven, hash, key_id, mac, sealed_at)
    values (${seal.number}, ${seal.lines}::bigint[], ${seal.unproven}::bigint[], ${seal.hash}, ${seal.signature.keyId}, ${seal.signature.mac},
      ${new Date(seal.sealedAt)})`);
}

/** The newest seal, or the start if there is none. */
export async function findLastSeal(db: Queryable): Promise<Pick<AuditSeal, 'number' | 'hash'>> {
  const [row] = await db.query<Pick<AuditSeal, 'number' | 'hash'>>(sql`
    select number, hash
    from audit_seals
    order by number desc
    limit 1`);
  return row ?? AUDIT_START;
}

export async function findSealHash(db: Queryable, number: bigint): Promise<string | null> {
  const [row] = await db.query<{ hash: string }>(sql`
    select hash
    from audit_seals
    where number = ${number}`);
  return row?.hash ?? null;
}

/** Seals after that one, oldest first. */
export async function listSeals(db: Queryable, after: bigint, limit: number): Promise<AuditSeal[]> {
  const rows = await db.query<SealRow>(sql`
    select number, lines, unproven, hash, key_id, mac, sealed_at
    from audit_seals
    where number > ${after}
    order by number
    limit ${limit}`);
  return rows.map(({ key_id, mac, sealed_at, lines, unproven, ...seal }) => ({
    ...seal,
    lines: lines.map(BigInt), // the driver reads a list of numbers as texts
    unproven: unproven.map(BigInt),
    signature: { keyId: key_id, mac },
    sealedAt: sealed_at,
  }));
}
