// A browser that is signed in to the dashboard of a test's service.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { MENUS } from '../../../src/web/dashboard/sections.js';
import type { TestService } from '../../support/service.js';
import { openPage, type WatchedPage } from '../chromium.js';
import { signIn } from './sign-in.js';

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

/** Pages that a browser test of their own visits, where they have something to show. */
const ELSEWHERE = ['webhooks', 'events', 'requests', 'keys', 'clocks', 'messages', 'settings', 'people'];

/** The paths of the pages of a menu: a new one is visited as soon as it is there. */
export function menuPages(kind: keyof typeof MENUS): string[] {
  const paths = MENUS[kind].flatMap(({ entries }) => entries.map(({ path }) => path));
  return paths.filter((path) => !ELSEWHERE.includes(path)).map((path) => `/${path}`);
}
