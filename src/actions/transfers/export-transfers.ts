// Bank files (D75, D84): each export puts the transfers that can be sent into a new file, and a transfer is in at most one.
// So two exports never pay twice. Exporting marks nothing as sent. A file is kept as it was; printed again, it has only what
// is still due in it.
import type { Deps } from '../../deps.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { parsePrice, unitsFor, writeUnits } from '../../domain/points/coin-units.js';
import { COINS, type CoinCode } from '../../domain/points/coins.js';
import { type BankFile, type BankLine, stillDue } from '../../domain/transfers/bank-file.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { listSuspended } from '../../store/accounts/accounts.js';
import { type Queryable, within } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { latestCoinPrices } from '../../store/money/coin-prices.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import { findBankFile, insertBankFile, nextFileNumber } from '../../store/transfers/bank-files.js';
import { fillBatch, listSendable } from '../../store/transfers/transfer-changes.js';
import { listBatch } from '../../store/transfers/transfers.js';
import { requireNoRestore } from './files-after-restore.js';

/** A file as it is given to the bank. */
export type PrintedFile = {
  readonly file: BankFile;
  readonly lines: readonly BankLine[];
  readonly total: bigint;
  /** Of the file as it was: lines that are paid, bounced or changed since, or of a suspended merchant. */
  readonly leftOut: readonly BankLine[];
};

/** Banks take a few thousand lines in a file. */
const MOST_IN_BATCH = 1_000;

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;

/** `coin`: a file for the operator's own wallet instead of the bank. We send no coins ourselves. */
type ExportCall = { readonly mode: Mode; readonly coin?: CoinCode | null } & PrintCall;

type PrintCall = {
  readonly actor: string;
  /** As which bank wants it; null: Cobro's own CSV. */
  readonly layout?: string | null;
  /** Writes it, and refuses what the layout has no room for: then nothing is made or noted. */
  readonly tryOut?: (printed: PrintedFile) => unknown;
};

/** null: there is nothing to send. Nothing goes out for a suspended merchant. */
export function exportTransfers(
  deps: ExportDeps & Pick<Deps, 'settings'>,
  { mode, coin = null, ...call }: ExportCall,
): Promise<PrintedFile | null> {
  return deps.db.transaction(async (tx) => {
    await requireNoRestore(tx);
    const at = deps.clock.now();
    const id = deps.random.uuid(at);
    const price = coin === null ? null : await priceOf(deps, tx, { coin, mode });
    const number = await nextFileNumber(tx, mode);
    const without = await listSuspended(tx);
    const due = await listSendable(within(deps.db, tx), { mode, coin, limit: MOST_IN_BATCH, without });
    const lines = (await fillBatch(tx, { id, at }, due)).map((transfer) => lineOf(transfer, price));
    if (lines.length === 0) return null;
    const file: BankFile = { id, mode, number, total: totalOf(lines), lines, madeBy: call.actor, madeAt: at };
    const printed = { file, lines, total: file.total, leftOut: [] };
    call.tryOut?.(printed);
    await insertBankFile(tx, file);
    await note(deps, tx, 'transfer.export', printed, call);
    return printed;
  });
}

/** The file again, without what the bank would pay twice. Who prints it is in the audit log. */
export function printAgain(
  deps: ExportDeps,
  { id, ...call }: { readonly id: string } & PrintCall,
): Promise<PrintedFile> {
  return deps.db.transaction(async (tx) => {
    await requireNoRestore(tx);
    const { file, due: lines } = await readBatch({ db: tx }, id);
    const leftOut = file.lines.filter((line) => !lines.includes(line));
    const printed = { file, lines, total: totalOf(lines), leftOut };
    call.tryOut?.(printed);
    await note(deps, tx, 'transfer.print', printed, call);
    return printed;
  });
}

/** A file, what became of its transfers, and what of it may be printed again. */
export async function readBatch(
  deps: { readonly db: Queryable },
  id: string,
): Promise<{
  readonly file: BankFile;
  readonly transfers: readonly Transfer[];
  readonly due: readonly BankLine[];
}> {
  const file = isUuid(id) ? await findBankFile(deps.db, id) : null;
  if (file === null) throw new AppError('unknown_batch', { id });
  const transfers = await listBatch(deps.db, id);
  return { file, transfers, due: stillDue(file, transfers, await listSuspended(deps.db)) };
}

function lineOf({ id, amount, reason, destination, coin: code }: Transfer, price: bigint | null): BankLine {
  if (destination === null) throw new Error(`transfer ${id} has no destination`);
  const coin = code === null ? null : COINS[code];
  const coins = coin === null || price === null ? null : writeUnits(unitsFor(amount, price, coin), coin);
  return { id, amount, reason, destination, coins };
}

/** What goes back is worth what is owed in pesos now, so it has today's price, without a spread. */
async function priceOf(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Queryable,
  { coin, mode }: { readonly coin: CoinCode; readonly mode: Mode },
): Promise<bigint> {
  const oldest = deps.clock.now() - deps.settings.coinPriceMaxAgeMinutes * MINUTE_MS;
  const live = (await latestCoinPrices(tx)).find((price) => price.coin === coin && price.takenAt >= oldest);
  const inTest = (await listPaymentPoints(tx)).find(({ testDetails }) => testDetails['coin'] === coin)?.testDetails;
  const price = mode === 'live' ? (live?.centavos ?? null) : parsePrice(inTest?.['pesos_per_coin'] ?? '');
  if (price === null) throw new AppError('rate_unavailable', { currency: coin });
  return price;
}

function totalOf(lines: readonly BankLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}

async function note(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  action: AuditAction,
  { file, lines, total, leftOut }: PrintedFile,
  { actor, layout = null }: PrintCall,
): Promise<void> {
  const details = { mode: file.mode, file: file.number, transfers: lines.length, amount: toDecimal(total) };
  await appendAudit(tx, deps, {
    actor,
    action,
    subject: file.id,
    details: {
      ...details,
      ...(leftOut.length > 0 && { left_out: leftOut.length }),
      // As the bank wanted it.
      ...(layout !== null && { layout }),
    },
  });
}
