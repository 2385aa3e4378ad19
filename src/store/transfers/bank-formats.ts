// Owns bank_formats: mappings and layouts that operators have saved, by their names.
import type { BankFormat, NamedFormat } from '../../domain/transfers/bank-format.js';
import type { Queryable } from '../db.js';
import { raw, sql } from '../sql.js';

const COLUMNS = raw('name, format, set_by, set_at');

export async function listFormats(db: Queryable): Promise<NamedFormat[]> {
  const rows = await db.query<FormatRow>(sql`
    select ${COLUMNS}
    from bank_formats
    order by name
    limit ${MOST_FORMATS}`);
  return rows.map(toFormat);
}

/** More than there are banks. */
const MOST_FORMATS = 500;

export async function findFormat(db: Queryable, name: string): Promise<NamedFormat | null> {
  const rows = await db.query<FormatRow>(sql`
    select ${COLUMNS}
    from bank_formats
    where name = ${name}`);
  return rows[0] === undefined ? null : toFormat(rows[0]);
}

export async function saveFormat(
  tx: Queryable,
  {
    name,
    format,
    by,
    at,
  }: { readonly name: string; readonly format: BankFormat; readonly by: string; readonly at: number },
): Promise<void> {
  await tx.query(sql`
    insert into bank_formats (name, format, set_by, set_at)
    values (${name}, ${JSON.stringify(format)}::jsonb, ${by}, ${new Date(at)})
    on conflict (name) do update
    set format = excluded.format, set_by = excluded.set_by, set_at = excluded.set_at`);
}

export async function deleteFormat(tx: Queryable, name: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from bank_formats
    where name = ${name}
    returning 1`);
  return rows.length > 0;
}

type FormatRow = {
  readonly name: string;
  readonly format: BankFormat;
  readonly set_by: string;
  readonly set_at: number;
};

function toFormat({ name, format, set_by: by, set_at: at }: FormatRow): NamedFormat {
  return { name, format, set: { by, at } };
}
