// Reads rows of money with their signatures, in pieces, to check them (D87). The text of a row comes from the function by which
// its writer signed it.
import { timeOfUuid } from '../../../domain/base/identity.js';
import { type BookEntry, entryTextWith, LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { type Payment, paymentText } from '../../../domain/money/payment.js';
import { refundText } from '../../../domain/money/refund.js';
import { eventText, type OrderEvent } from '../../../domain/orders/event.js';
import { transferText } from '../../../domain/transfers/transfer.js';
import type { Queryable } from '../../db.js';
import { columns, raw, sql } from '../../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from '../../transfers/transfers.js';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from '../payments.js';
import { payoutText } from '../payouts.js';
import { type IdRange, inRange, ofScope, type ScopeRange } from './pieces.js';

export type SignedRow = {
  /** `entry …`, `payment …`: what a finding calls it. */
  readonly name: string;
  readonly madeAt: number;
  readonly text: string;
  /** null: it is not signed. */
  readonly mac: string | null;
};

type Signed = { readonly mac: string | null };
type EntryRow = Omit<BookEntry, 'scope' | 'postings'> & { readonly amounts: string } & Signed;

/** A million entries have nineteen million columns, of which few are not zero: the database leaves out the others. */
const AMOUNTS = raw(
  `concat_ws(',', ${LEDGER_ACCOUNTS.map((account) => `case when ${account} <> 0 then '${account} ' || ${account} end`).join(', ')})`,
);

export async function readEntries(db: Queryable, { scope, range }: ScopeRange): Promise<SignedRow[]> {
  const rows = await db.query<EntryRow>(sql`
    select id, kind, order_id as "orderId", payment_id as "paymentId", transfer_id as "transferId", corrects, actor,
      created_at as "createdAt", mac::text as mac, ${AMOUNTS} as amounts
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return rows.map((row) => ({
    name: `entry ${row.id}`,
    madeAt: timeOfUuid(row.id),
    text: entryTextWith({ ...row, scope }, row.amounts === '' ? [] : row.amounts.split(',')),
    mac: row.mac,
  }));
}

type EventRow = Signed & {
  readonly order_id: string;
  readonly order_created_at: number;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly iva: bigint;
  readonly clabe: string | null;
  readonly reference: string | null;
} & OrderEvent;

/** The events of the orders of a piece. */
export async function readEvents(db: Queryable, { scope, range }: ScopeRange): Promise<SignedRow[]> {
  const rows = await db.query<EventRow>(sql`
    select v.order_id, v.sequence, v.type, v.created_at as "createdAt", v.order_state as "orderState", v.mac::text as mac,
      o.created_at as order_created_at, o.amount, o.fee, o.iva, coalesce(o.clabe, o.former_clabe) as clabe, o.reference
    from order_events v
    join orders o on o.account_id = v.account_id
      and o.livemode = v.livemode
      and o.id = v.order_id
    where ${ofScope(scope, 'v.')}
      and ${inRange('v.order_id', range)}`);
  return rows.map((row) => {
    const { order_id: uuid, amount, fee, iva, clabe, reference, order_created_at: createdAt } = row;
    const terms = { scope, uuid, amount, fee: { amount: fee, iva }, clabe, reference, createdAt };
    return {
      name: `event ${row.sequence} of order ${uuid}`,
      madeAt: Math.max(row.createdAt, timeOfUuid(uuid)),
      text: eventText(terms, row),
      mac: row.mac,
    };
  });
}

type RefundRow = Signed & {
  readonly id: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly createdAt: number;
};

/** The refunds of the orders of a piece. */
export async function readRefunds(db: Queryable, { scope, range }: ScopeRange): Promise<SignedRow[]> {
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

export async function readTransfers(db: Queryable, { scope, range }: ScopeRange): Promise<SignedRow[]> {
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

export async function readPayments(
  db: Queryable,
  range: IdRange,
): Promise<{ readonly payments: readonly Payment[]; readonly rows: readonly SignedRow[] }> {
  const found = await db.query<PaymentRow & Signed>(sql`
    select ${columns(PAYMENT_COLUMNS)}, mac::text as mac
    from payments
    where ${inRange('id', range)}`);
  const payments = found.map(toPayment);
  const rows = payments.map((payment, at) => ({
    name: `payment ${payment.id}`,
    madeAt: timeOfUuid(payment.id),
    text: paymentText(payment),
    mac: found[at]?.mac ?? null,
  }));
  return { payments, rows };
}
