// Existing shop plugins against the real service, by their own requests and receivers: cash and SPEI, paid, expired,
// canceled and refunded. The shop must end up knowing, and no order may be lost because a plugin reads the bare record.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../support/until.js';
import { fieldsOf, orderIn, post, shopForm } from '../web/checkout/forms.js';
import { startEngine, startHookService, takeTurn } from '../webhooks/engines.js';
import { type Hit, startReceiver } from '../webhooks/receiver.js';
import { ENDS, type End, endOrder } from './ends.js';
import { type Method, PLUGINS, type Plugin } from './plugins.js';
import { invoiceToken, openShop, type ShopOrder } from './shop.js';

const service = await startHookService();
const port = await service.listen();
let numbers = 100_000_000;

/** A shop on an account as docs/moving.md says, whose webhook is registered as the plugin does it, or by hand. */
async function moveOver(plugin: Plugin) {
  const { keys } = await service.account({ name: plugin.docs, ordersEnvelope: true, interfaceVersion: '2026-11-14' });
  const key = keys.test.private;
  const shop = openShop(plugin, port, { private: key, public: keys.test.public });
  const receiver = await startReceiver(({ json }) => shop.receive(json));
  after(() => receiver.close());
  const made =
    plugin.registers === 'when saved'
      ? (await shop.send('create webhook', { hook: receiver.url })).json
      : (await service.call('POST', '/v1/webhooks/stores', { key, body: { url: receiver.url } })).json;
  assert.equal(made.status, 'new');
  return { key, publicKey: keys.test.public, shop, endpoint: String(made.id), hits: receiver.hits };
}

type Moved = Awaited<ReturnType<typeof moveOver>>;

async function checkOut(plugin: Plugin, { shop, publicKey }: Moved, method: Method): Promise<ShopOrder> {
  const number = String(numbers++);
  if (plugin.orders === 'by API') return shop.checkOut(method, number);
  const token = invoiceToken(number, publicKey);
  return shop.save({ number: token, method, id: await hostedCheckout(publicKey, method, token) });
}

/** The customer sends the plugin's form to the hosted checkout, and chooses there. */
async function hostedCheckout(key: string, method: Method, token: string): Promise<string> {
  const form = shopForm(service, { public_key: key, order_id: token, order_name: 'Factura', order_price: '173.99' });
  const page = await post(service, '/comprobante', form);
  assert.equal(page.status, 200, page.text);
  const made = await post(service, '/comprobante', {
    ...fieldsOf(page),
    payment_type: method === 'cash' ? 'OXXO' : 'SPEI',
  });
  return orderIn(made);
}

/** Runs deliveries while the work is done. */
async function delivering<Value>(work: () => Promise<Value>): Promise<Value> {
  const engine = startEngine(service.deps);
  try {
    return await work();
  } finally {
    await engine.stop();
  }
}

/** Waits for the answer to a webhook of the order. */
function answered({ hits }: Moved, { id }: ShopOrder, type: string): Promise<Hit> {
  return until(`the shop has answered ${type}`, async () => {
    await takeTurn(service.deps, 'unblock deliveries');
    return hits.find(({ json, status }) => json.id === id && json.type === type && status !== null);
  });
}

/** How the deliveries of an order's events went, as the merchant sees it. */
async function outcomes(key: string, order: ShopOrder): Promise<string[]> {
  const { data } = (await service.call('GET', '/v1/events', { key })).json;
  const found: string[] = [];
  for (const { id, order_id } of data) {
    if (order_id !== order.id) continue;
    const attempts = (await service.call('GET', `/v1/events/${id}/deliveries`, { key })).json.data;
    found.push(...attempts.map((attempt: { reason: string | null }) => attempt.reason ?? 'delivered'));
  }
  return found;
}

for (const plugin of PLUGINS) {
  const methods = (['cash', 'spei'] as const).filter((method) => plugin.reads[method] !== undefined);
  for (const method of methods) {
    if (plugin.receiver.breaks !== undefined) {
      test(`${plugin.docs}, ${method}: the order is made; its receiver fails, and we see that`, async () => {
        const moved = await moveOver(plugin);
        const order = await checkOut(plugin, moved, method);
        await delivering(async () => {
          await answered(moved, order, 'charge.pending');
          const [reason] = await until('the failure is noted', async () => {
            const noted = await outcomes(moved.key, order);
            return noted.length > 0 ? noted : undefined;
          });
          assert.match(reason ?? '', /^the answer (says "status":"error"|shows a PHP error: \S)/);
        });
      });
      continue;
    }
    test(`${plugin.docs}, ${method}: paid, refunded, canceled and expired orders end as such in the shop`, async () => {
      const moved = await moveOver(plugin);
      const all: { order: ShopOrder; end: End }[] = [];
      for (const end of ENDS) all.push({ order: await checkOut(plugin, moved, method), end });
      await delivering(async () => {
        for (const { order } of all) await answered(moved, order, 'charge.pending');
        for (const { order } of all) assert.equal(order.status, plugin.receiver.states.pending);
        for (const { order, end } of all) await endOrder(service, { key: moved.key, id: order.id, end });
        for (const { order, end } of all) await answered(moved, order, end.charge);
        await until('all is noted', async () =>
          (await Promise.all(all.map(noted))).every(({ length }) => length === 2),
        );
      });
      for (const { order, end } of all) {
        assert.equal(order.status, plugin.receiver.states[end.paid ? 'success' : 'expired'], end.name);
        assert.deepEqual(await noted({ order }), ['delivered', 'delivered'], end.name);
      }

      function noted({ order }: { readonly order: ShopOrder }): Promise<string[]> {
        return outcomes(moved.key, order);
      }
    });
  }

  test(`${plugin.docs}: a ping is ${plugin.receiver.knowsPing ? 'accepted' : 'refused'}`, async () => {
    const { key, endpoint } = await moveOver(plugin);
    const ping = await service.call('POST', `/v1/webhooks/stores/${endpoint}/ping`, { key });
    assert.equal(ping.json.status, plugin.receiver.knowsPing ? 'delivered' : 'failed', ping.text);
  });

  if (plugin.registers === 'when saved')
    test(`${plugin.docs}: settings that are saved again keep the one webhook`, async () => {
      const { key, shop, endpoint, hits } = await moveOver(plugin);
      assert.equal(hits.length, 0);
      const { data } = await list(key);
      const again = await shop.send('create webhook', { hook: data[0]?.url ?? '' });
      assert.deepEqual([again.status, again.json.status, again.json.id], [200, 'exists', endpoint]);
      assert.equal((await list(key)).data.length, 1);
      if (!shop.requests.has('delete webhook')) return;
      // Some first delete the webhook that they know from before, at the old service.
      const gone = await shop.send('delete webhook', { endpoint: '5b4f0c1e9d' });
      assert.deepEqual([gone.status, gone.json.status], [200, 'deleted']);
    });
}

async function list(key: string): Promise<{ data: { url: string }[] }> {
  return { data: (await service.call('GET', '/v1/webhooks/stores', { key })).json };
}

test('a plugin that is told of an order before it has saved it is told again', async () => {
  const [plugin] = PLUGINS;
  assert.ok(plugin !== undefined);
  const moved = await moveOver(plugin);
  let order: ShopOrder | null = null;
  await delivering(async () => {
    const { json } = await moved.shop.send('create charge', { number: '7' });
    const early: ShopOrder = { number: '7', id: json.id, method: 'cash', status: '' };
    await answered(moved, early, 'charge.pending');
    order = moved.shop.save(early);
    await until('it came again', () => moved.hits.length === 2, 15_000);
    await until('it is delivered', async () => (await outcomes(moved.key, early)).length === 2);
    assert.deepEqual(await outcomes(moved.key, early), ['the answer says "status":"error"', 'delivered']);
  });
  assert.ok(order !== null);
});
