// The pages for developers in a real browser: on a phone and a desk, by day and by night, in both languages, without a
// script and without a mouse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../../src/domain/base/duration.js';
import { sql } from '../../../src/store/sql.js';
import { orderBody } from '../../support/service.js';
import { launchChromium } from '../chromium.js';
import { startPayService } from '../fixtures.js';
import { DESK, once, PHONE, pageFaults, seenOn, WALKS } from '../good-page.js';
import { openSignedIn } from './browser.js';
import { startReceiver } from './receiver.js';

const service = await startPayService({}, { merchantName: 'Café La Favorita' });
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
const place = { browser, service, origin };
const receiver = await startReceiver();
const { keys, account } = service.merchant;
const call = async (method: 'GET' | 'POST', path: string, body?: object, headers = {}) =>
  (await service.call(method, path, { key: service.key, headers, ...(body && { body }) })).json;

/** Everything that the pages show: a dead endpoint and a good one, attempts, events, refused requests, a clock. */
async function fill() {
  const dead = await call('POST', '/v1/webhooks/stores', {
    url: 'http://127.0.0.1:2/tiendas/la-favorita-del-centro/pedidos-en-linea/pagos-por-transferencia-y-en-efectivo/avisos/cobro',
  });
  await call('POST', '/v1/webhooks/stores', { url: receiver.url, type: 'secondary' });
  service.setTime(Date.now() - 3 * HOUR_MS);
  const clock = await call('POST', '/v1/test/clocks', {});
  let order = { id: '' };
  for (let made = 0; made < 6; made++) {
    const product = { id: `SMG-${made}`, price: 150 + made, name: 'Café de altura, 1 kg' };
    order = await call('POST', '/v2/orders', orderBody({ product }), { 'test-clock': clock.id });
    if (made % 2 === 0) await call('POST', `/v1/test/orders/${order.id}/payments`, { scenario: 'exact' });
  }
  service.setTime(null);
  // The second address has them all, the first one none.
  await service.deps.db.query(sql`
    update webhook_deliveries
    set state = 'delivered'
    where endpoint_id <> ${dead.id}`);
  await service.deps.db.query(sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_headers, reply_body, outcome)
    select account_id, livemode, order_id, sequence, endpoint_id, 1, now() - interval '3 hours', 85, ${receiver.url},
      '{}', '{}', 200, '{}', 'ok', 'delivered'
    from webhook_deliveries
    where endpoint_id <> ${dead.id}`);
  await service.deps.db.query(sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason, next_at)
    select ${account.id}, false, ${order.id.slice(3)}, 1, ${dead.id}, number, now() - (13 - number) * interval '13 minutes', 30 * number,
      ${dead.url}, '{"content-type":"application/json","webhook-id":"evt_1"}', '{"type":"charge.pending","object":{"id":"ch_1","paid":false}}',
      502, '{"server":"nginx"}', '<html><body>502 Bad Gateway</body></html>',
      'retry', 'HTTP 502', now() + (number - 12.5) * interval '13 minutes'
    from generate_series(1, 12) number`);
  await service.deps.db.query(sql`
    update webhook_endpoints
    set failing_since = (select min(at) from webhook_attempts where endpoint_id = ${dead.id})
    where id = ${dead.id}`);
  const bad = { product: { id: 'SMG-1', price: -3, name: 'Funda' }, customer: { name: 'Ana', email: 'no' } };
  await call('POST', '/v2/orders', bad, { 'user-agent': 'TiendaLaFavorita/1.4' });
  await call('GET', `/v2/orders?status=EXPIRED&customer_email=ana%40example.com`);
  await call('GET', '/v1/charges/ch_x');
  await call('POST', '/v1/webhooks/stores', { url: 'ftp://nowhere' });
  await service.deps.requestLog.flush();
  await service.deps.credentials.flushUses();
  const first = async (query: Promise<{ id: string }[]>) => (await query)[0]?.id ?? '';
  const { db } = service.deps;
  return {
    dead: dead.id as string,
    clock: clock.id as string,
    event: `evt_${order.id.slice(3)}_1`,
    request: await first(db.query(sql`select id from request_log where status = 400 order by id limit 1`)),
    key: await first(
      db.query(sql`select id from api_keys where account_id = ${account.id} and not livemode and kind = 'private'`),
    ),
  };
}

const made = await fill();
const PAGES: Readonly<Record<string, string>> = {
  webhooks: '/test/webhooks',
  'webhook-new': '/test/webhooks/new',
  webhook: `/test/webhooks/${made.dead}`,
  'webhook-edit': `/test/webhooks/${made.dead}/edit`,
  events: '/test/events',
  event: `/test/events/${made.event}`,
  attempt: `/test/events/${made.event}/attempts/${made.dead}/1`,
  requests: '/test/requests',
  request: `/test/requests/${made.request}`,
  keys: '/test/keys',
  'key-new': '/test/keys/new',
  key: `/test/keys/${made.key}`,
  clocks: '/test/clocks',
  clock: `/test/clocks/${made.clock}`,
  'live-clocks': '/live/clocks',
  'live-events': '/live/events',
};

for (const { name, language, options } of WALKS) {
  test(`pages for developers are good on a ${name}, in ${language}`, async () => {
    const opened = await openSignedIn(place, service.key, '/test/keys', options);
    const faults: string[] = [];
    for (const [page, path] of seenOn(name, Object.entries(PAGES)))
      faults.push(...(await pageFaults(opened, `${origin}/dashboard${path}`, `${page}-${name}`, once())));
    assert.deepEqual(faults, []);
    await opened.context.close();
  });
}

test('without a script a merchant adds an endpoint, tests it, edits it and deletes it', async () => {
  const { page, context, problems } = await openSignedIn(place, keys.test.private, '/test/webhooks', {
    javaScriptEnabled: false,
    viewport: PHONE,
  });
  await page.getByRole('link', { name: 'Agregar dirección' }).click();
  await page.getByLabel('Dirección', { exact: false }).first().fill(`${receiver.url}/new`);
  await page.getByLabel('Reembolso').check();
  await page.getByRole('button', { name: 'Agregar la dirección' }).click();
  await page.getByRole('heading', { name: 'Guarda el secreto ahora' }).waitFor();
  assert.match((await page.locator('.secret').textContent()) ?? '', /^whsec_/);
  await page.getByRole('link', { name: 'Ya lo guardé' }).click();
  receiver.answer = { status: 200, body: '{"ok":true}' };
  await page.getByRole('button', { name: 'Probar', exact: true }).click();
  await page.getByText(/Lo aceptó: HTTP 200/).waitFor();
  await page.getByLabel('Más acciones').click();
  await page.getByRole('link', { name: 'Editar' }).click();
  assert.equal(await page.getByLabel('Reembolso').isChecked(), true);
  await page.getByLabel('Reembolso').uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('status').getByText('Se guardó.').waitFor();
  await page.getByLabel('Más acciones').click();
  await page.locator('summary', { hasText: 'Borrar' }).click();
  await page.getByLabel('Sí, hazlo').check();
  await page.getByRole('button', { name: 'Borrar la dirección' }).click();
  await page.getByRole('status').getByText('La dirección se borró.').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('with the keyboard alone a developer makes a restricted key and revokes it', async () => {
  const { page, context, problems } = await openSignedIn(place, service.key, '/test/keys/new', {
    viewport: DESK,
    locale: 'en-US',
  });
  const tabTo = async (name: string) => {
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(
        `(document.activeElement.labels?.[0]?.textContent ?? '') + '|' + document.activeElement.textContent.trim()`,
      );
      if (String(label).includes(name)) return;
    }
    assert.fail(`the keyboard never comes to ${name}`);
  };
  await tabTo('Name');
  await page.keyboard.type('Stock <b>counter</b>');
  await tabTo('Everything you can do');
  await page.keyboard.press('ArrowDown');
  await tabTo('See orders');
  await page.keyboard.press('Space');
  await tabTo('Create the key');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keep the key now' }).waitFor();
  const key = (await page.locator('.secret .code').textContent()) ?? '';
  assert.equal((await service.call('GET', '/v1/balance', { key })).json.error, 'key_restricted');
  await tabTo('I have kept it');
  await page.keyboard.press('Enter');
  await page.getByText('Stock <b>counter</b>').waitFor();
  await tabTo('Stock <b>counter</b>');
  await page.keyboard.press('Enter');
  await page.getByText('See orders').waitFor();
  await tabTo('Revoke');
  await page.keyboard.press('Enter');
  await tabTo('Yes, do it');
  await page.keyboard.press('Space');
  await tabTo('Revoke the key');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('The key is revoked.').waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('a clock is advanced, an event is sent again, and a refused request leads to its guide', async () => {
  const { page, context, problems } = await openSignedIn(place, service.key, `/test/clocks/${made.clock}`, {
    viewport: PHONE,
  });
  await page.getByRole('button', { name: '+ 3 días' }).click();
  await page.getByRole('status').getByText('El reloj se adelantó.').waitFor();
  await page.getByText('Vencida').first().waitFor();
  await page.goto(`${origin}/dashboard/test/events/${made.event}`);
  await page.getByRole('button', { name: 'Enviar otra vez' }).click();
  await page.getByRole('status').getByText('El evento va otra vez en camino.').waitFor();
  await page.goto(`${origin}/dashboard/test/requests?show=refused`);
  await page.getByRole('link', { name: '/v2/orders', exact: true }).click();
  await page.getByText('"price": -3').waitFor();
  await page.getByRole('link', { name: 'Qué significa' }).click();
  await page.waitForURL(/\/docs\/es\/errors$/);
  assert.deepEqual(problems, []);
  await context.close();
});
