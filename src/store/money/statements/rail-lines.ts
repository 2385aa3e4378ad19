// The lines of rails' lists, beside those of banks' statements, and our payments that they may be (D74). What compares them are
// statements over all of them, so that a million need no memory of ours.
import type { ComparedPayment } from '../../../domain/money/reconcile.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import type { Queryable } from '../../db.js';
import { raw, sql } from '../../sql.js';
import { DAY_OF_PAYMENT, isPaidWithin, isUnlisted, type PaidSpan, type RailsOfKind } from './bank-lines.js';

/** A list, and what payments it may tell of. */
export type ListSpan = PaidSpan & { readonly id: string };

/** One reconciliation of a kind and mode at a time, until the transaction ends. */
export async function lockReconciliation(tx: Queryable, { kind, mode }: RailsOfKind): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`reconcile ${kind} ${mode}`}, 0))`);
}

export async function insertRailLines(tx: Queryable, id: string, lines: readonly ComparedPayment[]): Promise<void> {
  const rows = lines.map(({ line, body, day, is, payment, arrival }) => ({
    line,
    body,
    day,
    is,
    payment,
    key: arrival.trackingKey,
    amount: String(arrival.amount),
    network: arrival.network,
    destination: arrival.destination,
    identity: arrival.identity.toString('hex'),
    paid_at: new Date(arrival.paidAt).toISOString(),
  }));
  await tx.query(sql`
    insert into bank_lines (statement_id, line, direction, amount, day, keys, text, is_charge, outcome, payment_id, identity,
      network, destination, paid_at, notice)
    select ${id}::uuid, line, 'in', amount, day, array[key], key || ' ' || destination, false, "is", payment, decode(identity, 'hex'),
      network, destination, paid_at, body
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      line integer, body text, day date, "is" text, payment uuid, key text, amount bigint, network text, destination text,
      identity text, paid_at timestamptz)`);
}

/** Lines are counted in 32 bits. */
export const ALL_LINES = { from: 0, before: 2 ** 31 - 1 };

/** A payment is that of its first line. */
export async function nameRepeats(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set outcome = 'agrees', payment_id = null
    from (
      select line, row_number() over (partition by identity order by line) as place
      from bank_lines
      where statement_id = ${id}) told
    where statement_id = ${id}
      and bank_lines.line = told.line
      and told.place > 1`);
}

/** What makes a line near a payment. A till is always of its own network; a list and a notice may name a bank differently. */
const NEAR = [
  // Without what lists add or lose: case, separators, zeros at the front. A key may be used again years later.
  {
    told: (key: string) => `ltrim(regexp_replace(upper(${key}), '[^A-Z0-9]', '', 'g'), '0')`,
    within: `interval '7 days'`,
  },
  { told: (_: string, of: string) => `${of}.destination || ' ' || ${of}.amount`, within: `interval '1 day'` },
] as const;

/**
 * Pairs lines that we miss, all or these, with payments that no line is: by tracking key, then by destination and amount, each in the
 * order of their times, until there are no more pairs. The first of those that are near anything always are a pair, so each round
 * finds one. What has the identity of the line came just now.
 */
export async function pairNear(tx: Queryable, list: ListSpan, lines: readonly number[] | null = null): Promise<void> {
  const { id, kind } = list;
  const network = railKindOf({ kind }).speaksFor === 'every network' ? '' : `network || ' ' || `;
  for (const { told, within } of NEAR) {
    const toldBy = (key: string, of: string) => raw(`${network && `${of}.${network}`}${told(key, of)}`);
    const near = (side: string) => raw(`paid_at - ${side}_before <= ${within} or ${side}_after - paid_at <= ${within}`);
    for (let paired = 1; paired > 0; ) {
      const [row] = await tx.query<{ paired: number }>(sql`
        with open as materialized (
          select l.line, l.paid_at, ${toldBy('l.keys[1]', 'l')} as told
          from bank_lines l
          where l.statement_id = ${id}
            and l.outcome = 'we_miss'
            and ${lines === null ? raw('true') : sql`l.line = any(${lines}::integer[])`}
        ), ours as materialized (
          select p.id, p.identity, p.paid_at, ${toldBy('p.tracking_key', 'p')} as told
          from payments p
          where ${isPaidWithin(list)}
            and ${toldBy('p.tracking_key', 'p')} in (select told from open)
            and ${isUnlisted(id, lines === null)}
        ), beside as (
          select line, id, identity, paid_at, told,
            max(paid_at) filter (where line is null) over earlier as ours_before,
            min(paid_at) filter (where line is null) over later as ours_after,
            max(paid_at) filter (where id is null) over earlier as line_before,
            min(paid_at) filter (where id is null) over later as line_after
          from (
            select line, null::uuid as id, null::bytea as identity, paid_at, told
            from open
            union all
            select null, id, identity, paid_at, told
            from ours) both_sides
          window earlier as (partition by told order by paid_at), later as (partition by told order by paid_at desc)
        ), near_lines as (
          select line, paid_at, told, row_number() over (partition by told order by paid_at, line) as place
          from beside
          where id is null
            and (${near('ours')})
        ), near_ours as (
          select id, identity, paid_at, told, row_number() over (partition by told order by paid_at, id) as place
          from beside
          where line is null
            and (${near('line')})
        ), paired as (
          update bank_lines
          set payment_id = near_ours.id,
            outcome = case when bank_lines.identity = near_ours.identity then 'agrees' else 'differs' end,
            is_near = bank_lines.identity <> near_ours.identity
          from near_lines
          join near_ours using (told, place)
          where near_lines.paid_at between near_ours.paid_at - ${raw(within)} and near_ours.paid_at + ${raw(within)}
            and bank_lines.statement_id = ${id}
            and bank_lines.line = near_lines.line
          returning 1)
        select count(*)::integer as paired
        from paired`);
      paired = row?.paired ?? 0;
    }
  }
}

/** Adds our payments on these days that the list lacks. One that a till reversed, or that was voided, is rightly not in it. */
export async function addListMisses(tx: Queryable, list: ListSpan, days: readonly string[]): Promise<void> {
  const { id, kind } = list;
  // The list of a rail for one network covers only the networks that appear in it.
  const isCovered =
    railKindOf({ kind }).speaksFor === 'every network'
      ? raw('true')
      : sql`(p.network in (select network from bank_lines where statement_id = ${id})
          or not exists (select from bank_lines where statement_id = ${id} and network is not null))`;
  await tx.query(sql`
    insert into bank_lines (statement_id, line, direction, amount, day, keys, text, is_charge, outcome, payment_id, identity, destination)
    select ${id}::uuid, last.line + row_number() over (order by p.id), 'in', p.amount, ${DAY_OF_PAYMENT}, '{}', '', false, 'they_miss',
      p.id, p.identity, p.destination
    from payments p
    cross join (
      select coalesce(max(line), 0) as line
      from bank_lines
      where statement_id = ${id}) last
    where ${isPaidWithin(list)}
      and ${DAY_OF_PAYMENT} = any(${days}::date[])
      and not p.flags && array['voided', 'reversed']
      and ${isCovered}
      and ${isUnlisted(id, true)}`);
}

/** A line of a list as it is kept until the list is applied. */
type KeptLine = {
  readonly line: number;
  readonly notice: string;
  readonly amount: bigint;
  readonly text: string;
};
type Wanted = {
  readonly id: string;
  /** Behind that line. */
  readonly after: number;
  /** Those that applying the list books, among them these that are near a payment and are others; null: all. */
  readonly also: readonly number[] | null;
};

export async function listKept(db: Queryable, { id, after, also }: Wanted, limit: number): Promise<KeptLine[]> {
  return db.query<KeptLine>(sql`
    select line, notice, amount, text
    from bank_lines
    where statement_id = ${id}
      and line > ${after}
      and notice is not null
      and ${also === null ? raw('true') : bookable(also)}
    order by line
    limit ${limit}`);
}

export async function sumBookable(
  db: Queryable,
  id: string,
  also: readonly number[],
): Promise<{ readonly count: number; readonly sum: bigint }> {
  const [row] = await db.query<{ count: number; sum: bigint }>(sql`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as sum
    from bank_lines
    where statement_id = ${id}
      and ${bookable(also)}`);
  return row ?? { count: 0, sum: 0n };
}

function bookable(also: readonly number[]) {
  return sql`(outcome = 'we_miss' or (outcome = 'differs' and is_near and line = any(${also}::integer[])))`;
}

export async function noteBooked(tx: Queryable, id: string, lines: readonly number[]): Promise<void> {
  await tx.query(sql`
    update bank_lines
    set outcome = 'booked', payment_id = payments.id, is_near = false
    from payments
    where statement_id = ${id}
      and line = any(${lines}::integer[])
      and payments.identity = bank_lines.identity`);
}

/** Forgets some of what a list tells, but for what was found. Returns how many lines. */
export async function forgetLines(db: Queryable, id: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    with some_lines as materialized (
      select statement_id, line, outcome
      from bank_lines
      where statement_id = ${id}
        and notice is not null
      limit ${limit}
    ), gone as (
      delete from bank_lines
      using some_lines
      where bank_lines.statement_id = some_lines.statement_id
        and bank_lines.line = some_lines.line
        and some_lines.outcome = 'agrees'
    ), kept as (
      update bank_lines
      set notice = null
      from some_lines
      where bank_lines.statement_id = some_lines.statement_id
        and bank_lines.line = some_lines.line
        and some_lines.outcome <> 'agrees')
    select from some_lines`);
  return rows.length;
}
