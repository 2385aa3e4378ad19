// Payouts to the merchant (D85): the account that they go to, which owners name and stop, and when they are made.
import { actorNames } from '../../../actions/people/actor-names.js';
import { namePayoutAccount, stopPayoutAccount } from '../../../actions/people/payout-account.js';
import { setPayoutPlan } from '../../../actions/transfers/set-payout-plan.js';
import type { Deps } from '../../../deps.js';
import { parseAmount } from '../../../domain/base/money.js';
import type { Every, PayoutPlan } from '../../../domain/transfers/payout-plan.js';
import { invalidRequest } from '../../../errors/errors.js';
import { findPayoutAccounts } from '../../../store/transfers/payout-accounts.js';
import { findPayoutPlan } from '../../../store/transfers/payout-plans.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { ownBalances } from '../money/own-balances.js';
import { writerOf } from '../people/send-link.js';
import { amountIn, secretIn, textIn } from '../refusal.js';
import { choiceIn } from '../ui/list-query.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { renderPayoutsPage } from './payouts-page.js';
import { PAYOUTS_DONE } from './texts.js';

const LAST_PAYOUTS = { orderId: null, status: null, reason: 'payout', before: null, limit: 12 } as const;

export function payoutsRoutes({ merchant: { show, act } }: Visits, deps: Deps): void {
  const page: Page<MerchantVisit> = async ({ frame, merchant: { scope }, visitor, now }) => {
    const accounts = await findPayoutAccounts(deps.db, scope, now);
    return renderPayoutsPage(frame, {
      accounts,
      names: await actorNames(deps, [accounts.current?.namedBy ?? null, accounts.waiting?.namedBy ?? null]),
      balances: await ownBalances(deps.db, scope),
      plan: await findPayoutPlan(deps.db, scope),
      payouts: await listTransfers(deps.db, scope, LAST_PAYOUTS),
      hasSecondFactor: visitor.person.hasSecondFactor,
      waitHours: deps.settings.payoutAccountWaitHours,
    });
  };
  const form = { page, backTo: '/money/payouts' };
  show('/money/payouts', 'see', page);
  act('/money/payouts/account', 'manage', { ...form, done: PAYOUTS_DONE.named }, async (visit) => {
    const [clabe, holder, rfc] = [textIn(visit, 'clabe'), textIn(visit, 'holder'), textIn(visit, 'rfc')];
    await namePayoutAccount(deps, {
      ...ownerCall(visit),
      person: visit.visitor.person,
      current: secretIn(visit, 'current'),
      code: textIn(visit, 'code'),
      wanted: { clabe, holder, rfc, bank: null },
    });
  });
  for (const which of ['waiting', 'current'] as const)
    act(`/money/payouts/stop-${which}`, 'manage', { ...form, done: PAYOUTS_DONE.stopped }, (visit) =>
      stopPayoutAccount(deps, { ...ownerCall(visit), which, id: textIn(visit, 'seen') }),
    );
  act('/money/payouts/plan', 'manage', { ...form, done: PAYOUTS_DONE.planned }, async (visit) => {
    const { scope, actor } = ownerCall(visit);
    await setPayoutPlan(deps, { scope, actor, plan: planIn(visit) });
  });
}

const EVERIES: readonly Every[] = ['day', 'week', 'month'];

function planIn(visit: MerchantVisit): PayoutPlan | null {
  const every = choiceIn(visit.form, 'every', EVERIES);
  if (every === null) return null;
  const least = parseAmount(amountIn(visit, 'least'));
  if (typeof least !== 'bigint') throw invalidRequest({ param: 'least', error: least });
  const onDay = { day: 1, week: Number(textIn(visit, 'weekday')), month: Number(textIn(visit, 'on_day')) }[every];
  return { every, onDay, least };
}

function ownerCall(visit: MerchantVisit) {
  return { scope: visit.merchant.scope, actor: visit.actor, by: writerOf(visit) };
}
