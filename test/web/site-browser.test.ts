// Every page of the documentation in a real browser: no dead link, no complaint, nothing from another site, readable for
// everybody (axe), on a telephone and on a desk, by day and by night. SCREENSHOTS=folder keeps pictures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { SITE_FOLDER } from '../../src/paths.js';
import { launchChromium, openPage } from './chromium.js';
import { startPayService } from './fixtures.js';
import { DESK, type Expected, keepPicture, PHONE, pageFaults } from './good-page.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

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

type Seen = { readonly ids: ReadonlySet<string>; readonly links: readonly string[] };
const seen = new Map<string, Seen>();

test('every page is good on a telephone', async () => {
  const opened = await openPage(browser, `${origin}/docs/es`, { viewport: PHONE });
  const faults: string[] = [];
  for (const path of PAGES) {
    faults.push(...(await pageFaults(opened, origin + path, pictureOf(path), expectedOf(path))));
    seen.set(path, await look(opened.page));
  }
  assert.deepEqual(faults, []);
  await opened.context.close();
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

test('a page of every kind is good on a desk by night', async () => {
  const opened = await openPage(browser, `${origin}/docs/es`, { viewport: DESK, colorScheme: 'dark' });
  const faults: string[] = [];
  for (const path of COLOURED)
    faults.push(...(await pageFaults(opened, origin + path, `${pictureOf(path)}-dark`, expectedOf(path))));
  assert.deepEqual(faults, []);
  await opened.context.close();
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

function look(page: Page): Promise<Seen> {
  return page
    .evaluate<{ ids: string[]; links: string[] }>(
      `({ ids: [...document.querySelectorAll('[id]')].map((one) => one.id),
          links: [...document.querySelectorAll('a[href]')].map((one) => one.href) })`,
    )
    .then(({ ids, links }) => ({ ids: new Set(ids), links }));
}

const pictureOf = (path: string) => `site${path.replace(/\W+/g, '-')}`;

const isTranslated = (path: string) => path.startsWith('/docs/en/') && GUIDES.includes(path.replace('/en/', '/es/'));

const expectedOf = (path: string): Expected => ({
  mostBytes: Number.POSITIVE_INFINITY,
  looks: COLOURED.includes(path) ? 'axe' : 'own',
  // Guides are long and of one layout, which changes at two widths.
  ...(!COLOURED.includes(path) && { widths: [320, 1024] }),
  elements: !COLOURED.includes(path) && isTranslated(path) ? 'elsewhere' : 'here',
});
