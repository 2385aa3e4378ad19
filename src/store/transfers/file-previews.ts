// Owns file_previews: banks' files as they were understood, until somebody takes them or they are too old.
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { FileSummary } from '../../domain/rails/file-mapping.js';
import type { ResultsSummary } from '../../domain/transfers/bank-result.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

export type FilePreview = {
  readonly id: string;
  readonly use: 'results' | 'statement';
  readonly mode: Mode;
  readonly fileName: string;
  /** null: it is Cobro's own CSV. */
  readonly formatName: string | null;
  /** Of the body. */
  readonly digest: string;
  /** Cobro's own CSV, with the line of each in the bank's file. */
  readonly body: string;
  /** `results`: of a file of results, unless it came to an earlier version. */
  readonly summary: FileSummary & { readonly results?: ResultsSummary };
  /** Lines that the mapping says are none of ours. */
  readonly leftOut: number;
  readonly madeBy: string;
  readonly madeAt: number;
};

export async function insertPreview(tx: Queryable, one: FilePreview): Promise<void> {
  await tx.query(sql`
    insert into file_previews (id, use, livemode, file_name, format_name, digest, body, summary, left_out, made_by, made_at)
    values (${one.id}, ${one.use}, ${isLive(one.mode)}, ${one.fileName}, ${one.formatName}, ${one.digest}, ${one.body},
      ${JSON.stringify(one.summary)}::jsonb, ${one.leftOut}, ${one.madeBy}, ${new Date(one.madeAt)})`);
}

export async function findPreview(db: Queryable, id: string): Promise<FilePreview | null> {
  const rows = await db.query<FilePreview>(sql`
    select ${named('id, use, livemode, file_name, format_name, digest, body, summary, left_out, made_by, made_at')}
    from file_previews
    where id = ${id}
      and summary is not null`);
  return rows[0] ?? null;
}

/** They hold names and accounts (D80). */
export async function purgePreviews(db: Queryable, before: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from file_previews
    where id in (
      select id
      from file_previews
      where made_at < ${new Date(before)}
      order by made_at
      limit ${limit})
    returning 1`);
  return rows.length;
}
