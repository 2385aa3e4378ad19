// How the customer page and its parts are served: headers, keeping, what is not found, what goes wrong (D59).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { AppError } from '../../../src/errors/errors.js';
import { withLongReads } from '../../../src/memory/long-reads.js';
import { createPoints } from '../../../src/memory/points.js';
import { buildServer } from '../../../src/service/compose.js';
import { reading } from '../../../src/store/sql.js';
import { encodeBars } from '../../../src/web/pay/voucher/barcode.js';
import { toPath } from '../../../src/web/pay/voucher/scan-code.js';
import { type MadeOrder, makeOrder, NOON, startPayService, textOf } from '../fixtures.js';
import { barWidths, runLengths } from './bars.js';

const service = await startPayService();
service.setTime(NOON);

const pay = (order: Pick<MadeOrder, 'id'>, more = '', headers: Record<string, string> = {}) =>
  service.call('GET', `/pay/${order.id}${more}`, { headers });

test('the page is kept for its customer alone, found by nobody, runs only what is ours and may be framed by anybody', async () => {
  const order = await makeOrder(service);
  for (const [reply, keeping] of [
    [await pay(order), 'private, no-cache'],
    [await pay({ id: 'ch_x' }), 'no-store'],
  ] as const) {
    assert.deepEqual(
      Object.fromEntries(
        [
          'content-type',
          'cache-control',
          'content-security-policy',
          'x-robots-tag',
          'referrer-policy',
          'x-content-type-options',
        ].map((name) => [name, reply.headers[name]]),
      ),
      {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': keeping,
        'content-security-policy':
          "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    );
    assert.doesNotMatch(reply.text, / style=| on\w+=|<style|<script(?! src="\/assets\/pay\.[0-9a-f]{16}\.js" defer>)/);
  }
});

test('the id alone opens the page, and it names the merchant whose order it is', async () => {
  const order = await makeOrder(service, { key: service.other.keys.test.private });
  const plain = await pay(order);
  assert.match(textOf(plain), /Pago a Other/);
  const withKey = await service.call('GET', `/pay/${order.id}`, { key: service.key });
  assert.equal(withKey.text, plain.text);
});

test('many customers at once get their own orders', async () => {
  const orders = await Promise.all(Array.from({ length: 60 }, () => makeOrder(service)));
  const pages = await Promise.all(orders.map((order) => pay(order)));
  pages.forEach((page, index) => {
    assert.ok(textOf(page).includes(orders[index]?.folio ?? 'none'));
  });
});

test('what is no order is 404, a page in either language', async () => {
  const unknown = 'ch_0198a3f0-0000-7000-8000-000000000000';
  for (const path of [
    `/pay/${unknown}`,
    `/pay/${unknown}/`,
    `/pay/${unknown}/status.json`,
    `/pay/${unknown}/barcode.svg`,
    `/pay/${unknown}/barcode.png`,
    '/pay/ch_x',
    '/pay/%00',
    `/pay/${unknown.toUpperCase()}`,
    `/pay/${'x'.repeat(400)}`,
    '/pay',
    '/pay/a/b/c',
  ]) {
    const es = await service.call('GET', path, { headers: { accept: 'application/json' } });
    assert.equal(es.status, 404, path);
    assert.match(es.headers['content-type'] ?? '', /^text\/html/, path);
    assert.match(es.text, /No encontramos esta orden/);
    const en = await service.call('GET', path, { headers: { 'accept-language': 'en' } });
    assert.match(en.text, /We cannot find this order/, path);
  }
});

test('a trailing slash and HEAD work; another method is refused', async () => {
  const order = await makeOrder(service);
  assert.equal((await pay(order, '/')).status, 200);
  const head = await service.call('HEAD', `/pay/${order.id}`);
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.equal((await service.call('POST', `/pay/${order.id}`)).status, 405);
});

test('barcodes come as SVG and PNG, and once only to whoever kept them', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const bars = encodeBars(order.payTo);
  assert.ok(bars);
  const svg = await pay(order, '/barcode.svg');
  assert.deepEqual([svg.status, svg.headers['content-type']], [200, 'image/svg+xml']);
  assert.ok(svg.text.includes(toPath(bars)));
  const png = await service.app.inject({ url: `/pay/${order.id}/barcode.png` });
  assert.equal(png.headers['content-type'], 'image/png');
  const picture = PNG.sync.read(png.rawPayload);
  assert.deepEqual(
    runLengths(picture, 20).map((pixels) => pixels / 3),
    barWidths(bars),
  );
  assert.equal(picture.width, (bars.width + 20) * 3);
  for (const extension of ['svg', 'png']) {
    const { headers } = await pay(order, `/barcode.${extension}`);
    assert.equal(headers['cache-control'], 'private, max-age=600');
    const again = await pay(order, `/barcode.${extension}`, { 'if-none-match': headers['etag'] ?? '' });
    assert.deepEqual([again.status, again.text], [304, '']);
  }
});

test('a barcode is not kept beyond the time to pay', async () => {
  const order = await makeOrder(service, { point: 'OXXO', expiry: { at: NOON + 90_000, unit: 's' } });
  assert.equal((await pay(order, '/barcode.svg')).headers['cache-control'], 'private, max-age=90');
});

test('an address with letters of any kind is shown', async () => {
  const point = (await service.deps.points.all()).find(({ code }) => code === 'XRP');
  assert.ok(point);
  await service.deps.db.query({
    text: 'update payment_points set test_details = $1 where code = $2',
    values: [JSON.stringify({ ...point.testDetails, address: 'dirección-ñ' }), 'XRP'],
  });
  const fresh = {
    ...service,
    deps: { ...service.deps, points: createPoints(service.deps.db, { watched: [], spreadBasisPoints: 0n }) },
  };
  const order = await makeOrder(fresh, { point: 'XRP' });
  const reply = await pay(order);
  assert.equal(reply.status, 200);
  assert.match(textOf(reply), /dirección-ñ/);
  assert.equal((await pay(order, '/barcode.png')).status, 404);
});

test('a page waits for no list or export of its merchant', async () => {
  const { deps } = service;
  const order = await makeOrder(service);
  const db = withLongReads(deps.db, deps.db, 50);
  const { app } = await buildServer({ ...deps, db });
  const scope = (await deps.credentials.find(service.key))?.scope ?? assert.fail('no key');
  const isRead = db.query(reading(scope)`select pg_sleep(1)`);
  assert.equal((await app.inject({ url: `/pay/${order.id}` })).statusCode, 200);
  await isRead;
  await app.close();
});

test('a database that is away is a page that says to try again', async () => {
  const { deps } = service;
  const orders = { ...deps.orders, findForCustomer: () => Promise.reject(new AppError('unavailable')) };
  const payWatch = { ...deps.payWatch, find: () => Promise.reject(new AppError('unavailable')) };
  const { app } = await buildServer({ ...deps, orders, payWatch });
  const reply = await app.inject({ url: '/pay/ch_0198a3f0-0000-7000-8000-000000000000' });
  await app.close();
  assert.equal(reply.statusCode, 503);
  assert.match(String(reply.headers['content-type']), /^text\/html/);
  assert.ok(reply.headers['retry-after']);
  assert.match(reply.body, /No podemos mostrar tu orden en este momento/);
});

test('below another site the page finds its files and its status there', async () => {
  const { deps } = service;
  const { app } = await buildServer({
    ...deps,
    settings: { ...deps.settings, baseUrl: 'https://shop.example/pagos' },
  });
  const { body } = await app.inject({ url: `/pay/${(await makeOrder(service)).id}` });
  await app.close();
  assert.match(body, /href="\/pagos\/assets\/pay\.[0-9a-f]{16}\.css"/);
  assert.match(body, /src="\/pagos\/assets\/pay\.[0-9a-f]{16}\.js"/);
  assert.match(body, /data-pay-url="\/pagos\/pay\/ch_/);
});

test('page, stylesheet, script and picture are under 60 KB together, and browsers keep the files for a year', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const page = await pay(order);
  const files = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  assert.equal(files.length, 2);
  let bytes = Buffer.byteLength(page.text);
  for (const path of files) {
    const file = await service.call('GET', path);
    assert.equal(file.status, 200);
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
    bytes += Buffer.byteLength(file.text);
  }
  bytes += (await service.app.inject({ url: `/pay/${order.id}/barcode.png` })).rawPayload.length;
  assert.ok(bytes < 60_000, `${bytes} bytes`);
});
