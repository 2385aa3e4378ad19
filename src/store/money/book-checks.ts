// Owns book_checks: when the books and the audit log were checked, by whom, and what was found.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type CheckedBook = 'ledger' | 'audit';

/** What was proved of the books; `broken` of each claim is how often it does not hold. */
export type CheckFinding = {
  readonly claim: string;
  readonly broken: number;
  readonly examples: readonly string[];
};

export type BookCheck = {
  readonly id: string;
  readonly what: CheckedBook;
  readonly startedBy: string;
  readonly startedAt: number;
  /** null while it runs. */
  readonly finishedAt: number | null;
  readonly ok: boolean | null;
  readonly findings: readonly CheckFinding[] | null;
};

/** How often a running check says that it still runs. */
export const BEAT_MS = 3_000;

/** Fails on book_checks_running while another check of the same kind runs. */
export async function insertCheck(
  tx: Queryable,
  check: Pick<BookCheck, 'id' | 'what' | 'startedBy' | 'startedAt'>,
): Promise<void> {
  await tx.query(sql`
    insert into book_checks (id, what, started_by, started_at, seen_at)
    values (${check.id}, ${check.what}, ${check.startedBy}, ${new Date(check.startedAt)}, ${new Date(check.startedAt)})`);
}

export async function finishCheck(
  db: Queryable,
  { id, at, ok, findings }: { id: string; at: number; ok: boolean; findings: readonly CheckFinding[] },
): Promise<void> {
  await db.query(sql`
    update book_checks
    set finished_at = ${new Date(at)}, place = null, ok = ${ok}, findings = ${JSON.stringify(findings)}::jsonb
    where id = ${id}
      and finished_at is null`);
}

/** A check still runs, and can be gone on with from here. */
export async function keepCheck(
  db: Queryable,
  { id, at, place }: { readonly id: string; readonly at: number; readonly place: string | null },
): Promise<void> {
  await db.query(sql`
    update book_checks
    set seen_at = ${new Date(at)}, place = coalesce(${place}::text, place)
    where id = ${id}
      and finished_at is null`);
}

/** A check that nobody has seen since then was cut off. It makes room for the next one, which is told how far it was. */
export async function takeCutOff(tx: Queryable, what: CheckedBook, before: number): Promise<string | null> {
  const rows = await tx.query<{ place: string | null }>(sql`
    delete from book_checks
    where what = ${what}
      and finished_at is null
      and coalesce(seen_at, started_at) < ${new Date(before)}
    returning place`);
  return rows[0]?.place ?? null;
}

/** Newest first. */
export async function listChecks(db: Queryable, what: CheckedBook, limit: number): Promise<BookCheck[]> {
  return db.query<BookCheck>(sql`
    select id, what, started_by as "startedBy", started_at as "startedAt", finished_at as "finishedAt", ok, findings
    from book_checks
    where what = ${what}
    order by started_at desc
    limit ${limit}`);
}
