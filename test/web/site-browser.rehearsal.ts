// Every page of the documentation in a real browser: no dead link, no complaint, nothing from another site, readable for
// everybody (axe). SCREENSHOTS=folder keeps pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { launchChromium, openPage } from './chromium.js';
import { startPayService } from './fixtures.js';
import { PHONE, pageFaults } from './good-page.js';
import { expectedOf, PAGES, pictureOf } from './site-pages.js';

const service = await startPayService();
const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
const browser = await launchChromium();

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

function look(page: Page): Promise<Seen> {
  return page
    .evaluate<{ ids: string[]; links: string[] }>(
      `({ ids: [...document.querySelectorAll('[id]')].map((one) => one.id),
          links: [...document.querySelectorAll('a[href]')].map((one) => one.href) })`,
    )
    .then(({ ids, links }) => ({ ids: new Set(ids), links }));
}
