// Keeps a bank's file as it was understood, so that what somebody looked at is what is taken.
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import type { BankResult, BankStatus, ResultsSummary } from '../../domain/transfers/bank-result.js';
import { parseTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { type FilePreview, findPreview, insertPreview } from '../../store/transfers/file-previews.js';
import { listTransfersById } from '../../store/transfers/transfers.js';
import { digestOfFile, withTransferIds, withTransfers } from './import-results.js';

const FIRST_RESULTS = 10;

/** What a bank's results would do, by our own records: banks seldom repeat who is paid and how much. */
export async function foreseeResults({ db }: Pick<Deps, 'db'>, told: readonly BankResult[]): Promise<ResultsSummary> {
  const results = await withTransferIds({ db }, told);
  const amounts = new Map<string, bigint>();
  const states: { [Status in BankStatus]?: { readonly count: number; readonly sum: string } } = {};
  let unknown = 0;
  for await (const [{ status }, transfer] of withTransfers({ db }, results)) {
    if (transfer === null) unknown += 1;
    else {
      amounts.set(transfer.id, transfer.amount);
      const { count, sum } = states[status] ?? { count: 0, sum: '0' };
      states[status] = { count: count + 1, sum: String(BigInt(sum) + transfer.amount) };
    }
  }
  return {
    states,
    sum: String([...amounts.values()].reduce((sum, amount) => sum + amount, 0n)),
    unknown,
    first: results.slice(0, FIRST_RESULTS),
  };
}

/** The transfers that results are about, by their ids. */
export async function transfersOf(
  { db }: Pick<Deps, 'db'>,
  results: readonly Pick<BankResult, 'transferId'>[],
): Promise<ReadonlyMap<string, Transfer>> {
  const ids = results.flatMap(({ transferId }) => parseTransferId(transferId) ?? []);
  return new Map((await listTransfersById(db, null, ids)).map((transfer) => [transfer.id, transfer]));
}

export async function keepPreview(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  given: Omit<FilePreview, 'id' | 'digest' | 'madeAt'>,
): Promise<FilePreview> {
  const madeAt = deps.clock.now();
  const preview = { ...given, id: deps.random.uuid(madeAt), digest: digestOfFile(given.body), madeAt };
  await insertPreview(deps.db, preview);
  return preview;
}

export async function requirePreview(deps: Pick<Deps, 'db'>, id: string): Promise<FilePreview> {
  const preview = isUuid(id) ? await findPreview(deps.db, id) : null;
  if (preview === null) throw new AppError('not_found');
  return preview;
}

/** The file that was looked at, and no other. */
export async function requireSeenFile(
  deps: Pick<Deps, 'db'>,
  { id, digest }: { readonly id: string; readonly digest: string },
): Promise<FilePreview> {
  const preview = await requirePreview(deps, id);
  if (preview.digest !== digest || digestOfFile(preview.body) !== digest) throw new AppError('list_not_kept');
  return preview;
}
