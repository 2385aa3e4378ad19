// The customer page keeps itself true while it is open: D59. The browser's clock is the test's, so nothing waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { launchChromium } from '../chromium.js';
import { type MadeOrder, makeOrder, setStatus, startPayService } from '../fixtures.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

/** A page whose clock stands until the test moves it. */
async function openWithClock(order: MadeOrder): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-MX' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${origin}/pay/${order.id}`);
  return page;
}

/** Lets a page's clock run, in steps that let answers arrive, until its status is this one. */
async function runUntil(page: Page, status: string): Promise<void> {
  for (let second = 0; second < 60; second++) {
    await page.clock.runFor(1_000);
    if ((await page.locator('#status').textContent()) === status) return;
  }
  assert.fail(`the page never said ${status}`);
}

test('the page shows a payment within seconds, tells screen readers, and then asks no more', async () => {
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
  assert.equal(await page.getByRole('status').textContent(), 'Pagado');
  const before = asked;
  await page.clock.runFor(600_000);
  assert.equal(asked, before);
  await page.context().close();
});

test('the page asks ever less often, not at all while nobody looks, and at once when somebody looks again', async () => {
  const page = await openWithClock(await makeOrder(service, { point: 'OXXO' }));
  let asked = 0;
  await page.route('**/status.json', (route) => {
    asked++;
    return route.fulfill({ json: { status: 'pending', expired: false } });
  });
  const look = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }),
       document.dispatchEvent(new Event('visibilitychange'))`,
    );
  for (let i = 0; i < 60; i++) await page.clock.runFor(5_000); // five minutes, in steps that let answers arrive
  assert.ok(asked >= 10 && asked <= 30, `asked ${asked} times in five minutes`);
  await look(true);
  const before = asked;
  await page.clock.runFor(600_000);
  assert.equal(asked, before);
  const asking = page.waitForRequest('**/status.json');
  await look(false);
  await asking;
  await page.context().close();
});

test('the page lives through a server that fails for a while', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const page = await openWithClock(order);
  await page.route('**/status.json', (route) => route.fulfill({ status: 503 }), { times: 1 });
  const failure = page.waitForResponse((response) => response.status() === 503);
  await page.clock.runFor(3_000);
  await failure;
  await setStatus(service, order, 'canceled');
  await runUntil(page, 'Cancelado');
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
    await runUntil(page, 'Vencido');
  } finally {
    service.setTime(now);
    await page.context().close();
  }
});
