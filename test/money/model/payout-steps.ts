// Merchants are paid out, by hand or by a plan (D48, D85).
import assert from 'node:assert/strict';
import { payByPlan } from '../../../src/actions/keeping/pay-by-plan.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { setPayoutPlan } from '../../../src/actions/transfers/set-payout-plan.js';
import { LAST_DAY, nextPayoutAt } from '../../../src/domain/transfers/payout-plan.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { freeOf } from './balance.js';
import { below, pick } from './chance.js';
import { attempt } from './refusal.js';
import type { World } from './world.js';

/** D48: at most what is available and no refund waits for. */
export async function payOut(world: World): Promise<string> {
  const owner = pick(world, world.owners);
  const free = freeOf(world, owner);
  const amount = pick(world, [free, free / 2n, free + 1n]);
  if (amount <= 0n) return 'pay out nothing';
  const call = { scope: { accountId: owner.accountId, mode: owner.mode }, amount, note: null, actor: 'model' };
  assert.equal(await attempt(createPayout(world.service.deps, call)), amount <= free, `payout of ${amount}`);
  if (amount <= free) owner.paidOut += amount;
  return `pay out ${amount}`;
}

/** D85: a merchant is paid out by a plan from now on, or not any more. */
export async function planPayouts(world: World): Promise<string> {
  const owner = pick(world, world.owners);
  const every = pick(world, [null, 'day', 'day', 'week', 'month'] as const);
  const plan = every && { every, onDay: 1 + below(world, LAST_DAY[every]), least: pick(world, [1n, 5_000n]) };
  const scope = { accountId: owner.accountId, mode: owner.mode };
  await setPayoutPlan(world.service.deps, { scope, plan, actor: 'model' });
  owner.plan = plan && { ...plan, nextAt: nextPayoutAt(plan, world.now) };
  return every === null ? 'pay out by no plan' : `pay out every ${every}`;
}

/** All that is free, once a period, however often and by however many nodes it is tried. */
export async function payPlanned(world: World): Promise<string> {
  const deps = { ...world.service.deps, ...ACT_READERS };
  await Promise.all([payByPlan(deps), payByPlan(deps)]);
  let sum = 0n;
  for (const owner of world.owners) {
    const { plan } = owner;
    if (plan === null || plan.nextAt > world.now) continue;
    const free = freeOf(world, owner);
    if (free >= plan.least) {
      owner.paidOut += free;
      sum += free;
    }
    plan.nextAt = nextPayoutAt(plan, world.now);
  }
  return `pay out ${sum} by plan`;
}
