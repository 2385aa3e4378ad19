// Owns point_marks: the marks of stores and banks that an operator has uploaded.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

type PointMark = { readonly picture: Buffer; readonly digest: string };

export async function findPointMark(db: Queryable, code: string): Promise<PointMark | null> {
  const rows = await db.query<PointMark>(sql`
    select picture, digest
    from point_marks
    where point_code = ${code}`);
  return rows[0] ?? null;
}

/** null takes it away. */
export async function setPointMark(tx: Queryable, code: string, mark: PointMark | null): Promise<void> {
  if (mark === null) {
    await tx.query(sql`
      delete from point_marks
      where point_code = ${code}`);
    return;
  }
  await tx.query(sql`
    insert into point_marks (point_code, picture, digest)
    values (${code}, ${mark.picture}, ${mark.digest})
    on conflict (point_code) do update
    set picture = excluded.picture, digest = excluded.digest`);
}
