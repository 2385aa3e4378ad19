// Owns bank_files: each file that the bank was given, as it was (D84).
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { BankFile, BankLine } from '../../domain/transfers/bank-file.js';
import type { TransferReason } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

const COLUMNS = named('id, livemode, number::integer as number, total, lines, made_by, made_at');

/** Files of a mode have consecutive numbers, so two at once wait for each other. */
export async function nextFileNumber(tx: Queryable, mode: Mode): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('bank files'))`);
  const rows = await tx.query<{ next: bigint }>(sql`
    select coalesce(max(number), 0) + 1 as next
    from bank_files
    where livemode = ${isLive(mode)}`);
  return Number(rows[0]?.next ?? 1n);
}

export async function insertBankFile(tx: Queryable, file: BankFile): Promise<void> {
  await tx.query(sql`
    insert into bank_files (id, livemode, number, count, total, lines, made_by, made_at)
    values (${file.id}, ${isLive(file.mode)}, ${file.number}, ${file.lines.length}, ${file.total},
      ${JSON.stringify(file.lines.map(toStored))}::jsonb, ${file.madeBy}, ${new Date(file.madeAt)})`);
}

export async function findBankFile(db: Queryable, id: string): Promise<BankFile | null> {
  const rows = await db.query<FileRow>(sql`
    select ${COLUMNS}
    from bank_files
    where id = ${id}`);
  return rows[0] === undefined ? null : toFile(rows[0]);
}

export type FileSummary = {
  readonly id: string;
  readonly number: number;
  readonly count: number;
  readonly total: bigint;
  readonly at: number;
};

/** The newest first. */
export async function listBankFiles(db: Queryable, mode: Mode, limit: number): Promise<FileSummary[]> {
  return db.query<FileSummary>(sql`
    select id, number::integer as number, count, total, made_at as at
    from bank_files
    where livemode = ${isLive(mode)}
    order by bank_files.number desc
    limit ${limit}`);
}

type StoredLine = {
  id: string;
  clabe: string;
  holder: string;
  bank: string;
  amount: string;
  reason: TransferReason;
  /** Files of before coins have none. */
  coins?: string | null;
};

type FileRow = Omit<BankFile, 'lines'> & { readonly lines: readonly StoredLine[] };

function toStored({ id, destination, amount, reason, coins }: BankLine): StoredLine {
  return { id, ...destination, amount: String(amount), reason, ...(coins !== null && { coins }) };
}

function toFile({ lines, ...file }: FileRow): BankFile {
  return {
    ...file,
    lines: lines.map(({ id, clabe, holder, bank, amount, reason, coins = null }) => ({
      id,
      destination: { clabe, holder, bank },
      amount: BigInt(amount),
      reason,
      coins,
    })),
  };
}
