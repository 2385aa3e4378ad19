// Reads rows of money with their signatures, in pieces, to check them (D87). The text of a row comes from the function by which
// its writer signed it. Of the largest tables the database makes it, or a part of it, in the same way: to read every column of a
// million rows into values, only to write them down again, takes more than all the rest of the proof.
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { timeOfUuid } from '../../../domain/base/identity.js';
import { modeOf } from '../../../domain/base/mode.js';
import { LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { PAYMENT_STATES } from '../../../domain/money/payment.js';
import { refundText } from '../../../domain/money/refund.js';
import { eventTextWith, type OrderEvent } from '../../../domain/orders/event.js';
import { transferText } from '../../../domain/transfers/transfer.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { raw, sql } from '../../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from '../../transfers/transfers.js';
import { payoutText } from '../payouts.js';
import type { DuePayment } from './arrivals.js';
import { type Ids, inRange, type ScopeIds, type ScopeRange } from './pieces.js';

export type SignedRow = {
  /** `entry …`, `payment …`: what a finding calls it. */
  readonly name: string;
  readonly madeAt: number;
  readonly text: string;
  /** null: it is not signed. */
  readonly mac: string | null;
};

type Signed = { readonly mac: string | null };
type TextRow = Signed & { readonly id: string; readonly text: string };

const toSigned = (what: string, { id, text, mac }: TextRow): SignedRow => ({
  name: `${what} ${id}`,
  madeAt: timeOfUuid(id),
  text,
  mac,
});

/** Values as JSON.stringify writes them. */
const MODE = `case when livemode then '"live"' else '"test"' end`;
const idOf = (column: string) => `coalesce('"' || ${column} || '"', 'null')`;
const wordsOf = (column: string) => `coalesce(to_json(${column})::text, 'null')`;
const amountOf = (column: string) => `'"' || ${column} || '"'`;
const timeOf = (column: string) => `trunc(extract(epoch from ${column}) * 1000)`;
const listOf = (parts: readonly string[]) => raw(`concat_ws(',', ${parts.join(', ')})`);

/** entryText(). Of the accounts of an entry few are not zero. */
const ENTRY = listOf([
  idOf('account_id'),
  MODE,
  idOf('id'),
  wordsOf('kind'),
  ...['order_id', 'payment_id', 'transfer_id', 'corrects'].map(idOf),
  wordsOf('actor'),
  timeOf('created_at'),
  ...LEDGER_ACCOUNTS.map((account) => `case when ${account} <> 0 then '"${account} ' || ${account} || '"' end`),
]);

export async function readEntries(db: Queryable, { scope, range }: ScopeRange): Promise<SignedRow[]> {
  const rows = await db.query<TextRow>(sql`
    select id, 'ledger_entries [' || ${ENTRY} || ']' as text, mac::text as mac
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return rows.map((row) => toSigned('entry', row));
}

type EventRow = Signed & OrderEvent & { readonly order_id: string; readonly terms: string };

/** What of eventText() is the same for all events of an order. */
const TERMS = listOf([
  idOf('account_id'),
  MODE,
  idOf('id'),
  ...['amount', 'fee', 'iva'].map(amountOf),
  wordsOf('coalesce(clabe, former_clabe)'),
  wordsOf('reference'),
  timeOf('created_at'),
]);

/** The events of the orders of a piece. */
export async function readEvents(db: Queryable, { scope, range }: ScopeIds): Promise<SignedRow[]> {
  const rows = await db.query<EventRow>(sql`
    select v.order_id, v.sequence, v.type, v.created_at as "createdAt", v.order_state as "orderState", v.mac::text as mac, o.terms
    from order_events v
    join (
      select id, ${TERMS} as terms
      from orders
      where ${ofScope(scope)}
        and ${inRange('id', range)}) o on o.id = v.order_id
    where ${ofScope(scope, 'v.')}
      and ${inRange('v.order_id', range)}`);
  return rows.map((row) => ({
    name: `event ${row.sequence} of order ${row.order_id}`,
    madeAt: Math.max(row.createdAt, timeOfUuid(row.order_id)),
    text: eventTextWith(row.terms, row),
    mac: row.mac,
  }));
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
    madeAt: timeOfUuid(row.id),
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
    madeAt: timeOfUuid(row.id),
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
    madeAt: timeOfUuid(row.id),
    text: transferText(toTransfer(row)),
    mac: row.mac,
  }));
}

/** paymentText(). */
const PAYMENT = listOf([
  idOf('id'),
  `'"' || encode(identity, 'hex') || '"'`,
  wordsOf('kind'),
  MODE,
  ...['network', 'tracking_key', 'destination', 'payer_name', 'payer_account'].map(wordsOf),
  ...[...PAYMENT_STATES, 'amount', 'accepted', 'accepted_fee', 'accepted_iva'].map(amountOf),
  wordsOf('flags'),
  ...['account_id', 'order_id'].map(idOf),
  ...['paid_at', 'received_at'].map(timeOf),
]);

/** Payments, and what the books must have of them. */
export async function readPayments(
  db: Queryable,
  range: Ids,
): Promise<{ readonly payments: readonly DuePayment[]; readonly rows: readonly SignedRow[] }> {
  const found = await db.query<TextRow & { account_id: string; livemode: boolean; due: bigint }>(sql`
    select id, 'payments [' || ${PAYMENT} || ']' as text, mac::text as mac, coalesce(account_id, ${HOUSE_ACCOUNT}) as account_id,
      livemode, case when 'voided' = any(flags) then 0 else amount end as due
    from payments
    where ${inRange('id', range)}`);
  return {
    payments: found.map(({ id, account_id: accountId, livemode, due }) => ({
      id,
      scope: { accountId, mode: modeOf(livemode) },
      due,
    })),
    rows: found.map((row) => toSigned('payment', row)),
  };
}
