// A bank file (D84): the transfers that the bank was told to send together, kept as the file was. A file of coins is the same for
// the operator's own wallet (D92).
import type { Mode } from '../base/mode.js';
import type { PayeeAccount, Transfer } from './transfer.js';

export type BankLine = Pick<Transfer, 'id' | 'amount' | 'reason'> & {
  readonly destination: PayeeAccount;
  /** How many coins the amount was when the file was made; null: it is sent in pesos. */
  readonly coins: string | null;
};

export type BankFile = {
  readonly id: string;
  readonly mode: Mode;
  /** Counts the files of a mode. */
  readonly number: number;
  readonly total: bigint;
  readonly lines: readonly BankLine[];
  readonly madeBy: string;
  readonly madeAt: number;
};

/**
 * What may be printed again: lines whose transfer is still to be sent, or is sent, in this very file and to the same account.
 * The bank would pay any other twice. Nothing goes out for a suspended merchant, whenever the file was made.
 */
export function stillDue(
  { id, lines }: BankFile,
  transfers: readonly Transfer[],
  suspended: readonly string[],
): readonly BankLine[] {
  const known = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  return lines.filter((line) => {
    const transfer = known.get(line.id);
    return (
      transfer !== undefined &&
      transfer.batchId === id &&
      !suspended.includes(transfer.scope.accountId) &&
      (transfer.state === 'to_send' || transfer.state === 'sent') &&
      transfer.destination?.clabe === line.destination.clabe &&
      transfer.amount === line.amount
    );
  });
}
