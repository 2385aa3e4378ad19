// The documentation in a real browser: a page of every kind is whole and readable for everybody (axe), on a telephone and on a
// desk, by day and by night; search and samples work. npm run rehearse -- site-browser looks at every page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium, openPage } from './chromium.js';
import { startPayService } from './fixtures.js';
import { DESK, isWhole, keepPicture, PHONE, pageFaults } from './good-page.js';
import { COLOURED, expectedOf, pictureOf } from './site-pages.js';
import { SMALL_TARGETS } from './targets.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
/** A page with and one without samples: of the others at night, axe sees the same elements, and our formula their colours. */
const AT_NIGHT = ['/?lang=es', '/docs/es/quick-start'];

test('a page of every kind is good on a telephone by day and on a desk by night', async () => {
  const faults: string[] = [];
  for (const [name, options] of [
    ['', { viewport: PHONE }],
    ['-dark', { viewport: DESK, colorScheme: 'dark' }],
  ] as const) {
    const opened = await openPage(browser, `${origin}/docs/es`, options);
    for (const path of COLOURED) {
      const elements = name === '' || isWhole() || AT_NIGHT.includes(path) ? 'here' : 'elsewhere';
      const expected = { ...expectedOf(path), elements } as const;
      faults.push(...(await pageFaults(opened, origin + path, pictureOf(path) + name, expected)));
    }
    await opened.context.close();
  }
  assert.deepEqual(faults, []);
});

test('what our formula calls too small to press is near something else', async () => {
  const page = await browser.newPage();
  for (const [count, gap, size] of [
    [2, 14, 12],
    [0, 40, 12],
    [0, 26, 26],
  ] as const) {
    const button = (left: number) =>
      `<button style="position: absolute; padding: 0; left: ${left}px; width: ${size}px; height: ${size}px">x</button>`;
    await page.setContent(button(20) + button(20 + gap));
    const found = (await page.evaluate(SMALL_TARGETS)) as string[];
    assert.equal(found.length, count, `${size} pixels, ${gap} apart`);
  }
  await page.context().close();
});

test('a search shows hits while one types, the arrow keys reach them, and Escape closes them', async () => {
  const { page, context, problems } = await openPage(browser, `${origin}/docs/es/spei`, { viewport: DESK });
  const field = page.getByRole('searchbox');
  await field.fill('firma hmac');
  const hit = page.locator('.hits a').first();
  await hit.waitFor();
  assert.match((await hit.textContent()) ?? '', /^Webhooks: La firma/);
  await keepPicture(page, 'site-docs-es-spei-search');
  await field.press('Escape');
  assert.equal(await hit.isVisible(), false);
  await field.fill('firma');
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/es\/webhooks#la-firma$/);
  await page.getByRole('searchbox').fill('zzzz');
  await page.getByText('No encontramos nada').waitFor();
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(/\/docs\/es\/search\?q=zzzz$/);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a sample can be copied', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, context } = await openPage(browser, `${origin}/docs/en/quick-start`, { viewport: DESK, permissions });
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'npm start');
  await context.close();
});

test('without JavaScript the text, the menu and the search are there', async () => {
  const { page, context, problems } = await openPage(browser, `${origin}/docs/es/webhooks`, {
    javaScriptEnabled: false,
  });
  await page.getByRole('heading', { name: 'La firma' }).waitFor();
  assert.equal(await page.locator('.copy').count(), 0);
  await page.getByRole('searchbox').fill('reembolso');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page
    .getByRole('link', { name: /Cancelar y reembolsar/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Cancelar y reembolsar' }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
