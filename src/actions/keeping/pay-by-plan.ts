// Pays merchants out by their plans (D85). A turn locks a plan that is due, makes its payout and moves the plan on, all in one
// transaction: however many nodes do it, and wherever one of them dies, a period has one payout. It is an act (D81): over the
// limit it becomes a proposal, which somebody at the desk approves.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { type DatedPlan, nextPayoutAt, periodKey } from '../../domain/transfers/payout-plan.js';
import { AppError } from '../../errors/errors.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { type Queryable, within } from '../../store/db.js';
import { findOpenRestore } from '../../store/keeping/restores.js';
import { findBalances } from '../../store/money/balances.js';
import { sumToFund } from '../../store/money/funds.js';
import { listDuePlans, lockDuePlan, savePayoutPlan } from '../../store/transfers/payout-plans.js';
import { actAsOperator } from '../people/act-as-operator.js';
import type { ActDeps } from '../people/acts.js';
import { ownAccount } from '../transfers/create-payout.js';

const AT_A_TURN = 100;
const ACTOR = 'payout plan';

/**
 * One that fails is tried again with the next turn, and does not hold up the others. After a restore all of them wait: the period may
 * have been paid since the backup, and the key of its payout is lost with it (D84).
 */
export async function payByPlan(deps: ActDeps & Pick<Deps, 'log'>): Promise<void> {
  const due = await listDuePlans(deps.db, deps.clock.now(), AT_A_TURN);
  if (due.length === 0 || (await findOpenRestore(deps.db)) !== null) return;
  for (const scope of due)
    await payOne(deps, scope).catch((error: unknown) => {
      deps.log.error({ err: error, account: scope.accountId, mode: scope.mode }, 'a payout by plan failed');
    });
}

function payOne(deps: ActDeps & Pick<Deps, 'log'>, scope: Scope): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const plan = await lockDuePlan(tx, scope, now);
    if (plan === null) return;
    const amount = await amountDue(tx, { scope, plan, now });
    if (amount !== null) await payOut({ ...deps, db: within(deps.db, tx) }, { scope, plan, amount });
    await savePayoutPlan(tx, scope, { ...plan, nextAt: nextPayoutAt(plan, now) });
  });
}

/** All that is available and no refund waits for (D86). null: it is less than the merchant wants, nobody knows where it goes, or they are suspended. */
async function amountDue(
  tx: Queryable,
  { scope, plan, now }: { readonly scope: Scope; readonly plan: DatedPlan; readonly now: number },
): Promise<bigint | null> {
  const account = await findAccount(tx, scope.accountId);
  if (account === null || account.suspendedAt !== null || (await ownAccount(tx, scope, now)) === null) return null;
  const { available } = await findBalances(tx, scope);
  const free = available - (await sumToFund(tx, scope));
  return free < plan.least ? null : free;
}

/**
 * Nobody proposes it, so it counts with what goes to this merchant, not with what goes to others. A proposal that still waits
 * has this money, too: there is no second one.
 */
async function payOut(
  deps: ActDeps & Pick<Deps, 'log'>,
  { scope, plan, amount }: { readonly scope: Scope; readonly plan: DatedPlan; readonly amount: bigint },
): Promise<void> {
  const key = periodKey(plan);
  const act = { kind: 'payout.create', scope, amount: String(amount), note: null, key, destination: null } as const;
  await actAsOperator(deps, { by: `plan:${scope.accountId}`, actor: ACTOR, act }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'proposal_open') throw error;
    deps.log.warn({ account: scope.accountId, key }, 'a payout by plan waits for the proposal before it');
  });
}
