// The pages of customers while the database is gone: a page that says so in their language, 503 with a time to try again,
// no word from inside, and everything as before when it is back. Nothing is made meanwhile.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CATALOGUE_FOLDER } from '../../src/paths.js';
import { seedPaymentPoints } from '../../src/store/points/payment-points.js';
import { readPoints } from '../../src/wire/points/points.js';
import { createDatabase } from '../support/database.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { type Reply, startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { fieldsOf, orderIn, post, shopForm } from './checkout/forms.js';
import { makeOrder, textOf } from './fixtures.js';

const database = await createDatabase();
after(() => database.drop());
const proxy = await startDatabaseProxy(database.url);
const service = await startTestService({}, { databaseUrl: proxy.url });
const file = await readFile(join(CATALOGUE_FOLDER, 'providers.json'), 'utf8');
await seedPaymentPoints(service.deps.db, readPoints(JSON.parse(file)));

const order = await makeOrder(service, { point: 'OXXO' });
const { json: link } = await service.call('POST', '/v1/payment_links', {
  key: service.key,
  body: { order_name: 'Curso', order_price: 350, currency: 'MXN' },
});
const form = shopForm(service);
const choice = { ...fieldsOf(await post(service, '/comprobante', form)), payment_type: 'OXXO' };
const chosen = { ...fieldsOf(await service.call('GET', `/checkout/${link.id}`)), payment_type: 'OXXO' };
const buyer = { customer_name: 'Ana Robles', customer_email: 'ana@example.com' };

const get = (path: string, language: 'es' | 'en') =>
  service.call('GET', path, { headers: { 'accept-language': language } });

/** What customers open and send, and the language of their browser. */
const VISITS: Readonly<Record<string, (language: 'es' | 'en') => Promise<Reply>>> = {
  'the page of an order': (language) => get(`/pay/${order.id}`, language),
  'the receipt': (language) => get(`/comprobante?confirmation_id=${order.id}`, language),
  'the choice of another store': (language) => get(`/pay/${order.id}/point`, language),
  'a payment link': (language) => get(`/checkout/${link.id}`, language),
  'the choice of a way to pay': (language) => post(service, '/comprobante', choice, { 'accept-language': language }),
  'the same of a link': (language) =>
    post(service, `/checkout/${link.id}`, { ...chosen, ...buyer }, { 'accept-language': language }),
};

const SAYS = {
  es: /No podemos mostrar tu orden en este momento|intenta de nuevo|vuelve a intentar|vuelve a cargar/i,
  en: /We cannot show your order right now|try again|load the page again/i,
} as const;

async function countOrders(): Promise<number> {
  const { json } = await service.call('GET', '/v1/charges?limit=100', { key: service.key });
  return json.data.length;
}

test('with the database gone every page says so, in both languages, and is there again afterwards', async () => {
  const before = await countOrders();
  await proxy.cut();
  for (const [name, visit] of Object.entries(VISITS)) {
    for (const language of ['es', 'en'] as const) {
      const reply = await visit(language);
      assert.equal(reply.status, 503, `${name} ${reply.text}`);
      assert.match(String(reply.headers['content-type']), /^text\/html/, name);
      assert.ok(reply.headers['retry-after'], name);
      assert.equal(reply.headers['cache-control'], 'no-store', name);
      assert.match(reply.text, new RegExp(`<html lang="${language}`), name);
      assert.match(textOf(reply), SAYS[language], `${name} in ${language}`);
      assert.doesNotMatch(reply.text, /ECONN|127\.0\.0\.1:\d|postgres|node_modules|\bat [\w.]+ \(/i, name);
    }
  }
  await proxy.mend();
  await until('the page of the order is back', async () => (await get(`/pay/${order.id}`, 'es')).status === 200);
  assert.equal(await countOrders(), before, 'nothing was made meanwhile');
  for (const [name, visit] of Object.entries(VISITS)) assert.ok((await visit('es')).status < 400, name);
  const again = orderIn(await post(service, '/comprobante', choice));
  assert.equal(orderIn(await post(service, '/comprobante', choice)), again, 'the form makes its order once');
  assert.equal(await countOrders(), before + 2);
});
