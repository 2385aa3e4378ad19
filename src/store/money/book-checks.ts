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

/** Fails on book_checks_running while another check of the same kind runs. */
export async function insertCheck(
  tx: Queryable,
  check: Pick<BookCheck, 'id' | 'what' | 'startedBy' | 'startedAt'>,
): Promise<void> {
  await tx.query(sql`
    insert into book_checks (id, what, started_by, started_at)
    values (${check.id}, ${check.what}, ${check.startedBy}, ${new Date(check.startedAt)})`);
}

export async function finishCheck(
  db: Queryable,
  { id, at, ok, findings }: { id: string; at: number; ok: boolean; findings: readonly CheckFinding[] },
): Promise<void> {
  await db.query(sql`
    update book_checks
    set finished_at = ${new Date(at)}, ok = ${ok}, findings = ${JSON.stringify(findings)}::jsonb
    where id = ${id}
      and finished_at is null`);
}

/** A check whose process has died never ends. It makes room for the next one. */
export async function dropStaleChecks(tx: Queryable, what: CheckedBook, before: number): Promise<void> {
  await tx.query(sql`
    delete from book_checks
    where what = ${what}
      and finished_at is null
      and started_at < ${new Date(before)}`);
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
