// Owns audit_log and audit_pending: who did what by hand, and which lines no seal covers yet. Writing a line locks
// nothing, so no merchant's request waits for another's.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../domain/base/clock.js';
import type { Vault } from '../../domain/base/vault.js';
import { type AuditLine, type AuditStep, lineText, toSignedLine } from '../../domain/keeping/audit.js';
import type { Queryable } from '../db.js';
import { columns, sql } from '../sql.js';

/** Call it in the transaction that it records. A step without a time is of now. Lines are numbered as they are given. */
export async function appendAudit(
  tx: Queryable,
  { vault, clock }: { readonly vault: Pick<Vault, 'sign'>; readonly clock: Clock },
  ...steps: readonly (Omit<AuditStep, 'at'> & Partial<Pick<AuditStep, 'at'>>)[]
): Promise<void> {
  const lines = steps.map((step) => {
    const line = toSignedLine(randomUUID(), { ...step, at: step.at ?? clock.now() });
    const { keyId, mac } = vault.sign(lineText(line));
    return { ...line, at: new Date(line.at), key_id: keyId, mac };
  });
  await tx.query(sql`
    with lines as (
      insert into audit_log (at, actor, action, subject, details, id, key_id, mac)
      select at, actor, action, subject, details, id, key_id, mac
      from json_to_recordset(${JSON.stringify(lines)}::json) as row(
        at timestamptz, actor text, action text, subject text, details text, id uuid, key_id text, mac text)
      returning sequence
    )
    insert into audit_pending (sequence)
    select sequence
    from lines`);
}

const NAMES = [
  'sequence',
  'at',
  'actor',
  'action',
  'subject',
  'details',
  'id',
  'key_id',
  'mac',
  'previous_hash',
  'hash',
];
const COLUMNS = columns(NAMES);
const OF_LINE = columns(NAMES, 'l');

type LineRow = Omit<AuditLine, 'signature' | 'previousHash'> & {
  key_id: string | null;
  mac: string | null;
  previous_hash: string | null;
};

/** Newest first. */
export async function listAudit(db: Queryable, limit: number): Promise<AuditLine[]> {
  const rows = await db.query<LineRow>(sql`
    select ${COLUMNS}
    from audit_log
    order by sequence desc
    limit ${limit}`);
  return rows.map(toLine);
}

/** The lines with these numbers, in the order of the numbers. */
export async function readAudit(db: Queryable, sequences: readonly bigint[]): Promise<AuditLine[]> {
  const rows = await db.query<LineRow>(sql`
    select ${OF_LINE}
    from unnest(${sequences}::bigint[]) with ordinality as wanted(sequence, place)
    join audit_log l using (sequence)
    order by wanted.place`);
  return rows.map(toLine);
}

/** Lines that no seal covers yet, oldest first. */
export async function listPending(db: Queryable, limit: number): Promise<AuditLine[]> {
  const rows = await db.query<LineRow>(sql`
    select ${OF_LINE}
    from audit_pending p
    join audit_log l using (sequence)
    order by p.sequence
    limit ${limit}`);
  return rows.map(toLine);
}

export async function hasPending(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ pending: boolean }>(sql`select exists (select from audit_pending) as pending`);
  return row?.pending ?? false;
}

export async function clearPending(tx: Queryable, sequences: readonly bigint[]): Promise<void> {
  await tx.query(sql`
    delete from audit_pending
    where sequence = any(${sequences}::bigint[])`);
}

/** The first line that no seal covers and no seal will; null if there is none. Reads the whole log. */
export async function findUnsealed(db: Queryable): Promise<bigint | null> {
  const [row] = await db.query<{ sequence: bigint }>(sql`
    select sequence
    from audit_log
    where sequence not in (select unnest(lines) from audit_seals)
      and sequence not in (select sequence from audit_pending)
    order by sequence
    limit 1`);
  return row?.sequence ?? null;
}

/** The first line that waits for its seal and is gone; null if there is none. */
export async function findLostPending(db: Queryable): Promise<bigint | null> {
  const [row] = await db.query<{ sequence: bigint }>(sql`
    select p.sequence
    from audit_pending p
    where not exists (select from audit_log l where l.sequence = p.sequence)
    order by p.sequence
    limit 1`);
  return row?.sequence ?? null;
}

/** The first line that is a copy of another; null if there is none. Reads the whole log. */
export async function findCopied(db: Queryable): Promise<bigint | null> {
  const [row] = await db.query<{ sequence: bigint }>(sql`
    select max(sequence) as sequence
    from audit_log
    where id is not null
    group by id
    having count(*) > 1
    order by 1
    limit 1`);
  return row?.sequence ?? null;
}

function toLine({ key_id, mac, previous_hash, ...line }: LineRow): AuditLine {
  const signature = key_id === null || mac === null ? null : { keyId: key_id, mac };
  return { ...line, previousHash: previous_hash, signature };
}
