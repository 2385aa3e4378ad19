// Reads rows of money with their signatures, in pieces, to check them (D87). The text of a row comes from the function by which
// its writer signed it. Of the largest tables the database makes it, or a part of it, in the same way, and a piece comes as one
// text: to read every column of a million rows into values, only to write them down again, takes more than all the rest of the
// proof.
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { modeOf } from '../../../domain/base/mode.js';
import type { SignedText } from '../../../domain/base/row-key.js';
import { LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { PAYMENT_STATES } from '../../../domain/money/payment.js';
import { refundText } from '../../../domain/money/refund.js';
import type { OrderEvent } from '../../../domain/orders/event.js';
import { transferText } from '../../../domain/transfers/transfer.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { raw, sql } from '../../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from '../../transfers/transfers.js';
import { payoutText } from '../payouts.js';
import type { DuePayment } from './arrivals.js';
import { type Ids, inRange, type ScopeIds, type ScopeRange } from './pieces.js';

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
function* fieldsOf([row]: readonly Records[]): Generator<string[]> {
  const records = row?.records ?? '';
  if (records !== '') for (const record of records.split(RECORD)) yield record.split(FIELD);
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

export async function readEntries(db: Queryable, { scope, range }: ScopeRange): Promise<Iterable<SignedRow>> {
  const rows = await db.query<Records>(sql`
    select ${raw(recordsOf(recordOf(['id', MAC, ENTRY])))} as records
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return toEntries(rows, `ledger_entries ["${scope.accountId}","${scope.mode}",`);
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

/** The orders of a piece with their events, also those of which only the events are left. */
export async function readToldOrders(db: Queryable, { scope, range }: ScopeIds): Promise<Iterable<ToldOrder>> {
  const rows = await db.query<Records>(sql`
    select ${raw(recordsOf(recordOf(['id', `coalesce(told, ${NO_ORDER})`, 'events'])))} as records
    from (
      select id, ${raw(recordOf(ORDER_FIELDS))} as told
      from orders
      where ${ofScope(scope)}
        and ${inRange('id', range)}) as orders
    full join (
      select order_id as id, string_agg(${raw(recordOf(EVENT_FIELDS))}, chr(31) order by sequence) as events
      from order_events
      where ${ofScope(scope)}
        and ${inRange('order_id', range)}
      group by order_id) as events using (id)`);
  return toToldOrders(rows);
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

type RefundRow = Signed & {
  readonly id: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly createdAt: number;
};

/** The refunds of the orders of a piece. */
export async function readRefunds(db: Queryable, { scope, range }: ScopeIds): Promise<SignedRow[]> {
  const rows = await db.query<RefundRow>(sql`
    select id, order_id as "orderId", amount, reason, created_at as "createdAt", mac::text as mac
    from refunds
    where ${ofScope(scope)}
      and ${inRange('order_id', range)}`);
  return rows.map((row) => ({
    name: `refund ${row.id}`,
    id: row.id,
    text: refundText({ ...row, scope }),
    mac: row.mac,
  }));
}

export async function readPayouts(db: Queryable, { scope, range }: ScopeRange): Promise<SignedRow[]> {
  type Row = Signed & { id: string; amount: bigint; note: string | null; key: string | null; createdAt: number };
  const rows = await db.query<Row>(sql`
    select id, amount, note, key, created_at as "createdAt", mac::text as mac
    from payouts
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return rows.map((row) => ({
    name: `payout ${row.id}`,
    id: row.id,
    text: payoutText({ ...row, scope }),
    mac: row.mac,
  }));
}

export async function readTransfers(db: Queryable, { scope, range }: ScopeIds): Promise<SignedRow[]> {
  const rows = await db.query<TransferRow & Signed>(sql`
    select ${TRANSFER_COLUMNS}, mac::text as mac
    from outgoing_transfers
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return rows.map((row) => ({
    name: `transfer ${row.id}`,
    id: row.id,
    text: transferText(toTransfer(row)),
    mac: row.mac,
  }));
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
): Promise<{ readonly payments: readonly DuePayment[]; readonly rows: readonly SignedRow[] }> {
  const account = sql`coalesce(account_id, ${HOUSE_ACCOUNT}::uuid)`;
  const due = raw(`case when 'voided' = any(flags) then 0 else amount end`);
  const found = await db.query<Records>(sql`
    select string_agg(concat_ws(chr(31), id, ${raw(MAC)}, ${raw(PAYMENT)}, ${account}, livemode, ${due}), chr(30)) as records
    from payments
    where ${inRange('id', range)}`);
  const payments: DuePayment[] = [];
  const rows: SignedRow[] = [];
  for (const [id = '', mac, values, accountId = '', livemode, amount = ''] of fieldsOf(found)) {
    payments.push({ id, scope: { accountId, mode: modeOf(livemode === 't') }, due: BigInt(amount) });
    rows.push({ name: `payment ${id}`, id, text: `payments [${values}]`, mac: macOf(mac) });
  }
  return { payments, rows };
}
