// Reads what the desk shows of outgoing transfers.

import { actorNames } from '../../../actions/people/actor-names.js';
import { requireTransfer } from '../../../actions/transfers/change-transfer.js';
import { readBatch } from '../../../actions/transfers/export-transfers.js';
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { searchAudit } from '../../../store/keeping/audit-search.js';

const BATCHES_SHOWN = 5;

export type ExportedBatch = {
  readonly id: string;
  readonly at: number;
  readonly transfers: number;
  readonly amount: string;
};

/** The last bank files of a mode, as the audit log tells of them. */
export async function listBatches({ db }: Pick<Deps, 'db'>, mode: Mode): Promise<ExportedBatch[]> {
  const filter = { actor: null, action: 'transfer.export', subject: null, from: null, before: null };
  const lines = await searchAudit(db, filter, { at: null, towards: 'next', limit: 4 * BATCHES_SHOWN });
  return lines
    .map(({ subject, at, details }) => ({ id: subject, at, ...exportOf(details) }))
    .filter((batch) => batch.mode === mode)
    .slice(0, BATCHES_SHOWN);
}

function exportOf(details: string): { readonly mode: string; readonly transfers: number; readonly amount: string } {
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
