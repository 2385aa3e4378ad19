// Takes over what the bank says about transfers that it was told to send (D75), some hundred lines at a time. A refused line does
// not hold up the others, and importing the same file again, or the rest of one that was cut off, changes nothing twice.
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import type { BankResult } from '../../domain/transfers/bank-result.js';
import { formatTransferId, parseTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { endingIn } from '../../domain/transfers/transfer-concept.js';
import { AppError } from '../../errors/errors.js';
import { findOpenRestore } from '../../store/keeping/restores.js';
import { findIdsByEnding, findTransfersOfAnyone } from '../../store/transfers/transfers.js';
import { bouncing, bouncingIfBack, confirming, sending } from './change-transfer.js';
import { changeTransfers, type WantedChange } from './change-transfers.js';

export type ImportedResult = { readonly result: BankResult } & (
  | ({ readonly is: 'done' } & Pick<Transfer, 'id' | 'amount' | 'state'>)
  | { readonly is: 'refused'; readonly error: AppError }
);

/** What a file is known by, whatever its name. */
export function digestOfFile(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;

/** With ids where the bank has told the concept. A result of no known transfer stays as it is, and is refused with its line. */
export async function withTransferIds(
  { db }: Pick<Deps, 'db'>,
  results: readonly BankResult[],
): Promise<readonly BankResult[]> {
  const endings = results.map(({ transferId }) => (parseTransferId(transferId) === null ? endingIn(transferId) : null));
  const wanted = endings.filter((ending) => ending !== null);
  if (wanted.length === 0) return results;
  const ids = await findIdsByEnding(db, wanted);
  return results.map((result, at) => {
    const id = ids.get(endings[at] ?? '');
    return id === undefined ? result : { ...result, transferId: formatTransferId(id) };
  });
}

/** Each with its transfer, as we know it; null: there is none. */
export async function* withTransfers(
  { db }: Pick<Deps, 'db'>,
  results: readonly BankResult[],
): AsyncGenerator<readonly [BankResult, Transfer | null]> {
  for (let at = 0; at < results.length; at += AT_ONCE) {
    const some = results.slice(at, at + AT_ONCE);
    const ids = some.flatMap(({ transferId }) => parseTransferId(transferId) ?? []);
    const found = new Map((await findTransfersOfAnyone(db, ids)).map((transfer) => [transfer.id, transfer]));
    for (const result of some) yield [result, found.get(parseTransferId(result.transferId) ?? '') ?? null];
  }
}

/** So many take 0.1 s, and longer nobody waits for what they lock. */
const AT_ONCE = 250;

export async function importResults(
  deps: ImportDeps,
  results: readonly BankResult[],
  actor: string,
): Promise<ImportedResult[]> {
  const imported: ImportedResult[] = [];
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const some = results.slice(from, from + AT_ONCE);
    const restoredTo = await findOpenRestore(deps.db);
    const wanted = some.map((result) => wantedBy(result, { actor, restoredTo }));
    const outcomes = await changeTransfers(deps, wanted);
    for (const [at, result] of some.entries()) imported.push({ result, ...shortOutcome(outcomes[at]) });
  }
  return imported;
}

/** A file has many lines, so each keeps only what is told of it. */
function shortOutcome(outcome: Transfer | AppError | undefined) {
  if (outcome === undefined) throw new Error('a line has no outcome');
  if (outcome instanceof AppError) return { is: 'refused', error: outcome } as const;
  const { id, amount, state } = outcome;
  return { is: 'done', id, amount, state } as const;
}

type Told = { readonly actor: string; readonly restoredTo: number | null };

function wantedBy(result: BankResult, { actor, restoredTo }: Told): WantedChange {
  const { transferId, trackingKey, status, note } = result;
  const isBounced = status === 'bounced';
  return {
    call: { transferId, actor, ...(isBounced && { note }) },
    trackingKey,
    steps: (transfer) => {
      requireAgreement(result, transfer);
      if (transfer.batchId === null) requireLostFile(transfer, restoredTo);
      if (isBounced) return [bouncing({ note, trackingKey })];
      // A file may tell only that the money has arrived, with the tracking key of its way there.
      const sent = trackingKey === null ? [] : [sending(trackingKey, { alsoUnfunded: restoredTo !== null })];
      const arrived = status === 'confirmed' || trackingKey === null ? [confirming({})] : [];
      return [...sent, ...arrived, bouncingIfBack()];
    },
  };
}

/** After a restore the file may be one that the database does not know any more. Whoever imports it says so. */
function requireLostFile({ id, createdAt }: Transfer, restoredTo: number | null): void {
  if (restoredTo === null || createdAt > restoredTo) throw new AppError('not_in_file', { id: formatTransferId(id) });
}

/** A bank speaks of what it was told: a line of a file, with the amount and the account that it had (D84). */
function requireAgreement({ amount, clabe }: BankResult, transfer: Transfer): void {
  const id = formatTransferId(transfer.id);
  if (amount !== null && BigInt(amount) !== transfer.amount)
    throw new AppError('result_differs', { id, ours: toDecimal(transfer.amount), theirs: toDecimal(BigInt(amount)) });
  const ours = transfer.destination?.clabe ?? '';
  if (clabe !== null && clabe !== ours) throw new AppError('result_differs', { id, ours, theirs: clabe });
}
