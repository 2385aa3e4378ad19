// Reads money that goes out with its signatures, in pieces, to check them (D87): there is little of it, so each row comes as values.
import type { SignedText } from '../../../domain/base/row-key.js';
import { refundText } from '../../../domain/money/refund.js';
import { transferText } from '../../../domain/transfers/transfer.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { sql } from '../../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from '../../transfers/transfers.js';
import { payoutText } from '../payouts.js';
import { inRange, type ScopeIds, type ScopeRange } from './pieces.js';
import type { SignedRow } from './signed-rows.js';

type Signed = Pick<SignedText, 'mac'>;

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
