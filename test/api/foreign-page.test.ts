// A browser that remembers a private key must not act for other sites' pages (D76).
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { addRail } from '../money/books.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, startTestService } from '../support/service.js';
import { launchChromium } from '../web/chromium.js';

const service = await startTestService({ COBRO_BASE_URL: 'https://pay.example.com' });
const { key, merchant } = service;
const countOrders = async () => (await service.call('GET', '/v2/orders?limit=100', { key })).json.data.length;

const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'Same-Origin ' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://pay.example.com.evil.example' },
  { origin: 'not an origin' },
  { origin: 'https://pay.example.com', 'sec-fetch-site': 'cross-site' },
];
const OWN: Record<string, string>[] = [
  {},
  { 'sec-fetch-mode': 'cors' }, // the fetch of Node.js sends only this
  { referer: 'https://shop.example/' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://pay.example.com' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://pay.example.com' },
];

test('a private key from a page of another site is refused, whatever the method, and nothing is stored', async () => {
  const before = await countOrders();
  for (const headers of FOREIGN) {
    const told = JSON.stringify(headers);
    const wanted = { status: 403, error: 'foreign_page' } as const;
    assertProblem(await service.call('POST', '/v2/orders', { key, body: orderBody(), headers }), wanted, told);
    assertProblem(await service.call('GET', '/v2/orders', { key, headers }), wanted, told);
    assertProblem(await service.call('DELETE', '/v1/webhooks/stores/x', { key, headers }), wanted, told);
  }
  assert.equal(await countOrders(), before);
});

test('servers and our own pages use the private key as ever', async () => {
  for (const headers of OWN) {
    const created = await service.call('POST', '/v2/orders', { key, body: orderBody(), headers });
    assert.equal(created.status, 200, JSON.stringify(headers));
  }
});

test('a page of any site may use the public key', async () => {
  for (const headers of FOREIGN) {
    const call = { key: merchant.keys.test.public, body: orderBody(), headers };
    assert.equal((await service.call('POST', '/v2/orders', call)).status, 200, JSON.stringify(headers));
  }
});

test('the refusal says what to do, in both languages, and shows who it was', async () => {
  const ask = (language: string) =>
    service.call('GET', '/v2/orders', {
      key,
      headers: { 'sec-fetch-site': 'cross-site', 'accept-language': language },
    });
  assert.match((await ask('es')).json.message, /otro sitio/);
  assert.match((await ask('en')).json.message, /another site/);
  assert.match((await ask('en')).json.debug_message, /public key/);
});

test("a rail's credentials are refused from other sites' pages, too", async () => {
  const { authorization } = await addRail(service.deps, { kind: 'cash', mode: 'test' });
  const ask = (headers: Record<string, string>) =>
    service.call('POST', '/rails/cash/lookup', { body: { reference: '1' }, headers: { authorization, ...headers } });
  assert.equal((await ask({})).status, 200);
  for (const headers of FOREIGN) assertProblem(await ask(headers), { status: 403, error: 'foreign_page' });
});

test('Chromium that remembers a private key sends nothing for a form, an image or a fetch of another site', async () => {
  const live = await startTestService();
  const port = await live.listen();
  const { keys } = live.merchant;
  const target = `http://127.0.0.1:${port}`;
  // localhost is another site than 127.0.0.1, and both are trustworthy enough for Sec-Fetch-Site.
  const html = `<!doctype html><img src="${target}/v2/orders">
    <form method="post" enctype="text/plain" action="${target}/v2/orders">
      <input name='{"product":{"id":"1","name":"x","price":150},"customer":{"name":"Ana Robles","email":"a@example.com"},"payment":{"type":"SPEI"},"a":"' value='"}'>
    </form>`;
  const evil = createServer((_request, reply) => void reply.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => evil.listen(0, 'localhost', resolve));
  after(() => evil.close());
  const browser = await launchChromium();
  const context = await browser.newContext({ httpCredentials: { username: keys.test.private, password: '' } });
  const page = await context.newPage();
  const statuses: number[] = [];
  page.on('response', (reply) => {
    if (reply.url().startsWith(target) && reply.request().method() !== 'OPTIONS') statuses.push(reply.status());
  });
  assert.equal((await page.goto(`${target}/v2/orders`))?.status(), 200, 'the key is known to the browser');
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
  await page.evaluate(
    (url) => fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
    `${target}/v2/orders`,
  );
  const [form] = await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'POST' && reply.url() === `${target}/v2/orders`),
    page.evaluate(() => document.querySelector('form')?.submit()),
  ]);
  assert.equal(form.status(), 403);
  assert.deepEqual(
    statuses.slice(1).filter((status) => status !== 401 && status !== 403),
    [],
  );
  assert.deepEqual((await live.call('GET', '/v2/orders', { key: keys.test.private })).json.data, []);
});
