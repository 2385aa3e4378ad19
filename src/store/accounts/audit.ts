// Owns audit_log: who did what by hand. Appends run one at a time, so that the hash chain never forks.
import { AUDIT_START, type AuditLine, type AuditStep, nextAuditLine } from '../../domain/audit.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

const APPEND_LOCK = 4_100_001;

/** Call it last in the transaction that it records, because it locks the log until that transaction ends. */
export async function appendAudit(tx: Queryable, step: AuditStep): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${APPEND_LOCK})`);
  const [last = AUDIT_START] = await tx.query<Pick<AuditLine, 'sequence' | 'hash'>>(sql`
    select sequence, hash
    from audit_log
    order by sequence desc
    limit 1`);
  const line = nextAuditLine(last, step);
  await tx.query(sql`
    insert into audit_log (sequence, at, actor, action, subject, details, previous_hash, hash)
    values (${line.sequence}, ${new Date(line.at)}, ${line.actor}, ${line.action}, ${line.subject}, ${line.details},
      ${line.previousHash}, ${line.hash})`);
}

/** Newest first. */
export async function listAudit(db: Queryable, limit: number): Promise<AuditLine[]> {
  return db.query<AuditLine>(sql`
    select sequence, at, actor, action, subject, details, previous_hash as "previousHash", hash
    from audit_log
    order by sequence desc
    limit ${limit}`);
}

/** Lines after that one, oldest first. */
export async function readAudit(db: Queryable, after: bigint, limit: number): Promise<AuditLine[]> {
  return db.query<AuditLine>(sql`
    select sequence, at, actor, action, subject, details, previous_hash as "previousHash", hash
    from audit_log
    where sequence > ${after}
    order by sequence
    limit ${limit}`);
}
