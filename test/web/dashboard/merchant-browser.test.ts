// A merchant's dashboard in a real browser: the work of a day, on a phone and at a desk, in both languages, with and
// without scripts, by keyboard alone; and every page at every width, by day and by night.
// SCREENSHOTS=folder keeps a picture of every page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { mexicoDay } from '../../../src/domain/base/mexico-day.js';
import { HOME_TEXTS } from '../../../src/web/dashboard/home/texts.js';
import { LINKS_DONE, LINKS_TEXTS } from '../../../src/web/dashboard/links/texts.js';
import { MONEY_DONE, MONEY_TEXTS } from '../../../src/web/dashboard/money/texts.js';
import { NEW_ORDER_TEXTS, ORDER_DONE, ORDER_TEXTS, ORDERS_TEXTS } from '../../../src/web/dashboard/orders/texts.js';
import { PAYOUTS_TEXTS } from '../../../src/web/dashboard/payouts/texts.js';
import { LIST_TEXTS } from '../../../src/web/dashboard/ui/texts.js';
import { launchChromium } from '../chromium.js';
import { makeOrder, startPayService } from '../fixtures.js';
import { DESK, once, PHONE, pageFaults, seenOn, WALKS } from '../good-page.js';
import { menuPages } from './browser.js';
import { openAs, openShop } from './merchant-pages.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
const shop = await openShop(service);
const visit = { origin, cookie: shop.cookie };

const MERCHANTS = [
  { name: 'on a phone, in Spanish, without scripts', language: 'es', viewport: PHONE, javaScriptEnabled: false },
  { name: 'at a desk, in English', language: 'en', viewport: DESK, javaScriptEnabled: true },
] as const;

for (const { name, language, viewport, javaScriptEnabled } of MERCHANTS) {
  const options = { viewport, javaScriptEnabled, locale: language === 'es' ? 'es-MX' : 'en-US' };
  const texts = ORDER_TEXTS[language];
  const button = (page: Page, label: string | RegExp) => page.getByRole('button', { name: label }).click();

  test(`${name}: an order is found by its clave de rastreo, and refunded`, async () => {
    const order = await makeOrder(service, { key: shop.key, amount: 15_000n });
    await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: shop.key, body: { scenario: 'exact' } });
    const paid = await service.call('GET', `/v1/payments?order_id=${order.id}`, { key: shop.key });
    const { page, context, problems } = await openAs(browser, visit, '/home', options);
    await page.getByRole('heading', { level: 1, name: HOME_TEXTS[language].title }).waitFor();
    await page.goto(`${origin}/dashboard/test/orders?lang=${language}`);
    await page.locator('main input[name=q]').fill(paid.json.data[0].tracking_key.toLowerCase());
    await page.locator('main').getByRole('button', { name: LIST_TEXTS[language].find }).click();
    await page.locator('tbody tr', { hasText: order.folio }).getByRole('link').click();
    await page.getByRole('link', { name: texts.refund, exact: true }).click();
    await page.getByLabel(texts.refundPage.amount).fill('1,000.50');
    await button(page, texts.refundPage.button);
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel(texts.refundPage.amount).inputValue(), '1,000.50', 'what was typed is kept');
    await page.getByLabel(texts.refundPage.amount).fill('$50.00');
    await button(page, texts.refundPage.button);
    await page.getByRole('status').getByText(ORDER_DONE.refunded[language]).waitFor();
    await page.getByText(`${texts.transfers.reasons.refund}: $50.00`).waitFor();
    await page.reload();
    assert.equal(await page.getByText(ORDER_DONE.refunded[language]).count(), 0, 'it is said once');
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('409')),
      [],
    );
    await context.close();
  });

  test(`${name}: an order and a link are made, and the list is downloaded`, async () => {
    const { page, context, problems } = await openAs(browser, visit, '/orders', options);
    const form = NEW_ORDER_TEXTS[language];
    await page.getByRole('link', { name: ORDERS_TEXTS[language].newOrder }).first().click();
    await page.getByLabel(form.product).fill('Café <script>alert(1)</script>');
    await page.getByLabel(form.price).fill('$1,250.50');
    await page.getByLabel(form.customer).fill('Rosa Díaz');
    await page.getByLabel(form.email).fill('rosa@example.com');
    await page.getByLabel(form.way).selectOption('OXXO');
    await button(page, form.make);
    await page.getByRole('status').getByText(ORDER_DONE.made[language]).waitFor();
    await page.getByRole('heading', { name: '$1,250.50' }).waitFor();
    assert.equal(await page.locator('[data-copy*="/pay/ch_"]').isVisible(), javaScriptEnabled, 'the button to copy');

    await page.goto(`${origin}/dashboard/test/links/new`);
    const link = LINKS_TEXTS[language];
    await page.getByLabel(link.form.name).fill('Curso');
    await page.getByLabel(link.form.price).fill('350');
    await button(page, link.form.make);
    await page.getByText(LINKS_DONE.made[language]).waitFor();
    const address = (await page.locator('.share .code').textContent()) ?? '';
    assert.match(address, /\/checkout\/pl_/);
    await page.locator('summary', { hasText: link.page.deactivate }).click();
    await button(page, link.page.sure);
    await page.getByText(LINKS_DONE.deactivated[language]).waitFor();

    await page.goto(`${origin}/dashboard/test/orders?q=rosa`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: LIST_TEXTS[language].download }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    assert.match(file, /1250\.50.*Rosa Díaz,rosa@example\.com/);
    assert.deepEqual(
      problems.filter((problem) => !problem.startsWith('failed ')),
      [],
    );
    await context.close();
  });

  test(`${name}: filters are folded on a phone alone, and count themselves`, async () => {
    const { page, context, problems } = await openAs(browser, visit, '/money', options);
    const [words, isPhone] = [LIST_TEXTS[language], viewport === PHONE];
    const line = page.locator('.filters summary');
    assert.deepEqual([await line.isVisible(), await page.getByLabel(words.from).isVisible()], [isPhone, !isPhone]);
    if (isPhone) await line.click();
    await page.getByLabel(words.from).fill('2026-01-31');
    await button(page, words.show);
    await page.getByRole('link', { name: words.clear }).waitFor();
    assert.deepEqual([await line.textContent(), await line.isVisible()], [`${words.filters}1`, isPhone]);
    assert.equal(await page.getByLabel(words.from).inputValue(), '2026-01-31');
    assert.deepEqual(problems, []);
    await context.close();
  });

  test(`${name}: a plan of payouts asks for the day that it needs`, async () => {
    const { page, context, problems } = await openAs(browser, visit, '/money/payouts', options);
    const words = PAYOUTS_TEXTS[language];
    const asked = async (every: string) => {
      await page.getByLabel(words.every).selectOption(every);
      const labels = [words.weekday, words.monthDay, words.least];
      return Promise.all(labels.map((label) => page.getByLabel(label).isVisible()));
    };
    assert.deepEqual(await asked('week'), [true, false, true]);
    assert.deepEqual(await asked('month'), [false, true, true]);
    assert.deepEqual(await asked('day'), [false, false, true]);
    assert.deepEqual(await asked('off'), [false, false, false]);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test(`${name}: money that waits is kept`, async () => {
    const order = await makeOrder(service, { key: shop.key, amount: 15_000n });
    await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: shop.key, body: { scenario: 'over' } });
    const { page, context, problems } = await openAs(browser, visit, `/orders/${order.id}`, options);
    const { review } = MONEY_TEXTS[language];
    await button(page, review.one.accept);
    await button(page, review.many.sure.accept('$10.00', 1));
    await page.getByText(MONEY_DONE.many[language]).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test('by keyboard alone: "/" searches, and the order is opened and canceled', async () => {
  const order = await makeOrder(service, { key: shop.key });
  const { page, context, problems } = await openAs(browser, visit, '/home', { viewport: DESK });
  await page.keyboard.press('/');
  await page.keyboard.type(order.folio);
  await page.keyboard.press('Enter');
  await page.waitForURL(/orders\?q=/);
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.textContent.trim()')) === name) return;
    }
    assert.fail(`nothing named ${name} gets the focus`);
  };
  await tabTo('Ana Robles');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(order.id));
  await tabTo('⋯');
  await page.keyboard.press('Enter');
  await tabTo(ORDER_TEXTS.es.cancel);
  await page.keyboard.press('Enter');
  await page.waitForURL(/cancel$/);
  await tabTo(ORDER_TEXTS.es.cancelPage.button);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(ORDER_DONE.canceled.es).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test('keys lead around: "g o" to the orders, "j" and Enter into one, "?" shows them; a click in a row opens it', async () => {
  const order = await makeOrder(service, { key: shop.key });
  const { page, context, problems } = await openAs(browser, visit, '/home', { viewport: DESK });
  await page.keyboard.press('?');
  await page.locator('dialog.keys[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForURL(/\/test\/orders$/);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/orders\/ch_/);
  await page.goto(`${origin}/dashboard/test/orders?q=${order.folio}`);
  await page.locator('tbody tr td').last().click();
  await page.waitForURL(new RegExp(order.id));
  assert.deepEqual(problems, []);
  await context.close();
});

test('a row of the orders has its hour on a phone, and even at 320 pixels it is not cut', async () => {
  const { page, context } = await openAs(browser, visit, '/orders', { viewport: { width: 320, height: 640 } });
  const days = page.locator('tbody tr .day > div');
  assert.match(await days.first().innerText(), /^\d{1,2}:\d\d [ap]\.m\.$/u);
  const cut = await days.evaluateAll((cells) =>
    (cells as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
      .filter(({ scrollWidth, clientWidth }) => clientWidth === 0 || scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(cut, []);
  await context.close();
});

test('on a phone the open tab is in sight, however far it stands behind the others', async () => {
  const { page, context } = await openAs(browser, visit, '/money/statements', { viewport: PHONE });
  const box = await page.locator('.tabs [aria-current]').boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE.width, JSON.stringify(box));
  await context.close();
});

test('on a phone the box of a payment in review stands before it, and what can be decided below it', async () => {
  for (const scenario of ['over', 'over']) {
    const { id } = await makeOrder(service, { key: shop.key, amount: 15_000n });
    await service.call('POST', `/v1/test/orders/${id}/payments`, { key: shop.key, body: { scenario } });
  }
  const { page, context } = await openAs(browser, visit, '/money/review', { viewport: { width: 360, height: 700 } });
  const row = page.locator('tbody tr', { has: page.locator('input[type=checkbox]') }).first();
  const left = async (part: string) => (await row.locator(part).first().boundingBox())?.x ?? assert.fail(part);
  assert.ok((await left('input[type=checkbox]')) < (await left('.top-left')));
  assert.equal(await left('.top-left'), await left('.bottom-left'));
  assert.equal(await left('.top-left'), await left('.act button'), 'the way to decide');
  const [box, around] = [
    await row.locator('input[type=checkbox]').boundingBox(),
    await row.locator('label:has(input[type=checkbox])').boundingBox(),
  ];
  assert.deepEqual([box?.width, box?.height], [20, 20]);
  assert.ok((around?.width ?? 0) >= 44 && (around?.height ?? 0) >= 44, 'room for a finger');
  const sendBack = page.getByRole('button', { name: MONEY_TEXTS.es.review.many.sendBack });
  assert.equal(await sendBack.isVisible(), false, 'nothing is marked');
  await row.locator('label:has(input[type=checkbox])').click();
  await sendBack.click();
  await page.getByRole('button', { name: MONEY_TEXTS.es.review.many.sure.return('$10.00', 1) }).waitFor();
  await context.close();
});

const PAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(menuPages('merchant').map((path) => [path.slice(1), path])),
  'orders-filtered': '/orders?tab=paid&method=spei&min=100',
  'orders-unmatched': '/orders?q=nobody',
  order: `/orders/${shop.part.id}`,
  'order-over': `/orders/${shop.over.id}`,
  'order-refunded': `/orders/${shop.cash.id}`,
  refund: `/orders/${shop.paid.id}/refund`,
  cancel: `/orders/${shop.part.id}/cancel`,
  'new-order': '/orders/new',
  'new-link': '/links/new',
  'payment-link': `/links/pl_${shop.linkId}`,
  review: '/money/review',
  'link-edit': `/links/pl_${shop.linkId}/edit`,
  tax: '/settings/tax',
  'live-home': '/../live/home',
  news: '/news',
  profile: '/profile',
  transfers: '/money/transfers',
  payouts: '/money/payouts',
  statements: '/money/statements',
  statement: `/money/statements/${mexicoDay(Date.now()).slice(0, 7)}`,
};

for (const { name, language, options } of WALKS) {
  test(`pages are good on a ${name}, in ${language}`, async () => {
    const opened = await openAs(browser, visit, '/home', options);
    const faults: string[] = [];
    for (const [page, path] of seenOn(name, Object.entries(PAGES)))
      faults.push(...(await pageFaults(opened, `${origin}/dashboard/test${path}`, `${page}-${name}`, once())));
    assert.deepEqual(faults, []);
    await opened.context.close();
  });
}

test('a script in any field is shown as text on every page', async () => {
  const evil = '"><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">';
  const customer = { id: null, name: evil, email: `x@example.com${evil}`, phone: '5512345678' };
  const order = await makeOrder(service, {
    key: shop.key,
    customer,
    product: { id: evil, name: evil, imageUrl: null },
  });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: shop.key, body: { scenario: 'over' } });
  const { page, context, problems } = await openAs(browser, visit, '/orders', { viewport: DESK });
  const asked = encodeURIComponent(evil);
  for (const path of [
    ...['/home', '/orders', `/orders?q=${asked}`, `/orders?from=${asked}&point=${asked}&min=${asked}&tab=${asked}`],
    ...[
      `/orders/${order.id}`,
      `/orders/${order.id}/refund`,
      '/money',
      '/money/review',
      `/money/statement.csv?from=${asked}`,
    ],
    ...['/links', '/money/transfers', `/orders/${asked}`, `/links/${asked}`],
  ]) {
    await page.goto(`${origin}/dashboard/test${path}`);
    assert.equal(await page.evaluate('window.hacked'), undefined, path);
  }
  assert.deepEqual(
    problems.filter((problem) => !/40[04]/.test(problem)),
    [],
  );
  await context.close();
});
