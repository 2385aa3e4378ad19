// No delivery waits for ever (D52): what blocks too long is passed over, and what nothing blocks becomes due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registerEndpoint } from '../../../src/actions/webhooks/register-endpoint.js';
import { unblockDeliveries } from '../../../src/actions/webhooks/unblock-deliveries.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, makePaidOrder } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService({ COBRO_WEBHOOK_HOLD_MINUTES: '10' });
const { deps } = service;
const { db } = deps;

/** An order with two events for an endpoint; its deliveries are as given, made so many minutes ago. */
async function given(states: readonly string[], minutes: number): Promise<() => Promise<string[]>> {
  const { account } = await service.account({});
  const merchant = { ...(await credentialOf(service)), scope: { accountId: account.id, mode: 'test' as const } };
  await registerEndpoint(deps, merchant, { url: 'http://127.0.0.1:2/hooks' }, 'test');
  const { uuid } = await makePaidOrder(deps, merchant);
  for (const [index, state] of states.entries())
    await db.query(sql`
      update webhook_deliveries
      set state = ${state}, created_at = now() - make_interval(mins => ${minutes})
      where order_id = ${uuid} and sequence = ${index + 1}`);
  return async () => {
    const rows = await db.query<{ state: string }>(sql`
      select state from webhook_deliveries where order_id = ${uuid} order by sequence`);
    return rows.map(({ state }) => state);
  };
}

test('a newer event waits for the older one until the time that it may hold it back is over', async () => {
  const young = await given(['due', 'waiting'], 9);
  const old = await given(['due', 'waiting'], 11);
  await unblockDeliveries(deps);
  assert.deepEqual(await young(), ['due', 'waiting']);
  assert.deepEqual(await old(), ['superseded', 'due']);
});

test('one that waits behind nothing becomes due, however young it is', async () => {
  for (const ended of ['delivered', 'failed', 'superseded']) {
    const states = await given([ended, 'waiting'], 0);
    await unblockDeliveries(deps);
    assert.deepEqual(await states(), [ended, 'due']);
  }
});

test('one that was held for an endpoint that is on is no longer held, and keeps its place', async () => {
  const states = await given(['held', 'held'], 0);
  await unblockDeliveries(deps);
  assert.deepEqual(await states(), ['due', 'waiting']);
});

test('many processes at once come to the same end, and a second turn changes nothing', async () => {
  const states = await Promise.all(Array.from({ length: 5 }, () => given(['due', 'waiting'], 11)));
  await Promise.all(Array.from({ length: 4 }, () => unblockDeliveries(deps)));
  const once = await Promise.all(states.map((read) => read()));
  await unblockDeliveries(deps);
  assert.deepEqual(await Promise.all(states.map((read) => read())), once);
  for (const one of once) assert.deepEqual(one, ['superseded', 'due']);
});
