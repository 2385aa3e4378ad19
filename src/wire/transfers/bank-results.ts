// What the bank says about transfers that it was told to send (D75): the lines of its results.

import { parseAmount } from '../../domain/base/money.js';
import type { BankResult, BankStatus } from '../../domain/transfers/bank-result.js';
import { parseTransferId } from '../../domain/transfers/transfer.js';
import { endingIn } from '../../domain/transfers/transfer-concept.js';
import { type OwnRow, readOwnRows } from '../sheets/own-rows.js';

const STATUSES: readonly BankStatus[] = ['sent', 'confirmed', 'bounced'];

/** If any line is faulty, nothing is taken and all faults are reported at once. */
export function readBankResults(chunks: AsyncIterable<string>): Promise<BankResult[]> {
  const columns = ['id', 'tracking_key', 'status'];
  return readOwnRows(chunks, { columns, read: readLine, unreadable: 'unreadable_results' });
}

function readLine({ line, value }: OwnRow): BankResult | string {
  const [transferId, trackingKey] = [value('id'), value('tracking_key')];
  const status = STATUSES.find((word) => word === value('status'));
  if (parseTransferId(transferId) === null && endingIn(transferId) === null) return `${transferId} is no transfer id`;
  if (status === undefined) return `status must be ${STATUSES.join(', ')}`;
  if (status === 'sent' && trackingKey === '') return 'tracking_key must not be empty';
  if (!isTrackingKey(trackingKey))
    return 'tracking_key must have at most 30 letters, digits, - or _, or be a transaction of coins';
  const [amount, clabe] = [value('amount'), value('clabe').replace(/\s/g, '')];
  const paid = amount === '' ? null : parseAmount(amount);
  if (paid !== null && typeof paid !== 'bigint') return `amount ${amount} is no amount such as 1500.50`;
  return {
    line,
    transferId,
    status,
    trackingKey: trackingKey || null,
    note: value('note').slice(0, LONGEST_NOTE) || null,
    amount: paid === null ? null : String(paid),
    clabe: clabe || null,
  };
}

const LONGEST_NOTE = 255;

/**
 * A clave de rastreo has up to 30 characters; "" is none. Coins have their transaction, with the output behind it if one
 * transaction pays several.
 */
export function isTrackingKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{0,30}$/.test(text) || /^(?:0x)?[0-9a-fA-F]{64}(?::\d{1,4})?$/.test(text);
}
