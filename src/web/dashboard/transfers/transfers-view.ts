// Reads what the desk shows of outgoing transfers.

import { actorNames } from '../../../actions/people/actor-names.js';
import { requireTransfer } from '../../../actions/transfers/change-transfer.js';
import { readBatch } from '../../../actions/transfers/export-transfers.js';
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import type { Mode } from '../../../domain/base/mode.js';
import { type ListPage, toPage } from '../../../domain/base/paging.js';
import { TRANSFER_STATUSES, type Transfer, type TransferStatus } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { type ShownLine, searchAudit } from '../../../store/keeping/audit-search.js';
import { countWork, listWorkPage, type WorkCounts } from '../../../store/transfers/transfer-work-lists.js';
import { askIn, choiceIn, modeIn, type Query } from '../ui/list-query.js';

const TRANSFERS_A_PAGE = 25;
const BATCHES_SHOWN = 5;

export type TransfersView = {
  readonly mode: Mode;
  readonly status: TransferStatus;
  readonly page: ListPage<Transfer>;
  readonly names: ReadonlyMap<string, string>;
  readonly counts: WorkCounts;
  readonly batches: readonly ShownLine[];
};

export async function showTransfers({ db }: Pick<Deps, 'db'>, query: Query): Promise<TransfersView> {
  const [mode, status] = [modeIn(query), choiceIn(query, 'status', TRANSFER_STATUSES) ?? 'to_send'];
  const ask = askIn(query, TRANSFERS_A_PAGE);
  const page = toPage(await listWorkPage(db, { mode, status }, ask), ask, ({ id }) => id);
  const filter = { actor: null, action: 'transfer.export', subject: null, from: null, before: null };
  const exports = await searchAudit(db, filter, { at: null, towards: 'next', limit: 4 * BATCHES_SHOWN });
  return {
    mode,
    status,
    page,
    names: await findAccountNames(
      db,
      page.rows.map(({ scope }) => scope.accountId),
    ),
    counts: await countWork(db, mode),
    batches: exports.filter(({ details }) => exportOf(details).mode === mode).slice(0, BATCHES_SHOWN),
  };
}

/** What the audit log says of a bank file. */
export function exportOf(details: string): {
  readonly mode: string;
  readonly transfers: number;
  readonly amount: string;
} {
  const told: unknown = JSON.parse(details);
  const value = (name: string): unknown =>
    typeof told === 'object' && told !== null ? Reflect.get(told, name) : undefined;
  return { mode: String(value('mode')), transfers: Number(value('transfers')), amount: String(value('amount')) };
}

export type TransferView = {
  readonly transfer: Transfer;
  /** The merchant; null if the money belongs to nobody. */
  readonly merchant: string | null;
  readonly actors: ReadonlyMap<string, string>;
};

export async function showTransfer({ db }: Pick<Deps, 'db'>, transferId: string): Promise<TransferView> {
  const transfer = await requireTransfer(db, { transferId }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('not_found') : error;
  });
  const { accountId } = transfer.scope;
  const names = await findAccountNames(db, [accountId]);
  const actors = await actorNames({ db }, [transfer.decidedBy, transfer.destinationBy]);
  return { transfer, merchant: accountId === HOUSE_ACCOUNT ? null : (names.get(accountId) ?? null), actors };
}

export type BatchView = {
  readonly id: string;
  readonly transfers: readonly Transfer[];
  readonly names: ReadonlyMap<string, string>;
};

export async function showBatch({ db }: Pick<Deps, 'db'>, id: string): Promise<BatchView> {
  const { transfers } = await readBatch({ db }, id).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('not_found') : error;
  });
  return {
    id,
    transfers,
    names: await findAccountNames(
      db,
      transfers.map(({ scope }) => scope.accountId),
    ),
  };
}
