// Payouts to the merchant (D85): the account that they go to, which owners name and stop.
import { actorNames } from '../../../actions/people/actor-names.js';
import { namePayoutAccount, stopPayoutAccount } from '../../../actions/people/payout-account.js';
import type { Deps } from '../../../deps.js';
import { findBalances } from '../../../store/money/balances.js';
import { findPayoutAccounts } from '../../../store/transfers/payout-accounts.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { writerOf } from '../people/send-link.js';
import { secretIn, textIn } from '../refusal.js';
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
      balances: await findBalances(deps.db, scope),
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
}

function ownerCall(visit: MerchantVisit) {
  return { scope: visit.merchant.scope, actor: visit.actor, by: writerOf(visit) };
}
