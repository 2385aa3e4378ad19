// Which lines of bank statements are booked (D87): a payment is shown by one line, a transfer by one in each direction, however many
// statements have it. The indexes bank_lines_shown_payment and bank_lines_shown_transfer hold it for two statements at once.
import { isLive, type Mode } from '../../../domain/base/mode.js';
import type { Queryable } from '../../db.js';
import { raw, sql } from '../../sql.js';
import type { LineRange } from './bank-lines.js';

/** What lines add to the account at the bank. */
export const MOVED = raw(`case direction when 'in' then amount else -amount end`);

/**
 * Lets the lines that agree and nobody has booked name this entry. Returns how many they are, and what they add to the account.
 * Their payments are locked first: one that is voided meanwhile is not shown, and one that is shown is not voided.
 */
export async function claimShown(
  tx: Queryable,
  { id, from, before, entryId }: Omit<LineRange, 'mode'> & { readonly entryId: string },
): Promise<{ readonly lines: number; readonly moved: bigint }> {
  await tx.query(sql`
    select from payments
    where id in (
      select payment_id
      from bank_lines
      where statement_id = ${id}
        and line >= ${from}
        and line < ${before}
        and outcome = 'agrees'
        and payment_id is not null)
    order by id
    for share`);
  const [row] = await tx.query<{ lines: number; moved: bigint }>(sql`
    with claimed as (
      update bank_lines
      set entry_id = ${entryId}
      where statement_id = ${id}
        and line >= ${from}
        and line < ${before}
        and outcome = 'agrees'
        and entry_id is null
        and not exists (
          select from bank_lines other
          where other.payment_id = bank_lines.payment_id
            and other.entry_id is not null)
        and not exists (
          select from bank_lines other
          where other.transfer_id = bank_lines.transfer_id
            and other.direction = bank_lines.direction
            and other.entry_id is not null)
        and not exists (
          select from payments
          where payments.id = bank_lines.payment_id
            and flags && array['voided', 'reversed'])
      returning direction, amount)
    select count(*)::integer as lines, coalesce(sum(${MOVED}), 0)::bigint as moved
    from claimed`);
  return row ?? { lines: 0, moved: 0n };
}

/** Whether a statement has shown this payment. */
export async function isShown(tx: Queryable, paymentId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from bank_lines
    where payment_id = ${paymentId}
      and entry_id is not null`);
  return rows.length > 0;
}

/** The lines of a payment that was the return of this transfer are that return. */
export async function showAsReturn(tx: Queryable, paymentId: string, transferId: string): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set payment_id = null, transfer_id = ${transferId}
    where payment_id = ${paymentId}`);
}

/** What `bank` says of all books, without what lines of later days have shown. */
export async function sumShown(tx: Queryable, mode: Mode, day: string): Promise<bigint> {
  const [row] = await tx.query<{ shown: bigint }>(sql`
    select (booked.shown - coalesce(later.moved, 0))::bigint as shown
    from (
      select coalesce(-sum(bank), 0) as shown
      from ledger_balances
      where livemode = ${isLive(mode)}) booked
    cross join (
      select sum(${MOVED}) as moved
      from bank_statements
      join bank_lines on bank_lines.statement_id = bank_statements.id
      where livemode = ${isLive(mode)}
        and last_day > ${day}::date
        and day > ${day}::date
        and entry_id is not null) later`);
  return row?.shown ?? 0n;
}
