// Reads what the desk shows of merchants.
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import type { Account } from '../../../domain/accounts/account.js';
import type { FeeSchedules } from '../../../domain/accounts/fee.js';
import type { TaxProfile } from '../../../domain/accounts/tax-profile.js';
import { isUuid } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Balances } from '../../../domain/money/ledger.js';
import type { Policies } from '../../../domain/money/policy.js';
import type { PayoutAccounts } from '../../../domain/transfers/payout-account.js';
import type { DatedPlan } from '../../../domain/transfers/payout-plan.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount, type KeyRecord, listFees, listKeys } from '../../../store/accounts/accounts.js';
import { type EndpointHealth, listEndpointHealth } from '../../../store/accounts/merchant-lists.js';
import { findOverdraft } from '../../../store/accounts/overdrafts.js';
import { findPolicies } from '../../../store/accounts/policies.js';
import { findTaxProfile } from '../../../store/accounts/tax-profile.js';
import { findBalances } from '../../../store/money/balances.js';
import { findBounces } from '../../../store/transfers/bounced-payees.js';
import { findPayoutAccounts } from '../../../store/transfers/payout-accounts.js';
import { findPayoutPlan } from '../../../store/transfers/payout-plans.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import type { Frame } from '../frame/frame.js';
import { modeIn, type Query } from '../ui/list-query.js';

type MerchantView = {
  readonly account: Account;
  readonly mode: Mode;
  readonly balances: Balances;
  readonly keys: readonly KeyRecord[];
  readonly fees: FeeSchedules;
  readonly defaultFees: Deps['settings']['defaultFees'];
  /** How far below zero refunds may take them. */
  readonly overdraft: bigint;
  readonly policies: Policies;
  readonly payoutAccounts: PayoutAccounts;
  readonly payoutPlan: DatedPlan | null;
  /** Payouts that are still to be sent, newest first. */
  readonly queued: readonly Transfer[];
  /** When money bounced at the account of one of them. */
  readonly bounces: ReadonlyMap<string, number>;
  /** Who decided the newest of them, by name. */
  readonly decidedBy: string | null;
  /** What invoices must say; null: not known yet. */
  readonly tax: TaxProfile | null;
  readonly endpoints: readonly EndpointHealth[];
  readonly now: number;
  /** Makes a payout of this page one payout, however often its form is sent. */
  readonly payoutKey: string;
};

export type MerchantPageProps = {
  readonly frame: Frame;
  readonly view: MerchantView;
};

/** What the list of merchants marks, in the mode of the page. */
export function riskyOf({ account: { suspendedAt }, balances: { available }, tax, payoutAccounts }: MerchantView) {
  const { current, waiting } = payoutAccounts;
  const payoutClabe = current?.clabe ?? null;
  return { available, rfc: tax?.rfc ?? null, payoutClabe, isAccountChanging: waiting !== null, suspendedAt };
}

const QUEUED = { status: 'to_send', reason: 'payout', orderId: null, before: null, limit: 100 } as const;

export async function requireMerchant({ db }: Pick<Deps, 'db'>, id: string): Promise<Account> {
  const account = isUuid(id) ? await findAccount(db, id) : null;
  if (account === null) throw new AppError('not_found');
  return account;
}

export async function showMerchant(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>,
  id: string,
  query: Query,
): Promise<MerchantView> {
  const { db } = deps;
  const account = await requireMerchant(deps, id);
  const mode = modeIn(query);
  const scope = { accountId: account.id, mode };
  const now = deps.clock.now();
  const queued = await listTransfers(db, scope, QUEUED);
  const decidedBy = queued[0]?.destinationBy ?? queued[0]?.decidedBy ?? null;
  return {
    account,
    mode,
    balances: await findBalances(db, scope),
    keys: (await listKeys(db, account.id)).filter((key) => key.mode === mode),
    fees: await listFees(db, account.id),
    defaultFees: deps.settings.defaultFees,
    overdraft: await findOverdraft(db, account.id),
    policies: await findPolicies(db, account.id),
    payoutPlan: await findPayoutPlan(db, scope),
    queued,
    bounces: await findBounces(db, scope.mode, queued),
    decidedBy: (await actorNames(deps, [decidedBy])).get(decidedBy ?? '') ?? null,
    payoutAccounts: await findPayoutAccounts(db, scope, now),
    tax: await findTaxProfile(db, account.id),
    endpoints: await listEndpointHealth(db, scope),
    now,
    payoutKey: deps.random.uuid(now),
  };
}
