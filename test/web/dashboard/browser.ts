// A browser that is signed in to the dashboard of a test's service, and what every page there must be.
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { TestService } from '../../support/service.js';
import { axeFaults } from '../axe.js';
import { openPage, type WatchedPage } from '../chromium.js';
import { FAINT_TEXTS } from '../contrast.js';
import { signIn } from './sign-in.js';

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1440, height: 900 };
const MOST_BYTES = 120 * 1024;

export type Place = { readonly browser: Browser; readonly service: TestService; readonly origin: string };

/** Opens a page with the session that this key gets. The path is below /dashboard. */
export async function openSignedIn(
  { browser, service, origin }: Place,
  key: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { cookie } = await signIn(service, key);
  const opened = await openPage(browser, `${origin}/docs/es`, options);
  const cookies = cookie.split('; ').map((one) => {
    const [name = '', value = ''] = one.split(/=(.*)/s);
    return { name, value, url: origin };
  });
  await opened.context.addCookies(cookies);
  await opened.page.goto(`${origin}/dashboard${path}`);
  opened.problems.length = 0; // those of the page before
  return opened;
}

/** Whole, readable, usable by everybody, and light. `SCREENSHOTS=folder` keeps a picture. */
export async function assertGoodPage({ page }: WatchedPage, url: string, picture: string): Promise<void> {
  let bytes = 0;
  const count = async (response: { body(): Promise<Buffer> }) => {
    bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
  };
  page.on('response', count);
  await page.goto(url, { waitUntil: 'load' });
  page.off('response', count);
  assert.ok(bytes <= MOST_BYTES, `${picture} weighs ${bytes}`);
  const width = page.viewportSize()?.width;
  assert.equal(
    await page.evaluate('document.documentElement.scrollWidth'),
    width,
    `${picture} is as wide as the screen`,
  );
  assert.deepEqual(await page.evaluate(FAINT_TEXTS), [], picture);
  assert.equal(await page.locator('h1').count(), 1, picture);
  assert.deepEqual(await axeFaults(page), [], picture);
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${picture}.png`, fullPage: true });
}
