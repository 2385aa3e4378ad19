// Merchants refund, and what has no money waits for it (D86).
import assert from 'node:assert/strict';
import { setOverdraft } from '../../../src/actions/accounts/set-overdraft.js';
import { bounceTransfer, lendTransfer } from '../../../src/actions/transfers/change-transfer.js';
import { fundTransfers } from '../../../src/actions/transfers/fund-transfers.js';
import { sql } from '../../../src/store/sql.js';
import { ofOrder } from './arrive.js';
import { hasFunds } from './balance.js';
import { pick } from './chance.js';
import type { World } from './world.js';

export async function refund(world: World): Promise<string> {
  const order = pick(world, world.orders);
  const kept = ofOrder(world, order).reduce((sum, { accepted }) => sum + accepted, 0n);
  const had = kept + (order.status === 'paid' ? order.amount : 0n);
  const left = had > order.refunded ? had - order.refunded : 0n;
  const asked = pick(world, [null, 100n, left / 3n, left + 1n]);
  if (asked === 0n) return 'refund nothing';
  const amount = asked ?? left;
  const reply = await world.service.call('POST', `/v1/charges/ch_${order.id}/refunds`, {
    key: order.owner.key,
    body: asked === null ? {} : { amount: Number(asked) / 100 },
  });
  const allowed = amount > 0n && amount <= left;
  assert.equal(reply.status, allowed ? 200 : 409, `refund of ${amount}: ${reply.text}`);
  if (!allowed) return 'refund too much';
  const isFunded = hasFunds(world, order, amount);
  assert.equal(reply.json.refund.transfer.status === 'to_fund', !isFunded, `refund of ${amount}: ${reply.text}`);
  order.refunded += amount;
  if (!isFunded) {
    order.waiting += amount;
    world.waiting.push({ order, amount });
  }
  return `refund ${amount} of order ${world.orders.indexOf(order)}`;
}

/** The oldest first, each that the money suffices for. */
export async function fund(world: World): Promise<string> {
  await fundTransfers(world.service.deps);
  for (const one of [...world.waiting]) {
    if (!hasFunds(world, one.order, one.amount)) continue;
    one.order.waiting -= one.amount;
    world.waiting.splice(world.waiting.indexOf(one), 1);
  }
  return 'fund what waits';
}

/** The operator lends the money for the oldest, undoes it, or lets its merchant overdraw. */
export async function helpWaiting(world: World): Promise<string | null> {
  const { deps } = world.service;
  const orders = world.orders.map(({ id }) => id);
  const [transfer] = await deps.db.query<{ id: string }>(sql`
    select id
    from outgoing_transfers
    where state = 'to_fund'
      and order_id = any(${orders}::uuid[])
    order by id
    limit 1`);
  const [oldest] = world.waiting;
  assert.equal(transfer === undefined, oldest === undefined, 'what waits');
  if (transfer === undefined || oldest === undefined) return null;
  const { order, amount } = oldest;
  const how = pick(world, ['lend', 'bounce', 'overdraft'] as const);
  const act = { transferId: transfer.id, actor: 'model', note: 'model' };
  if (how === 'overdraft') {
    for (const owner of world.owners) if (owner.accountId === order.owner.accountId) owner.overdraft = amount;
    await setOverdraft(deps, { accountId: order.owner.accountId, overdraft: amount, actor: 'model' });
    return 'give an overdraft';
  }
  if (how === 'lend') await lendTransfer(deps, act);
  else await bounceTransfer(deps, act);
  if (how === 'bounce') order.refunded -= amount;
  order.waiting -= amount;
  world.waiting.shift();
  return `${how} a waiting refund`;
}
