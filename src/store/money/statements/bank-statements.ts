// Writes and reads bank_statements and bank_lines: statements of banks as they were read, and what each line is beside our books (D89).
// bank-lines.ts compares them.
import { isLive, type Mode } from '../../../domain/base/mode.js';
import type { PageAsk } from '../../../domain/base/paging.js';
import type { BankLine, LineOutcome, StatementFormat } from '../../../domain/money/bank-statement.js';
import type { Queryable } from '../../db.js';
import { listPlace } from '../../list-place.js';
import { named, reading, sql } from '../../sql.js';

/** How many lines have an outcome, and their sum in centavos as text. */
export type OutcomeSums = Readonly<Partial<Record<LineOutcome, { readonly count: number; readonly sum: string }>>>;

export type KeptStatement = {
  readonly id: string;
  readonly mode: Mode;
  readonly format: StatementFormat;
  readonly account: string;
  readonly fileName: string;
  readonly digest: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** null: the file does not tell it. */
  readonly opening: bigint | null;
  readonly closing: bigint;
  /** What the books say that the bank has, at the end of the last day. */
  readonly books: bigint;
  /** What the statements up to this one have shown to be in the account; null: that is not known yet. */
  readonly shown: bigint | null;
  readonly summary: OutcomeSums;
  readonly madeBy: string;
  readonly madeAt: number;
};

export type NumberedLine = BankLine & { readonly line: number };

/** A line with what it is; `text` is empty for what only we have. */
export type ComparedLine = Omit<NumberedLine, 'keys' | 'isCharge'> & {
  readonly outcome: LineOutcome;
  /** Of a rail's list: it may well be another payment than ours. */
  readonly isNear: boolean;
  readonly paymentId: string | null;
  readonly transferId: string | null;
  /** Of a rail's list: where it arrived; null of a statement. */
  readonly destination: string | null;
  /** What ours says: its clave, its amount and, of a payment, where it arrived; null without one. */
  readonly trackingKey: string | null;
  readonly ourAmount: bigint | null;
  readonly ourDestination: string | null;
};

export async function insertLines(tx: Queryable, statementId: string, lines: readonly NumberedLine[]): Promise<void> {
  const rows = lines.map(({ isCharge, amount, ...line }) => ({ ...line, amount: String(amount), is_charge: isCharge }));
  await tx.query(sql`
    insert into bank_lines (statement_id, line, direction, amount, day, keys, text, is_charge)
    select ${statementId}::uuid, line, direction, amount, day, keys, text, is_charge
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      line integer, direction text, amount bigint, day date, keys text[], text text, is_charge boolean)`);
}

export async function insertStatement(tx: Queryable, one: KeptStatement): Promise<void> {
  await tx.query(sql`
    insert into bank_statements (id, livemode, format, account, file_name, digest, first_day, last_day, opening, closing,
      books, summary, made_by, made_at)
    values (${one.id}, ${isLive(one.mode)}, ${one.format}, ${one.account}, ${one.fileName}, ${one.digest},
      ${one.firstDay}::date, ${one.lastDay}::date, ${one.opening}, ${one.closing}, ${one.books},
      ${JSON.stringify(one.summary)}::jsonb, ${one.madeBy}, ${new Date(one.madeAt)})`);
}

export async function keepShown(db: Queryable, id: string, shown: bigint): Promise<void> {
  await db.query(sql`
    update bank_statements
    set shown = ${shown}
    where id = ${id}`);
}

export async function sumOutcomes(tx: Queryable, statementId: string): Promise<OutcomeSums> {
  const rows = await tx.query<{ outcome: LineOutcome; count: number; sum: string }>(sql`
    select outcome, count(*)::integer as count, sum(amount)::text as sum
    from bank_lines
    where statement_id = ${statementId}
    group by outcome`);
  return Object.fromEntries(rows.map(({ outcome, count, sum }) => [outcome, { count, sum }]));
}

const COLUMNS = named(`id, livemode, format, account, file_name, digest, first_day::text as "firstDay",
      last_day::text as "lastDay", opening, closing, books, shown, summary, made_by, made_at`);

export async function findStatement(db: Queryable, id: string): Promise<KeptStatement | null> {
  const rows = await db.query<KeptStatement>(sql`
    select ${COLUMNS}
    from bank_statements
    where id = ${id}`);
  return rows[0] ?? null;
}

/** Newest first. */
export async function listStatements(db: Queryable, mode: Mode, limit: number): Promise<KeptStatement[]> {
  return db.query<KeptStatement>(sql`
    select ${COLUMNS}
    from bank_statements
    where livemode = ${isLive(mode)}
    order by made_at desc
    limit ${limit}`);
}

/** In the order of the file, with one more than a page if there are more. */
export async function listLines(
  db: Queryable,
  { statementId, outcome }: { readonly statementId: string; readonly outcome: LineOutcome },
  ask: PageAsk,
): Promise<ComparedLine[]> {
  const { place, order } = listPlace('line', ask, 'smallest');
  return db.query<ComparedLine>(reading(null)`
    select l.line, l.direction, l.amount, l.day::text as day, l.text, l.outcome, l.payment_id as "paymentId",
      l.transfer_id as "transferId", coalesce(p.tracking_key, t.tracking_key, case when l.destination is not null then l.keys[1] end) as "trackingKey",
      coalesce(p.amount, t.amount) as "ourAmount", p.destination as "ourDestination", l.destination, l.is_near as "isNear"
    from (
      select line, direction, amount, day, keys, text, outcome, payment_id, transfer_id, destination, is_near
      from bank_lines
      where statement_id = ${statementId}
        and outcome = ${outcome}
        and ${place}
      ${order}
      limit ${ask.limit + 1}) l
    left join payments p on p.id = l.payment_id
    left join outgoing_transfers t on t.id = l.transfer_id
    ${listPlace('l.line', ask, 'smallest').order}`);
}
