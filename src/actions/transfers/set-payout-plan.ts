// An owner says when their merchant is paid out by itself (D85), or that it is not.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { toDecimal } from '../../domain/base/money.js';
import { LAST_DAY, nextPayoutAt, type PayoutPlan } from '../../domain/transfers/payout-plan.js';
import { invalidRequest } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { savePayoutPlan } from '../../store/transfers/payout-plans.js';

type PlanCall = { readonly scope: Scope; readonly plan: PayoutPlan | null; readonly actor: string };

export async function setPayoutPlan(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { scope, plan, actor }: PlanCall,
): Promise<void> {
  if (plan !== null) requirePlan(plan);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await savePayoutPlan(tx, scope, plan && { ...plan, nextAt: nextPayoutAt(plan, at) });
    const facts =
      plan === null ? { every: 'off' } : { every: plan.every, on_day: plan.onDay, least: toDecimal(plan.least) };
    const line = { at, actor, action: 'payout_plan.set', subject: scope.accountId } as const;
    await appendAudit(tx, deps, { ...line, details: { mode: scope.mode, ...facts } });
  });
}

function requirePlan({ every, onDay, least }: PayoutPlan): void {
  const max = LAST_DAY[every];
  if (!Number.isInteger(onDay) || onDay < 1 || onDay > max)
    throw invalidRequest({ param: 'on_day', error: 'out_of_range', details: { min: 1, max } });
  if (least <= 0n) throw invalidRequest({ param: 'least', error: 'not_positive' });
}
