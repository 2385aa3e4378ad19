// A plugin that answers its own error with 200 and text must not lose a payment (D91).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { hook, startEngine, startHookService } from './engines.js';

const service = await startHookService();
startEngine(service.deps);
const plugin = (await service.account({ ordersEnvelope: true })).keys.test.private;

for (const [whose, key, refused] of [
  ['of a plugin that has said success', plugin, 'retry'],
  ['of any other account', service.key, 'delivered'],
] as const) {
  test(`an answer of text from the shop ${whose}: ${refused}`, async () => {
    const shop = await hook(service, undefined, {}, key);
    const outcomeOf = async (answer: string) => {
      shop.receiver.answer(() => ({ status: 200, body: answer }));
      const made = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json;
      const { id } = made.data ?? made;
      const event = id.replace('ch_', 'evt_');
      return until('the attempt is recorded', async () => {
        const { data } = (await service.call('GET', `/v1/events/${event}_1/deliveries`, { key })).json;
        return data[0]?.outcome;
      });
    };
    assert.equal(await outcomeOf('Order not found'), 'delivered', 'before it has said anything');
    assert.equal(await outcomeOf('{"status":"success"}'), 'delivered');
    assert.equal(await outcomeOf('Order not found'), refused);
    assert.equal(await outcomeOf('{"status":"success"}'), 'delivered');

    await service.call('PUT', `/v1/webhooks/stores/${shop.id}`, { key, body: { url: `${shop.receiver.url}?moved` } });
    assert.equal(await outcomeOf('Order not found'), 'delivered', 'another address is another receiver');
  });
}
