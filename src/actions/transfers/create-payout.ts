// Pays out to a merchant, at most what is available to them (D48), with an outgoing transfer (D75). A payout with a key is
// made once: asking for it again gives the first one.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { formatAmount, toDecimal } from '../../domain/base/money.js';
import { move } from '../../domain/money/ledger.js';
import type { PayeeAccount, Transfer } from '../../domain/transfers/transfer.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { writeBooks } from '../../store/money/books.js';
import { sumToFund } from '../../store/money/funds.js';
import { lockBalances } from '../../store/money/ledger.js';
import { findPayoutByKey, insertPayout, type Payout } from '../../store/money/payouts.js';
import { findPayoutAccounts } from '../../store/transfers/payout-accounts.js';
import { findTransferOf } from '../../store/transfers/transfers.js';
import { requireAccount } from '../accounts/require-account.js';
import { addTransfer } from './new-transfer.js';
import { requirePayeeAccount, type WantedPayeeAccount } from './set-payee-account.js';

type PayoutCall = {
  readonly scope: Scope;
  readonly amount: bigint;
  readonly note: string | null;
  readonly key?: string | null;
  /** Without one it goes to the account that the merchant named (D85); if there is none, one is named later. */
  readonly destination?: WantedPayeeAccount | null;
  readonly actor: string;
};

/** `transfer` is null for payouts of earlier versions. */
export type MadePayout = Payout & { readonly transfer: Transfer | null };

export type PayoutDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault' | 'mailer' | 'clabes'>;

const LONGEST_TEXT = 255;

export async function createPayout(deps: PayoutDeps, call: PayoutCall): Promise<MadePayout> {
  const { scope, key = null } = call;
  await requireAccount(deps, scope.accountId);
  for (const param of ['note', 'key'] as const)
    if ((call[param]?.length ?? 0) > LONGEST_TEXT)
      throw invalidRequest({ param, error: 'too_long', details: { max: LONGEST_TEXT } });
  if (key === '') throw invalidRequest({ param: 'key', error: 'required' });
  return deps.db.transaction(async (tx) => {
    // The lock also makes a second payout with the same key wait for the first.
    const { available } = await lockBalances(tx, scope);
    const before = key === null ? null : await findPayoutByKey(tx, scope, key);
    if (before !== null) return sameAgain(deps, tx, before, call);
    // Customers come first: what refunds wait for is not paid out (D86).
    const free = available - (await sumToFund(tx, scope));
    if (call.amount > free)
      throw new AppError('over_available', { available: formatAmount(free), amount: formatAmount(call.amount) });
    return book(deps, tx, call);
  });
}

/** The same amount to another account is another payout: the operator must not take it for the one that was made. */
async function sameAgain(deps: PayoutDeps, tx: Queryable, before: Payout, call: PayoutCall): Promise<MadePayout> {
  const transfer = await findTransferOf(tx, before.scope, before.id);
  const { destination = null } = call;
  const wanted = destination === null ? null : requirePayeeAccount(deps, destination);
  if (before.amount === call.amount && (wanted === null || wanted.clabe === transfer?.destination?.clabe))
    return { ...before, transfer };
  const date = new Date(before.createdAt).toISOString();
  throw new AppError('payout_key_reused', { key: call.key ?? '', amount: formatAmount(before.amount), date });
}

/** The account that the merchant named for payouts, if one counts by now. */
export async function ownAccount(db: Queryable, scope: Scope, now: number): Promise<PayeeAccount | null> {
  const { current } = await findPayoutAccounts(db, scope, now);
  return current && { clabe: current.clabe, holder: current.holder, bank: current.bank };
}

async function book(deps: PayoutDeps, tx: Queryable, call: PayoutCall): Promise<MadePayout> {
  const { scope, amount, note, key = null, destination = null } = call;
  const now = deps.clock.now();
  const payout: Payout = { scope, id: deps.random.uuid(now), amount, note, key, createdAt: now };
  await insertPayout(tx, payout);
  const { transfer } = await addTransfer(deps, tx, {
    scope,
    reason: 'payout',
    sourceId: payout.id,
    orderId: null,
    amount,
    coin: null,
    decidedBy: call.actor,
    destination: destination === null ? await ownAccount(tx, scope, now) : requirePayeeAccount(deps, destination),
  });
  const postings = move(amount, 'available', 'to_pay_out');
  await writeBooks(
    { tx, clock: deps.clock },
    {
      orders: [],
      entries: [
        {
          scope,
          id: payout.id,
          kind: 'payout',
          orderId: null,
          paymentId: null,
          transferId: transfer.id,
          actor: call.actor,
          postings,
          createdAt: now,
        },
      ],
      payments: [],
    },
  );
  await appendAudit(tx, deps, {
    at: now,
    actor: call.actor,
    action: 'payout.create',
    subject: payout.id,
    details: {
      account: scope.accountId,
      mode: scope.mode,
      amount: toDecimal(amount),
      note,
      key,
      transfer: transfer.id,
    },
  });
  return { ...payout, transfer };
}
