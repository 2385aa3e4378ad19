// The static page in a real browser, on an origin of its own, and the SDK in a page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startTestService } from '../support/service.js';
import { launchChromium } from '../web/chromium.js';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };
const service = await startTestService();
const { public: publicKey, private: key } = service.merchant.keys.test;
const cobroUrl = `http://127.0.0.1:${await service.listen()}`;
const config = `export const COBRO_URL = '${cobroUrl}';\nexport const PUBLIC_KEY = '${publicKey}';\n`;
const browser = await launchChromium();

test('the page sells with the public key: one order for two clicks, kept over a reload, thanked when it is paid', async () => {
  const page = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(await serve(join(PACKAGE_FOLDER, 'examples', 'static-page'), { '/config.js': config }));
  await page.fill('[name=name]', 'Ana Robles');
  await page.fill('[name=email]', 'ana@example.com');
  await page.dblclick('button');
  await page.waitForSelector('#order:not([hidden])');
  const clabe = (await page.textContent('#clabe')) ?? '';
  assert.match(clabe, /^000000\d{12}$/);
  assert.equal(await page.textContent('#amount'), '150.00');
  assert.equal(await page.locator('#steps li').count(), 3);

  await page.reload();
  await page.waitForSelector('#order:not([hidden])');
  assert.equal(await page.textContent('#clabe'), clabe);
  const { json } = await service.call('GET', '/v2/orders', { key });
  assert.equal(json.data.length, 1, 'one order');
  await service.call('POST', `/v1/test/orders/${json.data[0].id}/payments`, { key, body: { scenario: 'exact' } });
  await page.getByText('¡Pagado! Gracias.').waitFor();
  assert.equal(await page.isVisible('#order'), false);
  assert.deepEqual(problems, []);
});

test('the page says what is wrong in words for people', async () => {
  const page = await (await browser.newContext({ locale: 'es-MX' })).newPage();
  const wrong = config.replace(publicKey, 'pk_test_unknown');
  await page.goto(await serve(join(PACKAGE_FOLDER, 'examples', 'static-page'), { '/config.js': wrong }));
  await page.fill('[name=name]', 'Ana Robles');
  await page.fill('[name=email]', 'ana@example.com');
  await page.click('button');
  await page.getByText('La llave de API falta o no es válida.').waitFor();
});

test('the SDK works in a page of another origin with the public key, and refuses the private one', async () => {
  const page = await (await browser.newContext()).newPage();
  const sdk = join(PACKAGE_FOLDER, 'packages', 'sdk', 'dist', 'src');
  await page.goto(`${await serve(sdk, { '/': '<!doctype html><title>Shop</title>' })}/`);
  const program = `(async () => {
    const { Cobro } = await import('/index.js');
    const open = (key) => new Cobro({ url: '${cobroUrl}', key, language: 'en' });
    const cobro = open('${publicKey}');
    const points = await cobro.providers.list({ order_total: 75 });
    const order = await cobro.orders.create({
      product: { id: '1', name: 'Funda', price: 150 },
      customer: { name: 'Ana Robles', email: 'ana@example.com' },
      payment: {},
    });
    const seen = await cobro.orders.get(order.id);
    const refused = await cobro.orders.list().catch((error) => error);
    let message = '';
    try { open('${key}'); } catch (error) { message = error.message; }
    return [points.length > 0, seen.status, seen.customer.name, refused.code, refused.name, refused.requestId !== null, message];
  })()`;
  const [hasPoints, status, name, code, kind, hasId, message] = (await page.evaluate(program)) as unknown[];
  assert.deepEqual([hasPoints, status, name], [true, 'PENDING', 'A*** R***']);
  assert.deepEqual([code, kind, hasId], ['private_key_required', 'PermissionError', true]);
  assert.match(String(message), /must never be in a page/);
});

/** A static web server for a folder; some files may be replaced. Returns its address. */
async function serve(folder: string, replaced: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path === '/' && replaced['/'] === undefined ? '/index.html' : path;
    try {
      const text = replaced[name] ?? readFileSync(join(folder, name), 'utf8');
      response.writeHead(200, { 'content-type': TYPES[extname(name) || '.html'] ?? 'text/plain' }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
