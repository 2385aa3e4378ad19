// Payouts by plan (D85): one of each period, whoever makes it and whoever dies meanwhile; never more than there is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../../src/actions/accounts/update-account.js';
import { payByPlan } from '../../../src/actions/keeping/pay-by-plan.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { approveProposal } from '../../../src/actions/people/act-as-operator.js';
import { setPayoutPlan } from '../../../src/actions/transfers/set-payout-plan.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { listPayouts } from '../../../src/store/money/payouts.js';
import { listOpenProposals } from '../../../src/store/people/proposals.js';
import { insertPayoutAccount } from '../../../src/store/transfers/payout-accounts.js';
import { findPayoutPlan } from '../../../src/store/transfers/payout-plans.js';
import { findTransferOf } from '../../../src/store/transfers/transfers.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { transfer } from '../../support/arrived-money.js';
import { credentialOf, makeOrder } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson, giveSecondFactor } from '../../web/dashboard/sign-in.js';

const service = await startTestService();
const deps = { ...service.deps, ...ACT_READERS };
const CLABE = '012180015025335996';
const DAILY = { every: 'day', onDay: 1, least: 5_000n } as const;

/** A live merchant with a plan and, unless told otherwise, an account. */
async function shop({ hasAccount } = { hasAccount: true }) {
  const { keys } = await service.account({ name: 'La Favorita' });
  const merchant = await credentialOf(service, keys.live.private);
  const { scope } = merchant;
  const now = Date.now();
  const account = { clabe: CLABE, holder: 'La Favorita', bank: 'BBVA MEXICO', rfc: 'LFA010203AB9', namedBy: 'test' };
  const times = { namedAt: now - DAY_MS, countsFrom: now - DAY_MS };
  if (hasAccount) await insertPayoutAccount(deps.db, { ...account, ...times, scope, id: deps.random.uuid(now) });
  await setPayoutPlan(deps, { scope, plan: DAILY, actor: 'test' });
  const earn = async () => {
    const order = await makeOrder(deps, merchant);
    await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  };
  const payouts = () => listPayouts(deps.db, scope, 100);
  const available = async () => (await findBalances(deps.db, scope)).available;
  return { scope, earn, payouts, available };
}

const nextDay = () => service.setTime(deps.clock.now() + DAY_MS);

test('two nodes make one payout of a period, of all that is available, to the account of the merchant', async () => {
  const { scope, earn, payouts, available } = await shop();
  await earn();
  const sum = await available();
  await payByPlan(deps);
  assert.deepEqual(await payouts(), [], 'it is not due yet');
  nextDay();
  await Promise.all([payByPlan(deps), payByPlan(deps), payByPlan(deps)]);
  const [payout, more] = await payouts();
  assert.deepEqual([payout?.amount, more, await available()], [sum, undefined, 0n]);
  assert.equal((await findTransferOf(deps.db, scope, payout?.id ?? ''))?.destination?.clabe, CLABE);
  await earn();
  await payByPlan(deps);
  assert.equal((await payouts()).length, 1, 'what came later waits for the next period');
  nextDay();
  await payByPlan(deps);
  assert.equal((await payouts()).length, 2);
  assert.equal((await verifyLedger(deps)).ok, true);
  service.setTime(null);
});

test('a node that dies in the middle leaves nothing behind, and another makes the payout', async () => {
  const { scope, earn, payouts } = await shop();
  await earn();
  nextDay();
  const before = await findPayoutPlan(deps.db, scope);
  const dying = {
    ...deps,
    db: {
      ...deps.db,
      transaction: <Result>(work: Parameters<typeof deps.db.transaction<Result>>[0]) =>
        deps.db.transaction<Result>(async (tx) => {
          await work(tx);
          throw new Error('kill -9');
        }),
    },
  };
  await payByPlan(dying);
  assert.deepEqual([await payouts(), await findPayoutPlan(deps.db, scope)], [[], before]);
  await payByPlan(deps);
  assert.equal((await payouts()).length, 1);
  service.setTime(null);
});

test('nothing is paid below the least amount, without an account, or to a suspended merchant', async () => {
  const poor = await shop();
  const homeless = await shop({ hasAccount: false });
  const suspended = await shop();
  await homeless.earn();
  await suspended.earn();
  await updateAccount(deps, { id: suspended.scope.accountId, keys: 'suspend', note: 'why', actor: 'test' });
  nextDay();
  await payByPlan(deps);
  for (const { scope, payouts } of [poor, homeless, suspended]) {
    assert.deepEqual(await payouts(), []);
    assert.ok(((await findPayoutPlan(deps.db, scope))?.nextAt ?? 0) > deps.clock.now(), 'the next period comes');
  }
  service.setTime(null);
});

test('over the limit of one person it is proposed once, and done when somebody approves it', async () => {
  const careful = { ...deps, settings: { ...deps.settings, fourEyesOver: 6_000n } };
  const [one, other] = [await shop(), await shop()];
  await one.earn();
  nextDay();
  await Promise.all([payByPlan(careful), payByPlan(careful)]);
  const [proposal, more] = await listOpenProposals(deps.db, deps.clock.now());
  assert.deepEqual([proposal?.subject, more, await one.payouts()], [one.scope.accountId, undefined, []]);
  nextDay();
  await payByPlan(careful);
  assert.equal((await listOpenProposals(deps.db, deps.clock.now())).length, 1, 'one that waits is enough');
  const eva = await ensurePerson(service, null, { role: 'admin' });
  await giveSecondFactor(service, eva);
  const call = { by: eva.id, actor: personActor(eva, '::1'), role: 'admin', id: proposal?.id ?? '' } as const;
  await approveProposal(careful, call);
  assert.equal((await one.payouts()).length, 1);
  assert.deepEqual(await other.payouts(), []);
  service.setTime(null);
});
