// Reads what the desk shows of outgoing transfers.

import { actorNames } from '../../../actions/people/actor-names.js';
import { allFormats } from '../../../actions/transfers/bank-formats.js';
import { requireTransfer } from '../../../actions/transfers/change-transfer.js';
import { mayShowLink } from '../../../actions/transfers/customer-link.js';
import { readBatch } from '../../../actions/transfers/export-transfers.js';
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import type { Mode } from '../../../domain/base/mode.js';
import { type BankFile, stillDue } from '../../../domain/transfers/bank-file.js';
import type { NamedFormat } from '../../../domain/transfers/bank-format.js';
import { lackingOwn } from '../../../domain/transfers/bank-layout.js';
import { formatTransferId, type Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { type FileSummary, listBankFiles } from '../../../store/transfers/bank-files.js';
import { type PastAct, readPastActs } from '../audit/past-acts.js';

const BATCHES_SHOWN = 5;

/** The last bank files of a mode. */
export function listBatches({ db }: Pick<Deps, 'db'>, mode: Mode): Promise<FileSummary[]> {
  return listBankFiles(db, mode, BATCHES_SHOWN);
}

export type TransferView = {
  readonly transfer: Transfer;
  /** The merchant; null if the money belongs to nobody. */
  readonly merchant: string | null;
  readonly actors: ReadonlyMap<string, string>;
  readonly pastActs: readonly PastAct[];
  /** Whether the operator may see a link with which the customer says where it goes. */
  readonly mayLink: boolean;
};

export async function showTransfer(deps: Pick<Deps, 'db' | 'settings'>, transferId: string): Promise<TransferView> {
  const { db } = deps;
  const transfer = await requireTransfer(db, { transferId }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('not_found') : error;
  });
  const { accountId } = transfer.scope;
  const names = await findAccountNames(db, [accountId]);
  const mayLink = transfer.orderId !== null && mayShowLink(deps, transfer.scope);
  const actors = await actorNames({ db }, [transfer.decidedBy, transfer.destinationBy]);
  return {
    transfer,
    merchant: accountId === HOUSE_ACCOUNT ? null : (names.get(accountId) ?? null),
    actors,
    pastActs: await readPastActs({ db }, formatTransferId(transfer.id)),
    mayLink,
  };
}

export type BatchView = {
  readonly file: BankFile;
  /** How many of its lines are still due. */
  readonly due: number;
  readonly transfers: readonly Transfer[];
  readonly names: ReadonlyMap<string, string>;
  /** As which banks it can be downloaded. */
  readonly layouts: readonly NamedFormat[];
};

export async function showBatch(deps: Pick<Deps, 'db' | 'shippedFormats'>, id: string): Promise<BatchView> {
  const { db } = deps;
  const { file, transfers } = await readBatch({ db }, id).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('not_found') : error;
  });
  return {
    file,
    due: stillDue(file, transfers).length,
    transfers,
    layouts: (await allFormats(deps)).filter(
      ({ format }) => format.is === 'layout' && lackingOwn(format.layout).length === 0,
    ),
    names: await findAccountNames(
      db,
      transfers.map(({ scope }) => scope.accountId),
    ),
  };
}
