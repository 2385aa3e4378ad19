// Outgoing transfers (D75): money on its way back to a customer or out to a merchant. Refunds, returns and payouts each
// make one. to_send -> sent (with a clave de rastreo) -> confirmed | bounced; the bank may also refuse what was not sent
// yet. A transfer that nobody has given a destination is still to_send, and is shown as needs_destination. The transfer of a
// refund that its merchant has no money for begins as to_fund, and is in no books until it is to_send (D86).
import type { Scope } from '../accounts/account.js';
import { searchable } from '../orders/search-text.js';
import type { CoinCode } from '../points/coins.js';

export const TRANSFER_REASONS = ['refund', 'return', 'payout'] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

export type TransferState = 'to_fund' | 'to_send' | 'sent' | 'confirmed' | 'bounced';

/** The states as people see them. */
export const TRANSFER_STATUSES = ['to_fund', 'needs_destination', 'to_send', 'sent', 'confirmed', 'bounced'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/** The account that a transfer goes to. Of a transfer of coins: the address, the network and the coin. */
export type PayeeAccount = { readonly clabe: string; readonly holder: string; readonly bank: string };

export type Transfer = {
  readonly scope: Scope;
  readonly id: string;
  readonly reason: TransferReason;
  /** The refund, the payment or the payout that the money comes from. */
  readonly sourceId: string;
  readonly orderId: string | null;
  /** In centavos, also of coins: how many they are is known when they are sent. */
  readonly amount: bigint;
  /** The coin that it is sent in; null: pesos, by SPEI. */
  readonly coin: CoinCode | null;
  readonly state: TransferState;
  readonly destination: PayeeAccount | null;
  readonly decidedBy: string;
  readonly destinationBy: string | null;
  /** The bank file that it is in. */
  readonly batchId: string | null;
  readonly trackingKey: string | null;
  /** Why it bounced. */
  readonly note: string | null;
  readonly createdAt: number;
  readonly destinationAt: number | null;
  readonly exportedAt: number | null;
  readonly sentAt: number | null;
  readonly confirmedAt: number | null;
  readonly bouncedAt: number | null;
};

export type NewTransfer = Pick<
  Transfer,
  'scope' | 'id' | 'reason' | 'sourceId' | 'orderId' | 'amount' | 'coin' | 'destination' | 'decidedBy'
> & { readonly state?: 'to_fund' | 'to_send' };

export function newTransfer(wanted: NewTransfer, now: number): Transfer {
  return {
    ...wanted,
    state: wanted.state ?? 'to_send',
    destinationBy: wanted.destination === null ? null : wanted.decidedBy,
    batchId: null,
    trackingKey: null,
    note: null,
    createdAt: now,
    destinationAt: wanted.destination === null ? null : now,
    exportedAt: null,
    sentAt: null,
    confirmedAt: null,
    bouncedAt: null,
  };
}

/** What the operator searches a transfer by: what a bank's receipt or a merchant tells of it. */
export function searchedTransfer({ destination, trackingKey, id }: Transfer): string {
  return [destination?.holder, destination?.clabe, trackingKey, id].map((field) => searchable(field ?? '')).join('\n');
}

/**
 * The text that is signed of a transfer: what may change of it, and what may not. The bank file that it is in has its own list
 * of what it holds, and the customer's link ends with every change.
 */
export function transferText(transfer: Transfer): string {
  const { scope, id, reason, sourceId, orderId, amount, state, destination, decidedBy, destinationBy } = transfer;
  const { trackingKey, note, createdAt, destinationAt, sentAt, confirmedAt, bouncedAt } = transfer;
  const { clabe, holder, bank } = destination ?? {};
  const made = [scope.accountId, scope.mode, id, reason, sourceId, orderId, String(amount), decidedBy, createdAt];
  const inCoins = transfer.coin === null ? [] : [transfer.coin]; // rows of before coins keep their text
  const now = [
    state,
    clabe,
    holder,
    bank,
    destinationBy,
    trackingKey,
    note,
    destinationAt,
    sentAt,
    confirmedAt,
    bouncedAt,
  ];
  return `outgoing_transfers ${JSON.stringify([...made, ...now, ...inCoins])}`;
}

export function statusOf(transfer: Pick<Transfer, 'state' | 'destination'>): TransferStatus {
  return transfer.state === 'to_send' && transfer.destination === null ? 'needs_destination' : transfer.state;
}

/** Whether somebody can still say where it goes. */
export function lacksDestination({ state, destination }: Pick<Transfer, 'state' | 'destination'>): boolean {
  return (state === 'to_fund' || state === 'to_send') && destination === null;
}

const TRANSFER_ID = /^(?:tr_)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export function formatTransferId(uuid: string): string {
  return `tr_${uuid}`;
}

/** The UUID inside a transfer id; null if it is not one. */
export function parseTransferId(id: string): string | null {
  return TRANSFER_ID.exec(id)?.[1] ?? null;
}
