// Owns backups: when one was made, and where.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type BackupNote = {
  readonly id: string;
  readonly madeAt: number;
  readonly place: string;
  readonly bytes: number | null;
  readonly rowCount: number | null;
};

export async function noteBackup(db: Queryable, note: BackupNote): Promise<void> {
  await db.query(sql`
    insert into backups (id, made_at, place, bytes, row_count)
    values (${note.id}, ${new Date(note.madeAt)}, ${note.place}, ${note.bytes}, ${note.rowCount})`);
}

/** Newest first. */
export async function listBackups(db: Queryable, limit: number): Promise<BackupNote[]> {
  return db.query(sql`
    select id, made_at as "madeAt", place, bytes::float8 as bytes, row_count::float8 as "rowCount"
    from backups
    order by made_at desc
    limit ${limit}`);
}
