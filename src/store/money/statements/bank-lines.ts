// Compares the lines of a bank statement with payments and transfers (D89), as statements over ranges of lines or over days,
// so that a million of them need no memory of ours. A payment or transfer is that of one line. Of lines that were just stored PostgreSQL
// expects none. What changes them therefore names their statement by a column of what was found: by its id it would go through all of them
// for each.
import { firstUuidAt } from '../../../domain/base/identity.js';
import { isLive, type Mode } from '../../../domain/base/mode.js';
import type { RailKindName } from '../../../domain/rails/kinds.js';
import type { Queryable } from '../../db.js';
import { raw, sql } from '../../sql.js';

/** The statement, and which of its lines: `from` is included, `before` is not. */
export type LineRange = {
  readonly id: string;
  readonly mode: Mode;
  readonly from: number;
  readonly before: number;
};

/** A clave may come again years later, and a bank may book a transfer days after its day. */
const SAME_KEY = raw(`interval '10 days'`);

/** Lines of a file with the newest first were stored as -1, -2 and so on, down to minus their number. */
export async function numberFromOldest(tx: Queryable, { id, from, before }: LineRange, count: number): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set line = line + ${count + 1}
    where statement_id = ${id}
      and line >= ${from - count - 1}
      and line < ${before - count - 1}`);
}

/** Money that arrived, by its clave. That of a voided or reversed payment should not be there. */
export async function comparePayments(tx: Queryable, { id, mode, from, before }: LineRange): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set payment_id = found.payment_id,
      outcome = case when found.amount = bank_lines.amount and not found.is_gone then 'agrees' else 'differs' end
    from (
      select distinct on (payment_id) statement_id, line, payment_id, amount, is_gone
      from (
        select distinct on (l.line) l.statement_id, l.line, p.id as payment_id, p.amount, p.amount = l.amount as is_same,
          p.flags && array['voided', 'reversed'] as is_gone
        from bank_lines l
        cross join unnest(l.keys) as told(key)
        join payments p on p.tracking_key = told.key
          and p.livemode = ${isLive(mode)}
          and p.paid_at between l.day - ${SAME_KEY} and l.day + ${SAME_KEY}
          and not 'came_back' = any(p.flags)
          and ${isUnlisted(id, false)}
        where l.statement_id = ${id}
          and l.line >= ${from}
          and l.line < ${before}
          and l.direction = 'in'
        order by l.line, p.amount = l.amount desc, p.id) by_line
      order by payment_id, is_same desc, line) found
    where bank_lines.statement_id = found.statement_id
      and bank_lines.line = found.line`);
}

/**
 * Money that left, or came back, by the clave of our transfer. One that nobody sent yet should not be there. Also of a rail's list,
 * which does not tell returns from deposits; a deposit of another amount may have a clave of ours there.
 */
export async function compareTransfers(tx: Queryable, { id, mode, from, before }: LineRange): Promise<void> {
  await tx.query(sql`
    with line_keys as materialized (
      select l.statement_id, l.line, l.direction, l.amount, l.identity is not null as is_of_list, told.key
      from bank_lines l
      cross join unnest(l.keys) as told(key)
      where l.statement_id = ${id}
        and l.line >= ${from}
        and l.line < ${before}
        and coalesce(l.outcome, 'we_miss') = 'we_miss'
    ), ours as materialized (
      select id, amount, state, tracking_key
      from outgoing_transfers
      where livemode = ${isLive(mode)}
        and tracking_key in (select key from line_keys)
    )
    update bank_lines
    set transfer_id = found.transfer_id, outcome = case when found.agrees then 'agrees' else 'differs' end
    from (
      select distinct on (transfer_id, direction) statement_id, line, transfer_id, agrees
      from (
        select distinct on (l.line) l.statement_id, l.line, l.direction, t.id as transfer_id, t.amount = l.amount
          and t.state = any(case l.direction when 'out' then array['sent', 'confirmed', 'bounced'] else array['bounced'] end)
          as agrees
        from line_keys l
        join ours t on t.tracking_key = l.key
          and (t.amount = l.amount or not l.is_of_list)
          and not exists (
            select from bank_lines other
            where other.statement_id::text = ${id} and other.transfer_id = t.id and other.direction = l.direction)
        order by l.line, t.amount = l.amount desc, t.id) by_line
      order by transfer_id, direction, agrees desc, line) found
    where bank_lines.statement_id = found.statement_id
      and bank_lines.line = found.line`);
}

/**
 * The statements of this work may not join row by row. PostgreSQL knows nothing yet of the lines that were just stored and expects
 * one, so it would go through a million of them for each of a million.
 */
export async function joinInSets(tx: Queryable, work: () => Promise<unknown>): Promise<void> {
  const letJoinRowByRow = (may: 'on' | 'off') => tx.query(sql`select set_config('enable_nestloop', ${may}, true)`);
  await letJoinRowByRow('off');
  await work();
  await letJoinRowByRow('on');
}

/** The statement, and one of its days in milliseconds: `from` is included, `before` is not. */
type StatementDay = {
  readonly id: string;
  readonly mode: Mode;
  readonly day: string;
  readonly from: number;
  readonly before: number;
};

export const DAY_OF_PAYMENT = raw(
  `coalesce(to_date(p.key_day, 'YYYYMMDD'), (p.paid_at at time zone 'America/Mexico_City')::date)`,
);

/** Lines without a known clave: the nth of an amount may be our nth payment of that amount and day that no line has. */
export async function proposePayments(tx: Queryable, { id, mode, day, from, before }: StatementDay): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set payment_id = ours.id, outcome = 'proposed'
    from (
      select line, amount, row_number() over (partition by amount order by line) as place
      from bank_lines
      where statement_id = ${id}
        and day = ${day}::date
        and direction = 'in'
        and outcome is null) open
    join (
      select p.id, p.amount, row_number() over (partition by p.amount order by p.id) as place
      from payments p
      where ${paidOn(mode, { from, before })}
        and ${DAY_OF_PAYMENT} = ${day}::date
        and ${isUnlisted(id, true)}) ours
      using (amount, place)
    where bank_lines.statement_id = ${id}
      and bank_lines.line = open.line`);
}

/** The same for what left: our transfers that were sent that day. */
export async function proposeTransfers(tx: Queryable, { id, mode, day, from, before }: StatementDay): Promise<void> {
  await tx.query(sql`
    with sent as materialized (
      select id, amount
      from outgoing_transfers
      where livemode = ${isLive(mode)}
        and coalesce(sent_at, exported_at) >= ${new Date(from)}
        and coalesce(sent_at, exported_at) < ${new Date(before)}
    )
    update bank_lines
    set transfer_id = ours.id, outcome = 'proposed'
    from (
      select line, amount, row_number() over (partition by amount order by line) as place
      from bank_lines
      where statement_id = ${id}
        and day = ${day}::date
        and direction = 'out'
        and not is_charge
        and outcome is null) open
    join (
      select t.id, t.amount, row_number() over (partition by t.amount order by t.id) as place
      from sent t
      where not exists (select from bank_lines l where l.statement_id = ${id} and l.transfer_id = t.id)) ours
      using (amount, place)
    where bank_lines.statement_id = ${id}
      and bank_lines.line = open.line`);
}

/** What is left is nothing of ours. */
export async function nameTheRest(tx: Queryable, { id, from, before }: LineRange): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set outcome = case when direction = 'in' then 'we_miss' when is_charge then 'charge' else 'never_sent' end
    where statement_id = ${id}
      and line >= ${from}
      and line < ${before}
      and outcome is null`);
}

/** Adds what is ours of that day and in no statement, numbered on from that line. Returns how many there are. */
export async function addTheyMiss(tx: Queryable, day: StatementDay, lastLine: number): Promise<number> {
  const { id, mode, from, before } = day;
  const rows = await tx.query(sql`
    with sent as materialized (
      select id, amount
      from outgoing_transfers
      where livemode = ${isLive(mode)}
        and state in ('sent', 'confirmed')
        and sent_at >= ${new Date(from)}
        and sent_at < ${new Date(before)}
    )
    insert into bank_lines (statement_id, line, direction, amount, day, keys, text, is_charge, outcome, payment_id, transfer_id)
    select ${id}::uuid, ${lastLine} + row_number() over (order by ours.id), direction, amount, ${day.day}::date, '{}', '', false,
      'they_miss', payment_id, transfer_id
    from (
      select p.id, 'in' as direction, p.amount, p.id as payment_id, null::uuid as transfer_id
      from payments p
      where ${paidOn(mode, { from, before })}
        and ${DAY_OF_PAYMENT} = ${day.day}::date
        and not p.flags && array['voided', 'reversed']
        and not exists (select from bank_lines l where l.payment_id = p.id and l.identity is null and l.outcome in ('agrees', 'proposed', 'differs'))
      union all
      select t.id, 'out', t.amount, null, t.id
      from sent t
      where not exists (
          select from bank_lines l
          where l.transfer_id = t.id and l.direction = 'out' and l.outcome in ('agrees', 'proposed', 'differs'))) ours
    returning 1`);
  return rows.length;
}

/** Payments of banks about that day: cash networks settle in sums. */
function paidOn(mode: Mode, day: { readonly from: number; readonly before: number }) {
  const from = day.from - DAYS_BEFORE_MS;
  return isPaidWithin({ kind: 'spei', mode, from, before: day.before + DAYS_AFTER_MS, since: from });
}

/** For some payments, each is looked up by itself: as a text, the id of the statement finds no lines. */
export function isUnlisted(id: string, isSet: boolean) {
  const statement = isSet ? sql`other.statement_id = ${id}` : sql`other.statement_id::text = ${id}`;
  return sql`not exists (select from bank_lines other where other.payment_id = p.id and ${statement})`;
}

/** All rails of one kind in one mode. */
export type RailsOfKind = { readonly kind: RailKindName; readonly mode: Mode };
/** When they were paid, and since when they were booked. */
export type PaidSpan = RailsOfKind & { readonly from: number; readonly before: number; readonly since: number };

/** The id of a payment begins with the time at which it was booked, so the primary key finds them. */
export function isPaidWithin({ kind, mode, from, before, since }: PaidSpan) {
  return sql`p.id >= ${firstUuidAt(since)}
        and p.paid_at >= ${new Date(from)}
        and p.paid_at < ${new Date(before)}
        and p.kind = ${kind}
        and p.livemode = ${isLive(mode)}`;
}

/** SPEI's operating date may be some days after the transfer, because of nights, weekends and holidays. */
const DAYS_BEFORE_MS = 7 * 86_400_000;
const DAYS_AFTER_MS = 86_400_000;
