// Reads rows of money with their signatures, in pieces, to check them (D87). The text of a row comes from the function by which
// its writer signed it. Of the largest tables the database makes it, or a part of it, in the same way, and a piece comes as one
// text: to read every column of a million rows into values, only to write them down again, takes more than all the rest of the
// proof.
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { modeOf } from '../../../domain/base/mode.js';
import type { SignedText } from '../../../domain/base/row-key.js';
import { type Balances, LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { addSums, type Sums } from '../../../domain/money/ledger-facts.js';
import { PAYMENT_STATES } from '../../../domain/money/payment.js';
import type { OrderEvent } from '../../../domain/orders/event.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { columns, raw, sql } from '../../sql.js';
import { besideKept, type Days, isChanged, OF_DAY } from '../ledger-days.js';
import type { DuePayment } from './arrivals.js';
import {
  ENTRY_CLAIMS,
  type FoundOf,
  foundIn,
  moneyOfOrders,
  ORDER_CLAIMS,
  PAYMENT_CLAIMS,
  problemColumns,
  problemsOf,
} from './claims.js';
import { type Ids, inRange, type ScopeIds, type ScopeRange } from './pieces.js';
import { ORDER_SUMS, orderSums } from './totals.js';

/** A row of money; `name` is what a finding calls it: `entry …`, `payment …`. */
export type SignedRow = SignedText & { readonly name: string };
type Signed = Pick<SignedText, 'mac'>;

/**
 * What separates records of one text, and the fields of a record. No value can have them: JSON escapes them in words, and a json
 * column refuses them. So a forged row cannot look like two.
 */
const RECORD = '\x1e';
const FIELD = '\x1f';

/** Values as JSON.stringify writes them. */
const idOf = (column: string) => `coalesce('"' || ${column} || '"', 'null')`;
const wordOf = (column: string) => `coalesce(to_json(${column})::text, 'null')`;
/** Several at once take half the time of one by one. */
const wordsOf = (columns: readonly string[]) => `btrim(to_json(array[${columns.join(', ')}])::text, '[]')`;
const amountsOf = (columns: readonly string[]) => `'"' || concat_ws('","', ${columns.join(', ')}) || '"'`;
/** By way of floating point, which has room for milliseconds and takes a third of the time of numeric. 0: it is no time. */
const timeOf = (column: string) =>
  `case when isfinite(${column}) then (date_part('epoch', ${column}) * 1000)::bigint else 0 end`;
const listOf = (parts: readonly string[]) => `concat_ws(',', ${parts.join(', ')})`;
const recordOf = (fields: readonly string[]) => `concat_ws(chr(31), ${fields.join(', ')})`;
const recordsOf = (record: string) => `string_agg(${record}, chr(30))`;
const MAC = `coalesce(mac::text, '')`;

type Records = { readonly records: string | null };

/** The fields of one record after the other: what is checked is garbage before the next one is made. */
function* fieldsOf(rows: readonly Records[]): Generator<string[]> {
  for (const { records } of rows)
    if (records !== null) for (const record of records.split(RECORD)) yield record.split(FIELD);
}

const macOf = (field: string | undefined) => (field === undefined || field === '' ? null : field);

const FIRST_RARE = LEDGER_ACCOUNTS.indexOf('refunded');
const RARE = LEDGER_ACCOUNTS.slice(FIRST_RARE);
const postingOf = (account: string) => `case when ${account} <> 0 then '"${account} ' || ${account} || '"' end`;

/** entryText() after account and mode, which are the same for all entries of a piece. Few accounts of an entry are not zero. */
const ENTRY = listOf([
  idOf('id'),
  wordOf('kind'),
  ...['order_id', 'payment_id', 'transfer_id', 'corrects'].map(idOf),
  wordOf('actor'),
  timeOf('created_at'),
  ...LEDGER_ACCOUNTS.slice(0, FIRST_RARE).map(postingOf),
  // Nearly all entries have none of these: one question instead of eleven.
  `case when (${RARE.join(' | ')}) <> 0 then ${listOf(RARE.map(postingOf))} end`,
]);

/** A piece of entries, and all that is proved of it while it is read. */
type EntryPiece = {
  readonly rows: Iterable<SignedRow>;
  readonly found: FoundOf;
  /** What the entries up to the watermark add up to. */
  readonly sums: Sums;
  /** Of the days that are asked for, those that are not as they were sealed. */
  readonly changedDays: readonly string[];
};

/** One statement for all of it: to find the rows of a piece takes as long as half of their texts. */
export async function readEntries(
  db: Queryable,
  { scope, range }: ScopeRange,
  { days, watermark }: { readonly days: Days; readonly watermark: string },
): Promise<EntryPiece> {
  const made = sql`
    select ${OF_DAY}, id <= ${watermark} as counts, ${raw(recordsOf(recordOf(['id', MAC, ENTRY])))} as records, ${problemsOf(ENTRY_CLAIMS)}
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}
    group by 1, counts`;
  type Day = Records & Balances & { readonly day: string; readonly counts: boolean; readonly isChanged: boolean };
  const found = await db.query<Day>(sql`
    select day, counts, records, ${columns(LEDGER_ACCOUNTS, 'made')}, ${problemColumns(ENTRY_CLAIMS)},
      ${isChanged(scope, days)} as "isChanged"
    from ${besideKept(made, scope, days)}`);
  return {
    rows: toEntries(found, `ledger_entries ["${scope.accountId}","${scope.mode}",`),
    found: found.flatMap((day) => foundIn(ENTRY_CLAIMS, day)),
    sums: found
      .filter(({ counts }) => counts)
      .map(sumsOf)
      .reduce(addSums, new Map()),
    changedDays: found.filter((day) => day.isChanged).map(({ day }) => day),
  };
}

function sumsOf(of: Balances): Sums {
  return new Map(LEDGER_ACCOUNTS.map((account) => [account, of[account]]));
}

function* toEntries(rows: readonly Records[], head: string): Generator<SignedRow> {
  for (const [id = '', mac, values] of fieldsOf(rows))
    yield { name: `entry ${id}`, id, text: `${head}${values}]`, mac: macOf(mac) };
}

/** An order, and what its events have told of it. */
export type ToldOrder = {
  readonly id: string;
  /** null: there are events alone. */
  readonly order: {
    readonly lastEvent: number;
    readonly status: string;
    readonly acceptedAt: number | null;
    /** What eventText() has of it, after account and mode. */
    readonly terms: string;
  } | null;
  /** By their number. */
  readonly events: readonly ToldEvent[];
};

/** Nobody says that its state is what it should be, except that it is one. */
type ToldEvent = Signed & OrderEvent;

/** The orders of a piece, also those of which only the events are left, and what is proved of them while they are read. */
type OrderPiece = {
  readonly orders: Iterable<ToldOrder>;
  readonly found: FoundOf;
  readonly sums: Sums;
};

export async function readToldOrders(db: Queryable, at: ScopeIds): Promise<OrderPiece> {
  const { scope, range } = at;
  const record = recordOf(['id', `coalesce(told, ${NO_ORDER})`, 'events']);
  const [row] = await db.query<Records & Record<string, bigint>>(sql`
    select ${raw(recordsOf(record))} filter (where told is not null or events is not null) as records, ${ORDER_SUMS},
      ${problemsOf(ORDER_CLAIMS)}
    from (
      select id, amount, fee, iva, released, received, surplus, held, refunded, status, ${raw(recordOf(ORDER_FIELDS))} as told
      from orders
      where ${ofScope(scope)}
        and ${inRange('id', range)}) as orders
    full join (
      select order_id as id, string_agg(${raw(recordOf(EVENT_FIELDS))}, chr(31) order by sequence) as events
      from order_events
      where ${ofScope(scope)}
        and ${inRange('order_id', range)}
      group by order_id) as events using (id)
    ${moneyOfOrders(at)}`);
  if (row === undefined) throw new Error('an aggregate has one row');
  return { orders: toToldOrders([row]), found: foundIn(ORDER_CLAIMS, row), sums: orderSums(row) };
}

const ORDER_FIELDS = [
  'last_event',
  wordOf('status'),
  timeOf('accepted_at'),
  listOf([
    idOf('id'),
    amountsOf(['amount', 'fee', 'iva']),
    wordsOf(['coalesce(clabe, former_clabe)', 'reference']),
    timeOf('created_at'),
  ]),
];
const NO_ORDER = `repeat(chr(31), ${ORDER_FIELDS.length - 1})`;
const EVENT_FIELDS = ['sequence', MAC, wordOf('type'), timeOf('created_at'), 'order_state'];

function* toToldOrders(rows: readonly Records[]): Generator<ToldOrder> {
  for (const fields of fieldsOf(rows)) yield toToldOrder(fields);
}

function toToldOrder(fields: readonly string[]): ToldOrder {
  const [id = '', lastEvent, status = '', acceptedAt, terms = ''] = fields;
  const events: ToldEvent[] = [];
  for (let at = 1 + ORDER_FIELDS.length; at < fields.length; at += EVENT_FIELDS.length)
    events.push({
      sequence: Number(fields[at]),
      mac: macOf(fields[at + 1]),
      type: JSON.parse(fields[at + 2] ?? ''),
      createdAt: Number(fields[at + 3]),
      orderState: JSON.parse(fields[at + 4] ?? '') ?? {},
    });
  if (terms === '') return { id, order: null, events };
  const times = { lastEvent: Number(lastEvent), acceptedAt: Number(acceptedAt) || null };
  return { id, order: { ...times, status: JSON.parse(status), terms }, events };
}

/** paymentText(). */
const PAYMENT = listOf([
  idOf('id'),
  `'"' || encode(identity, 'hex') || '"'`,
  wordOf('kind'),
  `case when livemode then '"live"' else '"test"' end`,
  wordsOf(['network', 'tracking_key', 'destination', 'payer_name', 'payer_account']),
  amountsOf([...PAYMENT_STATES, 'amount', 'accepted', 'accepted_fee', 'accepted_iva']),
  `case when cardinality(flags) = 0 then '[]' else to_json(flags)::text end`,
  ...['account_id', 'order_id'].map(idOf),
  ...['paid_at', 'received_at'].map(timeOf),
]);

/** Payments, and what the books must have of them. */
export async function readPayments(
  db: Queryable,
  range: Ids,
): Promise<{
  readonly payments: readonly DuePayment[];
  readonly rows: readonly SignedRow[];
  readonly found: FoundOf;
}> {
  const account = sql`coalesce(account_id, ${HOUSE_ACCOUNT}::uuid)`;
  const due = raw(`case when 'voided' = any(flags) then 0 else amount end`);
  const read = await db.query<Records>(sql`
    select string_agg(concat_ws(chr(31), id, ${raw(MAC)}, ${raw(PAYMENT)}, ${account}, livemode, ${due}), chr(30)) as records,
      ${problemsOf(PAYMENT_CLAIMS)}
    from payments
    where ${inRange('id', range)}`);
  const payments: DuePayment[] = [];
  const rows: SignedRow[] = [];
  for (const [id = '', mac, values, accountId = '', livemode, amount = ''] of fieldsOf(read)) {
    payments.push({ id, scope: { accountId, mode: modeOf(livemode === 't') }, due: BigInt(amount) });
    rows.push({ name: `payment ${id}`, id, text: `payments [${values}]`, mac: macOf(mac) });
  }
  return { payments, rows, found: read.flatMap((row) => foundIn(PAYMENT_CLAIMS, row)) };
}
