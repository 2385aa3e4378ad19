// Owns reconciliations: lists of rails that were compared with our payments, and whether what we lacked was booked (D74).
// statements/rail-lines.ts has their lines, until they are applied or too old, and what was found.
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';
import type { OutcomeSums } from './statements/bank-statements.js';
import { forgetLines } from './statements/rail-lines.js';

export type KeptReconciliation = {
  readonly id: string;
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly fileName: string;
  /** null: it was Cobro's own CSV. */
  readonly formatName: string | null;
  /** Of its lines as they were understood. */
  readonly digest: string;
  /** Until it is applied or too old. */
  readonly isKept: boolean;
  readonly days: readonly string[];
  readonly summary: OutcomeSums;
  readonly madeBy: string;
  readonly madeAt: number;
  readonly appliedBy: string | null;
  readonly appliedAt: number | null;
};

const COLUMNS = named(`id, kind, livemode, file_name, format_name, digest, body is not null as "isKept", days,
      outcomes as summary, made_by, made_at, applied_by, applied_at`);

export async function insertReconciliation(tx: Queryable, one: KeptReconciliation): Promise<void> {
  await tx.query(sql`
    insert into reconciliations (id, kind, livemode, file_name, format_name, digest, body, days, outcomes, made_by, made_at)
    values (${one.id}, ${one.kind}, ${isLive(one.mode)}, ${one.fileName}, ${one.formatName}, ${one.digest}, '',
      ${one.days}::text[], ${JSON.stringify(one.summary)}::jsonb, ${one.madeBy}, ${new Date(one.madeAt)})`);
}

/** Lets one process apply a list at a time. false while another does, or once it is applied. */
export async function claimReconciliation(
  tx: Queryable,
  id: string,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update reconciliations
    set applying_until = ${new Date(until)}
    where id = ${id}
      and applied_at is null
      and (applying_until is null or applying_until < ${new Date(now)})
    returning 1`);
  return rows.length > 0;
}

/** Keeps what applying it has found and booked. The list is not needed any more. */
export async function noteApplied(
  tx: Queryable,
  one: Pick<KeptReconciliation, 'id' | 'summary' | 'appliedBy'> & { readonly appliedAt: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update reconciliations
    set outcomes = ${JSON.stringify(one.summary)}::jsonb, applied_by = ${one.appliedBy}, applied_at = ${new Date(one.appliedAt)},
      body = null
    where id = ${one.id}
      and applied_at is null
    returning 1`);
  return rows.length > 0;
}

export async function findReconciliation(db: Queryable, id: string): Promise<KeptReconciliation | null> {
  const rows = await db.query<KeptReconciliation>(sql`
    select ${COLUMNS}
    from reconciliations
    where id = ${id}`);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listReconciliations(db: Queryable, mode: Mode, limit: number): Promise<KeptReconciliation[]> {
  return db.query<KeptReconciliation>(sql`
    select ${COLUMNS}
    from reconciliations
    where livemode = ${isLive(mode)}
    order by made_at desc
    limit ${limit}`);
}

/** Lists hold names and accounts of payers: those that nobody applied are forgotten after some days (D80). */
export async function forgetLists(db: Queryable, before: number, limit: number): Promise<boolean> {
  const [list] = await db.query<{ id: string }>(sql`
    select id
    from reconciliations
    where body is not null
      and made_at < ${new Date(before)}
    limit 1`);
  if (list === undefined || (await forgetLines(db, list.id, limit)) === limit) return list !== undefined;
  await db.query(sql`
    update reconciliations
    set body = null
    where id = ${list.id}`);
  return true;
}
