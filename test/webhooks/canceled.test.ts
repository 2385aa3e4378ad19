// Accounts of existing shop plugins see a canceled order as expired, in records and webhooks alike (D66).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeBody, orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { hook, startEngine, startHookService, takeTurn } from './engines.js';

const service = await startHookService();
startEngine(service.deps);
const plugin = (await service.account({ ordersEnvelope: true })).keys.test.private;
const get = async (path: string, key: string) => (await service.call('GET', path, { key })).json;

/** A charge and an order, both canceled, and what the answers to that say. */
async function cancelBoth(key: string) {
  const charge = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json.id;
  const made = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json;
  const order = (made.data ?? made).id;
  const ofCharge = await service.call('POST', `/v1/charges/${charge}/cancel`, { key, body: {} });
  const ofOrder = await service.call('POST', `/v2/orders/${order}/cancel`, { key, body: {} });
  const answers = [ofCharge.json.type, (ofOrder.json.data ?? ofOrder.json).status];
  return { charge, order, answers };
}

for (const [whose, key, v1, v2] of [
  ['an account of plugins', plugin, 'charge.expired', 'EXPIRED'],
  ['any other account', service.key, 'charge.canceled', 'CANCELED'],
] as const) {
  test(`${whose} is told ${v1} of what it canceled, everywhere but in the type of the event`, async () => {
    const shop = await hook(service, undefined, {}, key);
    const { charge, order, answers } = await cancelBoth(key);
    assert.deepEqual(answers, [v1, v2]);
    const verified = await get(`/v2/orders/${order}`, key);
    assert.equal((verified.data ?? verified).status, v2);
    for (const id of [charge, order]) assert.equal((await get(`/v1/charges/${id}`, key)).type, v1);
    const types = (await get('/v1/charges', key)).data.map(({ type }: { type: string }) => type);
    assert.deepEqual(types, [v1, v1]);
    assert.equal((await get('/v2/orders', key)).data[0].status, v2);

    const events = (await get('/v1/events', key)).data;
    const ends = events.filter(({ sequence }: { sequence: number }) => sequence === 2);
    assert.deepEqual(
      ends.map((event: { type: string; data: { object: { type: string } } }) => [event.type, event.data.object.type]),
      [
        ['charge.canceled', v1],
        ['charge.canceled', v1],
      ],
    );
    const told = await until('the webhooks have come', async () => {
      await takeTurn(service.deps, 'unblock deliveries');
      const ended = shop.receiver.hits.filter(({ sequence }) => sequence === 2);
      return ended.length === 2 ? ended : undefined;
    });
    assert.deepEqual(
      told.map(({ json }) => [json.type, json.paid, json.status ?? v2]),
      [
        [v1, false, v2],
        [v1, false, v2],
      ],
    );
  });
}

test('a list of expired orders has the canceled ones among them for plugins, page by page and each once', async () => {
  const key = (await service.account({ ordersEnvelope: true })).keys.test.private;
  const made: string[] = [];
  for (let number = 0; number < 5; number++) {
    const { id } = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json;
    if (number !== 2) await service.call('POST', `/v1/charges/${id}/cancel`, { key, body: {} });
    made.unshift(id);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { data: { id: string; type: string }[]; next_cursor: string | null } = await get(
      `/v1/charges?status=expired&limit=2&cursor=${cursor}`,
      key,
    );
    assert.ok(page.data.every(({ type }) => type === 'charge.expired'));
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    seen,
    made.filter((_, index) => index !== 2),
  );
  assert.equal((await get('/v1/charges?status=canceled', key)).data.length, 4);
});
