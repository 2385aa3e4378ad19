// Names the account that an outgoing transfer goes to (D75): an operator names any, a customer their own by the link
// that they got. Once a transfer is in a bank file, its destination stays.
import type { Deps } from '../../deps.js';
import { isPlainLine } from '../../domain/base/visible-text.js';
import type { CoinCode } from '../../domain/points/coins.js';
import { readCoinPayee } from '../../domain/transfers/coin-payee.js';
import { type PayeeAccountFault, readPayeeAccount } from '../../domain/transfers/payee-account.js';
import { formatTransferId, type PayeeAccount, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError, type Fault, invalidRequest } from '../../errors/errors.js';
import { within } from '../../store/db.js';
import { saveTransfers } from '../../store/transfers/transfer-changes.js';
import { findByLink, lockByLink } from '../../store/transfers/transfer-links.js';
import { lockTransfer } from '../../store/transfers/transfers.js';
import { auditTransfers } from './audit-transfer.js';
import { requireTransfer, type TransferCall } from './change-transfer.js';
import { linkDigest } from './customer-link.js';

type OwnClabes = { readonly clabes: Pick<Deps['clabes'], 'isOwn'> };
type PayeeAccountDeps = Pick<Deps, 'db' | 'clock' | 'vault'> & OwnClabes;

export type WantedPayeeAccount = {
  /** Of a transfer of coins: the address. */
  readonly clabe: string;
  readonly holder: string;
  /** For a bank that we do not know by its digits. */
  readonly bank: string | null;
};

const LONGEST_HOLDER = 120;

export function setPayeeAccount(deps: PayeeAccountDeps, call: TransferCall & WantedPayeeAccount): Promise<Transfer> {
  return deps.db.transaction(async (tx) => {
    const transfer = await lockTransfer(tx, await requireTransfer(within(deps.db, tx), call));
    if ((transfer.state !== 'to_fund' && transfer.state !== 'to_send') || transfer.batchId !== null)
      throw new AppError('destination_known', { id: formatTransferId(transfer.id) });
    const destination = requirePayeeAccount(deps, call, transfer.coin);
    const at = deps.clock.now();
    const after = { ...transfer, destination, destinationBy: call.actor, destinationAt: at };
    await saveTransfers(tx, [after]);
    const { actor } = call;
    await auditTransfers(deps, tx, [{ at, actor, action: 'transfer.destination', before: transfer, after }]);
    return after;
  });
}

/** What a customer sees of the transfer that a link is for; null if the link does not work any more. */
export function findLinked(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<Transfer | null> {
  return findByLink(deps.db, linkDigest(token), deps.clock.now());
}

/** The customer names the account, or another one while it is in no bank file. null: the link does not work any more. */
export function useLink(
  deps: PayeeAccountDeps,
  call: WantedPayeeAccount & { readonly token: string; readonly actor: string },
): Promise<Transfer | null> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const digest = linkDigest(call.token);
    const found = await findByLink(within(deps.db, tx), digest, at);
    const transfer = found && (await lockByLink(tx, found.scope, digest, at));
    if (transfer === null) return null;
    const destination = requirePayeeAccount(deps, call, transfer.coin);
    const after = { ...transfer, destination, destinationBy: call.actor, destinationAt: at };
    await saveTransfers(tx, [after]);
    const { actor } = call;
    await auditTransfers(deps, tx, [{ at, actor, action: 'transfer.destination', before: transfer, after }]);
    return after;
  });
}

/** The destination, or a refusal that names the faulty fields. Coins go to an address, whoever holds it. */
export function requirePayeeAccount(
  { clabes }: OwnClabes,
  { clabe, holder, bank }: WantedPayeeAccount,
  coin: CoinCode | null = null,
): PayeeAccount {
  if (coin !== null) {
    const read = readCoinPayee(coin, clabe);
    if (read.is !== 'valid') throw invalidRequest({ param: 'clabe', error: read.is });
    return read.destination;
  }
  const name = holder.trim();
  const faults = [
    ...(name === '' ? [{ param: 'holder', error: 'required' } as const] : []),
    ...nameFaults('holder', name),
    ...nameFaults('bank', bank ?? ''),
  ];
  const read = readPayeeAccount({ clabe, holder: name, bank }, clabes.isOwn);
  if (read.is !== 'valid')
    throw invalidRequest({ param: 'clabe', error: read.is satisfies PayeeAccountFault }, ...faults);
  if (faults.length > 0) throw invalidRequest(...faults);
  return read.destination;
}

/** Whoever approves it reads it, and so does the bank. */
function nameFaults(param: string, name: string): Fault[] {
  const details = { max: LONGEST_HOLDER };
  return [
    ...(name.length > LONGEST_HOLDER ? [{ param, error: 'too_long', details } as const] : []),
    ...(!isPlainLine(name) || !name.isWellFormed() ? [{ param, error: 'invalid_characters' } as const] : []),
  ];
}
