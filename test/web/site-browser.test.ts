// Every page of the documentation in a real browser: no dead link, no complaint, nothing from another site, readable for
// everybody (axe), on a telephone and on a desk, by day and by night. SCREENSHOTS=folder keeps pictures.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { SITE_FOLDER } from '../../src/paths.js';
import { launchChromium, openPage } from './chromium.js';
import { startPayService } from './fixtures.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env['SCREENSHOTS'];
if (pictures !== undefined) mkdirSync(pictures, { recursive: true });

const { languages } = JSON.parse(readFileSync(join(SITE_FOLDER, 'site.json'), 'utf8')) as {
  languages: Record<string, Record<string, unknown>>;
};
const GUIDES = Object.entries(languages).flatMap(([slug, titles]) =>
  Object.keys(titles).map((language) => `/docs/${language}/${slug}`),
);
const OTHERS = ['/?lang=es', '/?lang=en', '/docs/es', '/docs/en', '/docs/es/search?q=firma', '/docs/en/search?q=zzzz'];
const PAGES = [...OTHERS, ...GUIDES];
/** Contrast is slow to measure and a matter of the one stylesheet: these have a sample of everything that it colours. */
const COLOURED = [
  ...['/?lang=es', '/docs/es', '/docs/es/search?q=firma', '/docs/es/quick-start'],
  ...['/docs/en/webhooks', '/docs/en/metrics', '/docs/en/settings'],
];
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };

type Seen = { readonly ids: ReadonlySet<string>; readonly links: readonly string[] };
const seen = new Map<string, Seen>();

test('every page is whole on a telephone and on a desk, without a complaint, and axe finds nothing wrong', async () => {
  const { page, context, problems } = await openPage(browser, `${origin}/docs/es`, { viewport: NARROW });
  for (const path of PAGES) {
    await page.setViewportSize(NARROW);
    assert.deepEqual(await check(page, path), [], path);
    assert.equal(await page.locator('h1').count(), 1, path);
    seen.set(path, await look(page));
    for (const viewport of [NARROW, WIDE]) {
      await page.setViewportSize(viewport);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width, `${path} is too wide`);
      await keepPicture(page, path, String(viewport.width));
    }
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test('every link leads somewhere, also within a page', async () => {
  assert.ok(seen.size > 30);
  const statuses = new Map<string, number>();
  let links = 0;
  for (const [from, { links: found }] of seen) {
    for (const link of found) {
      const { origin: site, pathname, search, hash } = new URL(link);
      if (site !== origin) continue;
      links++;
      const path = pathname + search;
      const status =
        statuses.get(path) ?? (await service.call('GET', path, { headers: { accept: 'text/html' } })).status;
      statuses.set(path, status);
      assert.ok(
        status === 200 || (status === 401 && path.startsWith('/dashboard')),
        `${from} links to ${path}: ${status}`,
      );
      const target = seen.get(path);
      if (hash !== '' && target !== undefined)
        assert.ok(target.ids.has(decodeURIComponent(hash.slice(1))), `${from} links to ${path}${hash}`);
    }
  }
  assert.ok(links > 500);
});

test('axe finds nothing wrong by night', async () => {
  const { page, context } = await openPage(browser, `${origin}/docs/es`, { viewport: WIDE, colorScheme: 'dark' });
  for (const path of COLOURED) {
    assert.deepEqual(await check(page, path), [], path);
    await keepPicture(page, path, 'dark');
  }
  await context.close();
});

test('a search shows hits while one types, the arrow keys reach them, and Escape closes them', async () => {
  const { page, context, problems } = await openPage(browser, `${origin}/docs/es/spei`, { viewport: WIDE });
  const field = page.getByRole('searchbox');
  await field.fill('firma hmac');
  const hit = page.locator('.hits a').first();
  await hit.waitFor();
  assert.match((await hit.textContent()) ?? '', /^Webhooks: La firma/);
  await keepPicture(page, '/docs/es/spei', 'search');
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
  const { page, context } = await openPage(browser, `${origin}/docs/en/quick-start`, { viewport: WIDE, permissions });
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

function look(page: Page): Promise<Seen> {
  return page
    .evaluate<{ ids: string[]; links: string[] }>(
      `({ ids: [...document.querySelectorAll('[id]')].map((one) => one.id),
          links: [...document.querySelectorAll('a[href]')].map((one) => one.href) })`,
    )
    .then(({ ids, links }) => ({ ids: new Set(ids), links }));
}

/** What axe complains about, each with the first place. */
async function check(page: Page, path: string): Promise<string[]> {
  await page.goto(origin + path);
  await page.evaluate(axe);
  const rules = { 'color-contrast': { enabled: COLOURED.includes(path) } };
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(rules)} }).then(({ violations }) =>
       violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes[0].html.slice(0, 200)))`,
  );
}

async function keepPicture(page: Page, path: string, what: string): Promise<void> {
  if (pictures === undefined) return;
  const name = `${path.replace(/[^a-z-]+/g, '_')}.${what}.png`;
  await page.screenshot({ path: join(pictures, name), fullPage: !path.includes('versions') });
}
