// The customer page keeps itself true while it is open (D59): it is told of changes as they happen, asks where no stream
// gets through, and shows what it has kept where there is no signal.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.js';
import { launchChromium, openPage } from '../chromium.js';
import { type MadeOrder, makeOrder, setStatus, startPayService } from '../fixtures.js';
import { payTest, refund } from './situations.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

/** A page that no stream reaches, and whose clock stands until the test moves it. */
async function openWithClock(order: MadeOrder): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-MX' });
  const page = await context.newPage();
  await page.clock.install();
  await page.route('**/events', (route) => route.fulfill({ status: 503 }));
  await page.goto(`${origin}/pay/${order.id}`);
  return page;
}

/** Lets a page's clock run, in steps that let answers arrive, until its status is this one and its script has run. */
async function runUntil(page: Page, status: string): Promise<void> {
  for (let second = 0; second < 60; second++) {
    await page.clock.runFor(1_000);
    if ((await page.locator('#status').textContent()) === status) return page.waitForLoadState();
  }
  assert.fail(`the page never said ${status}`);
}

test('a part payment, the rest and a refund show by themselves, each within seconds, without a single poll', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const { page, context, problems } = await openPage(browser, `${origin}/pay/${order.id}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/.*\//, '')));
  await page.waitForFunction('performance.getEntriesByType("resource").length > 0');
  await payTest(service, order, { scenario: 'short', amount: 500 });
  await page.getByText('–$500.00').waitFor();
  assert.equal(await page.locator('#amount .amount').textContent(), '$744.50 MXN');
  await payTest(service, order, { scenario: 'exact' });
  await page.getByText('Recibimos tu pago').waitFor();
  assert.equal(await page.locator('.destination').count(), 0);
  await refund(service, order, 100);
  // Of a paid order nothing is expected, so the page looks again when its customer comes back to it.
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await page.getByText('Una parte de los').waitFor();
  assert.deepEqual(problems, []);
  assert.ok(asked.filter((name) => name === 'status.json').length <= 2, asked.join(' '));
  await context.close();
});

test('where no stream gets through the page asks, tells screen readers of a payment, and then asks no more', async () => {
  const order = await makeOrder(service);
  const page = await openWithClock(order);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/status.json')) asked++;
  });
  const first = page.waitForResponse('**/status.json');
  await page.clock.runFor(3_000);
  await first;
  assert.equal(await page.locator('#status').textContent(), 'Pendiente de pago');
  await setStatus(service, order, 'paid');
  await runUntil(page, 'Pagado');
  assert.equal(await page.title(), 'Pagado · $1,234.50 MXN · Merchant');
  assert.equal(await page.locator('.destination').count(), 0);
  await page.clock.runFor(1_000);
  assert.equal(await page.locator('#announcement').textContent(), 'Pagado');
  const before = asked;
  await page.clock.runFor(600_000);
  assert.equal(asked, before);
  await page.context().close();
});

test('the page asks ever less often, not at all while nobody looks, and at once when somebody looks again', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const page = await openWithClock(order);
  const { version } = (await service.call('GET', `/pay/${order.id}/status.json`)).json;
  await page.route('**/status.json', (route) =>
    route.fulfill({ json: { status: 'pending', expired: false, version } }),
  );
  // Counted within the page: a request that is under way when somebody looks away was asked before.
  await page.evaluate(
    `const ask = window.fetch;
     window.asked = 0;
     window.fetch = (...request) => (window.asked++, ask(...request));`,
  );
  const asked = () => page.evaluate<number>('window.asked');
  const look = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }),
       document.dispatchEvent(new Event('visibilitychange'))`,
    );
  for (let i = 0; i < 60; i++) await page.clock.runFor(5_000); // five minutes, in steps that let answers arrive
  const times = await asked();
  assert.ok(times >= 10 && times <= 30, `asked ${times} times in five minutes`);
  await look(true);
  const before = await asked();
  await page.clock.runFor(600_000);
  assert.equal(await asked(), before);
  const asking = page.waitForRequest('**/status.json');
  await look(false);
  await asking;
  await page.context().close();
});

test('the page lives through a server that fails for a while', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const page = await openWithClock(order);
  await page.route('**/status.json', (route) => route.fulfill({ status: 503 }), { times: 1 });
  const failure = page.waitForResponse('**/status.json');
  await page.clock.runFor(3_000);
  await failure;
  await setStatus(service, order, 'canceled');
  await runUntil(page, 'Cancelada');
  await page.context().close();
});

test('the time left is kept, and an order whose time ends is shown as expired', async () => {
  const now = Date.now();
  const order = await makeOrder(service, { expiry: { at: now + 125 * 60_000, unit: 'ms' } });
  const page = await openWithClock(order);
  assert.match((await page.locator('#left').textContent()) ?? '', /^2 horas [45] minutos$/);
  await page.clock.fastForward(60 * 60_000);
  assert.match((await page.locator('#left').textContent()) ?? '', /^1 hora [345] minutos$/);
  try {
    service.setTime(now + 126 * 60_000);
    await page.clock.fastForward(66 * 60_000);
    await runUntil(page, 'Vencida');
  } finally {
    service.setTime(null);
    await page.context().close();
  }
});

/** Opens the page, and waits until it and all of its files are kept. */
async function openKept(order: MadeOrder) {
  const { page, context } = await openPage(browser, `${origin}/pay/${order.id}`);
  await until('the page is kept', () =>
    page.evaluate(
      `(async () => {
        const files = [...document.querySelectorAll('link[rel="stylesheet"], script[src]')];
        const wanted = [location.href, ...files.map((file) => file.href ?? file.src)];
        const kept = (await (await caches.open('pay')).keys()).map((request) => request.url);
        return navigator.serviceWorker.controller !== null && wanted.every((url) => kept.includes(url));
      })()`,
    ),
  );
  return { page, context };
}

test('without a signal, going back and loading again still show reference and barcode, and say of when they are', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const { page, context } = await openKept(order);
  await page.goto(`${origin}/pay/${order.id}/point`);
  await context.setOffline(true);
  for (const move of [() => page.goBack(), () => page.reload()]) {
    await move();
    await page.getByText(/^Sin señal: así estaba tu orden el [a-zé]+ \d+ de [a-z]+, \d{1,2}:\d\d [ap]\.m\.$/).waitFor();
    assert.equal(await page.locator('.pay-to .value').textContent(), order.payTo);
    const box = await page.getByRole('img', { name: `Código de barras: Referencia ${order.payTo}` }).boundingBox();
    assert.ok(box !== null && box.height > 50 && box.width > 100, 'the styles are there, too');
  }
  // With the signal comes the truth.
  await payTest(service, order, { scenario: 'exact' });
  await context.setOffline(false);
  await page.getByText('Recibimos tu pago').waitFor();
  assert.equal(await page.getByText('Sin señal').count(), 0);
  await context.close();
});

test('where answers get through and pages do not, a kept page tries until it is the true one', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const { page, context } = await openKept(order);
  let isCut = true;
  let cuts = 0;
  const cut = (request: IncomingMessage) => {
    if (!isCut || request.url !== `/pay/${order.id}`) return;
    cuts++;
    request.socket.destroy();
  };
  service.app.server.prependListener('request', cut);
  await page.reload();
  await page.getByText('Sin señal').waitFor();
  await payTest(service, order, { scenario: 'exact' });
  // A browser may ask twice each time: it was loaded again, and once more after it knew better.
  await until('the page has tried again', () => cuts >= 4);
  isCut = false;
  await page.getByText('Recibimos tu pago').waitFor();
  await page.locator('#announcement', { hasText: 'Pagado' }).waitFor({ state: 'attached' });
  service.app.server.off('request', cut);
  await context.close();
});

test('without a signal, an order whose time is over shows nothing to pay with', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const { page, context } = await openKept(order);
  await context.setOffline(true);
  await page.clock.install({ time: Date.now() + 25 * 3_600_000 });
  await page.reload();
  await page.getByText('ya no pagues esta orden').waitFor();
  assert.equal(await page.locator('.destination').isVisible(), false);
  assert.equal(await page.getByRole('heading', { name: 'Pasos' }).isVisible(), false);
  await context.close();
});
