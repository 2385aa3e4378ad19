// Owns reconciliations: lists of rails that were compared with our payments at the desk, what was found, and whether what
// we lacked was booked (D74). The list itself is kept until it is applied or too old.
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

export type ReconciliationSummary = {
  readonly same: number;
  readonly booked: number;
  readonly weMiss: number;
  readonly theyMiss: number;
  readonly differs: number;
  /** Of what we miss, in centavos as text. */
  readonly missing: string;
  /** The lines of the list and their sum; lists of before do not say it. */
  readonly listed?: { readonly count: number; readonly sum: string };
  /** How much each of them is, in centavos as text; lists of before do not say it. */
  readonly sums?: Readonly<Record<'same' | ListedFinding['outcome'], string>>;
};

export type ListedFinding = {
  readonly outcome: 'booked' | 'we_miss' | 'they_miss' | 'differs';
  readonly line: number | null;
  readonly trackingKey: string;
  /** In centavos as text. */
  readonly amount: string;
  readonly destination: string;
  readonly paymentId: string | null;
  /** Of a payment that differs: what ours says. */
  readonly ours: { readonly amount: string; readonly destination: string } | null;
  /** Whether it may well be another payment than ours. */
  readonly isNear: boolean;
};

export type KeptReconciliation = {
  readonly id: string;
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly fileName: string;
  /** null: it was Cobro's own CSV. */
  readonly formatName: string | null;
  readonly digest: string;
  /** null once it is applied or too old. */
  readonly body: string | null;
  readonly days: readonly string[];
  readonly summary: ReconciliationSummary;
  readonly findings: readonly ListedFinding[];
  readonly madeBy: string;
  readonly madeAt: number;
  readonly appliedBy: string | null;
  readonly appliedAt: number | null;
};

const COLUMNS = named(`id, kind, livemode, file_name, format_name, digest, body, days, summary, findings,
      made_by, made_at, applied_by, applied_at`);

export async function insertReconciliation(tx: Queryable, one: KeptReconciliation): Promise<void> {
  await tx.query(sql`
    insert into reconciliations (id, kind, livemode, file_name, format_name, digest, body, days, summary, findings, made_by, made_at)
    values (${one.id}, ${one.kind}, ${isLive(one.mode)}, ${one.fileName}, ${one.formatName}, ${one.digest}, ${one.body},
      ${one.days}::text[], ${JSON.stringify(one.summary)}::jsonb, ${JSON.stringify(one.findings)}::jsonb,
      ${one.madeBy}, ${new Date(one.madeAt)})`);
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
  one: Pick<KeptReconciliation, 'id' | 'summary' | 'findings' | 'appliedBy'> & { readonly appliedAt: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update reconciliations
    set summary = ${JSON.stringify(one.summary)}::jsonb, findings = ${JSON.stringify(one.findings)}::jsonb,
      applied_by = ${one.appliedBy}, applied_at = ${new Date(one.appliedAt)}, body = null
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
export async function forgetLists(db: Queryable, before: number): Promise<boolean> {
  await db.query(sql`
    update reconciliations
    set body = null
    where body is not null
      and made_at < ${new Date(before)}`);
  return false; // all at once: there are few
}
