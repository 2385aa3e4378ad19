// The shops of examples/, as they stand, against a real service: they sell, ship once, and survive what happens to shops.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { signWebhook } from '@cobro/sdk';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { type Program, startProgram } from '../support/example-program.js';
import { freePort } from '../support/free-port.js';
import { makeFolder } from '../support/process.js';
import { findProgram } from '../support/programs.js';
import { orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { startDelivering, startHookService } from '../webhooks/engines.js';

const EXAMPLES = join(PACKAGE_FOLDER, 'examples');
const service = await startHookService();
const cobroUrl = `http://127.0.0.1:${await service.listen()}`;
startDelivering(service.deps);

// All are open before the first test begins, because a test file ends when its tests have ended.
const shops = [
  ['node/shop.mjs', await openShop(process.execPath, () => [join(EXAMPLES, 'node', 'shop.mjs')])],
  ['python/shop.py', await openShop(findProgram('python'), () => [join(EXAMPLES, 'python', 'shop.py')])],
  [
    'php/shop.php',
    await openShop(findProgram('php'), (port) => ['-S', `127.0.0.1:${port}`, join(EXAMPLES, 'php', 'shop.php')]),
  ],
] as const;

test('the shop in 60 lines has no more', async () => {
  const text = await readFile(join(EXAMPLES, 'node', 'shop.mjs'), 'utf8');
  assert.ok(text.trimEnd().split('\n').length <= 60);
  assert.ok(text.split('\n').every((line) => line.length <= 120));
});

// Each waits for retries, so they do it together.
describe('a shop', { concurrency: 3 }, () => {
  for (const [name, shop] of shops) {
    describe(name, { concurrency: 1 }, () => {
      test('sells: a customer who clicks twice gets one order and is sent to its page', async () => {
        const { cart, orders } = await shop.buy(2);
        assert.equal(new Set(orders).size, 1);
        assert.equal((await service.call('GET', `/pay/${orders[0]}`)).status, 200);
        const { json } = await shop.ask('GET', `/v2/orders?order_id=${cart}`);
        assert.deepEqual(
          json.data.map((one: { id: string }) => one.id),
          [orders[0]],
        );
      });

      test('ships a paid cart once, although its webhook comes again', async () => {
        const { cart, orders } = await shop.buy(1);
        await shop.pay(orders[0]);
        await shop.untilShipped(cart);
        const event = `evt_${orders[0].slice(3)}_2`;
        await shop.untilDelivered(event, 1);
        await shop.ask('POST', `/v1/events/${event}/redeliver`);
        await shop.untilDelivered(event, 2);
        assert.equal(shop.shipped(cart), 1);
      });

      test('ships nothing that is not paid: pending, canceled or invented', async () => {
        const { cart, orders } = await shop.buy(1);
        await shop.ask('POST', `/v2/orders/${orders[0]}/cancel`);
        await shop.untilDelivered(`evt_${orders[0].slice(3)}_2`, 1);
        assert.equal(shop.shipped(cart), 0);
        const { body, headers } = await signWebhook({ id: orders[0], paid: true }, 'whsec_Zm9yZ2Vk');
        assert.equal((await shop.fetch('/cobro', { method: 'POST', body, headers })).status, 401);
        assert.equal((await shop.fetch('/cobro', { method: 'POST', body: '{}' })).status, 401);
        assert.equal(shop.shipped(cart), 0);
      });

      test('accepts the test webhook, and ships nothing for it nor for an order of somebody else', async () => {
        const { json: endpoints } = await shop.ask('GET', '/v1/webhooks/stores');
        const { json: ping } = await shop.ask('POST', `/v1/webhooks/stores/${endpoints[0].id}/ping`);
        assert.deepEqual(ping, { status: 'delivered', http_status: 204, reason: null });
        const { json: order } = await shop.ask('POST', '/v2/orders', orderBody());
        await shop.pay(order.id);
        await shop.untilDelivered(`evt_${order.id.slice(3)}_2`, 1);
        assert.equal(shop.shipped('test_12') + shop.shipped('SMG-1'), 0);
      });

      test('ships what was paid while it was killed, and keeps its secret for itself', async () => {
        const { cart, orders } = await shop.buy(1);
        await shop.kill();
        await shop.pay(orders[0]);
        await shop.open();
        await shop.untilShipped(cart);
        assert.equal((await stat(shop.secretFile)).mode & 0o077, 0);
      });

      test('that died before it had written down its secret gets a new one', async () => {
        await shop.kill();
        rmSync(shop.secretFile);
        await shop.open();
        const { cart, orders } = await shop.buy(1);
        await shop.pay(orders[0]);
        await shop.untilShipped(cart);
      });

      test('tells the customer what was wrong with an order', async () => {
        const form = new URLSearchParams({ cart: 'cart-1', name: 'Ana', email: 'nobody' });
        const reply = await shop.fetch('/buy', { method: 'POST', body: form });
        assert.equal(reply.status, 500);
        assert.match(await reply.text(), /correo electrónico/);
      });
    });
  }
});

/** A shop of its own merchant, on a port and with a data folder that stay the same when it is opened again. */
async function openShop(command: string, args: (port: number) => string[]) {
  const { keys } = await service.account({});
  const key = keys.test.private;
  const [port, folder] = [await freePort(), await makeFolder()];
  const url = `http://127.0.0.1:${port}`;
  const env = { COBRO_URL: cobroUrl, COBRO_KEY: key, PORT: String(port), DATA: join(folder, 'data') };
  let program: Program;
  let before = '';
  const output = () => before + program.output();
  const open = async () => {
    program = startProgram(command, args(port), { cwd: folder, env });
    const answers = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('the shop is open', answers).catch((error) => assert.fail(`${error.message}: ${output()}`));
  };
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    service.call(method, path, { key, ...(body && { body }) });
  await open();
  return {
    open,
    ask,
    secretFile: join(folder, 'data', 'webhook-secret'),
    fetch: (path: string, init: RequestInit) => fetch(url + path, { ...init, redirect: 'manual' }),
    async kill() {
      await program.kill();
      before = output();
    },
    /** Fills in the form and sends it as often as given, at once. Returns the cart and the id of each answer's order. */
    async buy(clicks: number): Promise<{ cart: string; orders: [string, ...string[]] }> {
      const page = await (await fetch(url)).text();
      const cart = /name="cart"\s+value="([^"]+)"/.exec(page)?.[1] ?? assert.fail(page);
      const body = new URLSearchParams({ cart, name: 'Ana Robles', email: 'ana@example.com' });
      const click = async () => {
        const reply = await fetch(`${url}/buy`, { method: 'POST', body, redirect: 'manual' });
        assert.equal(reply.status, 303, await reply.text());
        return reply.headers.get('location')?.split('/').at(-1) ?? assert.fail('it leads nowhere');
      };
      const [first = '', ...others] = await Promise.all(Array.from({ length: clicks }, click));
      return { cart, orders: [first, ...others] };
    },
    pay: (id: string) => ask('POST', `/v1/test/orders/${id}/payments`, { scenario: 'exact' }),
    shipped: (cart: string) => output().split(`shipped ${cart}`).length - 1,
    untilShipped: (cart: string) =>
      told(until(`${cart} is shipped`, () => output().includes(`shipped ${cart}`), 60_000)),
    untilDelivered: (event: string, attempts: number) =>
      told(
        until(`${event} is delivered`, async () => {
          const { json } = await ask('GET', `/v1/events/${event}/deliveries`);
          return json.data.filter((one: { outcome: string }) => one.outcome === 'delivered').length === attempts;
        }),
      ),
  };

  /** When it fails, tells what the shop wrote and what became of its webhooks. */
  async function told(waiting: Promise<unknown>): Promise<void> {
    await waiting.catch(async (error) => {
      const { json } = await ask('GET', '/v1/events?limit=100');
      const replies = json.data.map(({ id }: { id: string }) => ask('GET', `/v1/events/${id}/explain`));
      const sentences = (await Promise.all(replies)).map((reply) => reply.text).join('\n');
      assert.fail(`${error.message}: ${output()}\n${sentences}`);
    });
  }
}
