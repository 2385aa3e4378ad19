// Takes over what the bank says about transfers that it was told to send (D75). Each line is a step of its own, so a
// refused line does not hold up the others, and importing the same file again changes nothing.
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import type { BankResult } from '../../domain/transfers/bank-result.js';
import { formatTransferId, parseTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { endingIn } from '../../domain/transfers/transfer-concept.js';
import { AppError } from '../../errors/errors.js';
import { findOpenRestore } from '../../store/keeping/restores.js';
import { findIdsByEnding } from '../../store/transfers/transfers.js';
import { bounceTransfer, confirmTransfer, markSent, requireTransfer } from './change-transfer.js';

export type ImportedResult = { readonly result: BankResult } & (
  | { readonly is: 'done'; readonly transfer: Transfer }
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

export async function importResults(
  deps: ImportDeps,
  results: readonly BankResult[],
  actor: string,
): Promise<ImportedResult[]> {
  const imported: ImportedResult[] = [];
  for (const result of results) {
    try {
      imported.push({ is: 'done', result, transfer: await takeOver(deps, result, actor) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
      imported.push({ is: 'refused', result, error });
    }
  }
  return imported;
}

async function takeOver(deps: ImportDeps, result: BankResult, actor: string): Promise<Transfer> {
  const { transferId, trackingKey, status, note } = result;
  const call = { transferId, actor };
  const transfer = await requireTransfer(deps.db, call);
  requireAgreement(result, transfer);
  if (transfer.batchId === null) await requireLostFile(deps, transfer);
  if (status === 'bounced') return bounceTransfer(deps, { ...call, note });
  // A file may tell only that the money has arrived, with the tracking key of its way there.
  const sent = trackingKey === null ? null : await markSent(deps, { ...call, trackingKey });
  return status === 'confirmed' || sent === null ? confirmTransfer(deps, call) : sent;
}

/** After a restore the file may be one that the database does not know any more. Whoever imports it says so. */
async function requireLostFile({ db }: ImportDeps, { id, createdAt }: Transfer): Promise<void> {
  const moment = await findOpenRestore(db);
  if (moment === null || createdAt > moment) throw new AppError('not_in_file', { id: formatTransferId(id) });
}

/** A bank speaks of what it was told: a line of a file, with the amount and the account that it had (D84). */
function requireAgreement({ amount, clabe }: BankResult, transfer: Transfer): void {
  const id = formatTransferId(transfer.id);
  if (amount !== null && BigInt(amount) !== transfer.amount)
    throw new AppError('result_differs', { id, ours: toDecimal(transfer.amount), theirs: toDecimal(BigInt(amount)) });
  const ours = transfer.destination?.clabe ?? '';
  if (clabe !== null && clabe !== ours) throw new AppError('result_differs', { id, ours, theirs: clabe });
}
