// Reads what the desk shows of outgoing transfers.

import { actorNames } from '../../../actions/people/actor-names.js';
import { allFormats } from '../../../actions/transfers/bank-formats.js';
import { requireTransfer } from '../../../actions/transfers/change-transfer.js';
import { mayShowLink } from '../../../actions/transfers/customer-link.js';
import { readBatch } from '../../../actions/transfers/export-transfers.js';
import type { ImportedResult } from '../../../actions/transfers/import-results.js';
import { transfersOf } from '../../../actions/transfers/preview-file.js';
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import type { BankFile } from '../../../domain/transfers/bank-file.js';
import type { NamedFormat } from '../../../domain/transfers/bank-format.js';
import { lackingOwn } from '../../../domain/transfers/bank-layout.js';
import type { BankResult } from '../../../domain/transfers/bank-result.js';
import { formatTransferId, type Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { findBankFile } from '../../../store/transfers/bank-files.js';
import { findBounces } from '../../../store/transfers/bounced-payees.js';
import { type PastAct, readPastActs } from '../audit/past-acts.js';
import { formatChoices } from '../bank-files/format-choices.js';
import type { Choice } from '../ui/form.js';

export type TransferView = {
  readonly transfer: Transfer;
  /** The merchant; null if the money belongs to nobody. */
  readonly merchant: string | null;
  readonly actors: ReadonlyMap<string, string>;
  readonly pastActs: readonly PastAct[];
  /** Whether the operator may see a link with which the customer says where it goes. */
  readonly mayLink: boolean;
  /** The bank file that it is in; null: none. */
  readonly file: BankFile | null;
};

export async function showTransfer(deps: Pick<Deps, 'db' | 'settings'>, transferId: string): Promise<TransferView> {
  const { db } = deps;
  const transfer = await requireTransfer(db, { transferId }).catch(orNotFound);
  const { accountId } = transfer.scope;
  const names = await findAccountNames(db, [accountId]);
  const mayLink = transfer.orderId !== null && mayShowLink(deps, transfer.scope);
  const file = transfer.batchId === null ? null : await findBankFile(db, transfer.batchId);
  const actors = await actorNames({ db }, [transfer.decidedBy, transfer.destinationBy, file?.madeBy ?? null]);
  return {
    transfer,
    merchant: accountId === HOUSE_ACCOUNT ? null : (names.get(accountId) ?? null),
    actors,
    pastActs: await readPastActs({ db }, formatTransferId(transfer.id)),
    mayLink,
    file,
  };
}

function orNotFound(error: unknown): never {
  throw error instanceof AppError ? new AppError('not_found') : error;
}

export type BatchView = {
  readonly file: BankFile;
  /** How many of its lines are still due. */
  readonly due: number;
  readonly transfers: readonly Transfer[];
  readonly names: ReadonlyMap<string, string>;
  /** When money last bounced where one of them is to be sent, by its id. */
  readonly bounces: ReadonlyMap<string, number>;
  /** Who made it. */
  readonly maker: string;
  /** As which banks it can be downloaded, and those that lack something of the operator's own. */
  readonly layouts: readonly NamedFormat[];
  readonly lacking: readonly NamedFormat[];
  /** Who downloaded it last; null: nobody yet. */
  readonly downloaded: PastAct | null;
};

export async function showBatch(deps: Pick<Deps, 'db' | 'shippedFormats'>, id: string): Promise<BatchView> {
  const { db } = deps;
  const { file, transfers, due } = await readBatch({ db }, id).catch(orNotFound);
  const layouts = (await allFormats(deps)).map((one) => ({
    one,
    lacks: one.format.is === 'layout' ? lackingOwn(one.format.layout).length > 0 : null,
  }));
  const past = await readPastActs({ db }, file.id);
  return {
    file,
    downloaded: past.find(({ action }) => action === 'transfer.print') ?? null,
    maker: (await actorNames({ db }, [file.madeBy])).get(file.madeBy) ?? file.madeBy,
    due: due.length,
    transfers,
    bounces: await findBounces(db, file.mode, transfers),
    layouts: layouts.filter(({ lacks }) => lacks === false).map(({ one }) => one),
    lacking: layouts.filter(({ lacks }) => lacks === true).map(({ one }) => one),
    names: await findAccountNames(
      db,
      transfers.map(({ scope }) => scope.accountId),
    ),
  };
}

/** Transfers by their ids, and the names of their merchants. */
export type KnownTransfers = {
  readonly transfers: ReadonlyMap<string, Transfer>;
  readonly names: ReadonlyMap<string, string>;
};

/** What our records say of these results. */
export async function showResults({ db }: Pick<Deps, 'db'>, results: readonly BankResult[]): Promise<KnownTransfers> {
  const transfers = await transfersOf({ db }, results);
  const accounts = [...transfers.values()].map(({ scope }) => scope.accountId);
  return { transfers, names: await findAccountNames(db, accounts) };
}

export type ImportView = {
  readonly imported: ImportedView | null;
  readonly formats: readonly Choice[];
};

export type ImportedView = {
  readonly done: number;
  /** What was taken over, each transfer once. */
  readonly sum: bigint;
  readonly refused: number;
  /** The first of them; what was refused comes first. */
  readonly shown: readonly ImportedResult[];
  readonly known: KnownTransfers;
};

const RESULTS_SHOWN = 50;

export async function showImported(deps: Deps, all: readonly ImportedResult[]): Promise<ImportView> {
  const done = all.filter((one) => one.is === 'done');
  const refused = all.filter((one) => one.is === 'refused');
  const sums = new Map(done.map(({ id, amount }) => [id, amount]));
  const shown = [...refused, ...done].slice(0, RESULTS_SHOWN);
  const imported = {
    done: done.length,
    sum: [...sums.values()].reduce((sum, amount) => sum + amount, 0n),
    refused: refused.length,
    shown,
    known: await showResults(
      deps,
      shown.map(({ result }) => result),
    ),
  };
  return { imported, formats: await formatChoices(deps, ['results']) };
}
