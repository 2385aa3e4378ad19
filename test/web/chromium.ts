// A real Chromium for tests: the system's own, or the one that CHROMIUM names. Without one the test fails and says how to
// get it, because a page that nobody has seen in a browser is not tested.
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/homebrew/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  after(() => browser.close());
  return browser;
}

function findChromium(): string {
  const wanted = process.env['CHROMIUM'];
  const found = wanted === undefined ? PLACES.find((place) => existsSync(place)) : wanted;
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    `The tests of the pages need Chromium or Chrome; ${wanted ?? 'none of the usual places'} has none. ` +
      'Install it (Debian: apt-get install chromium, or node scripts/chromium.mjs), or name it: CHROMIUM=/path npm test',
  );
}

/** A page, and what went wrong on it: requests to other origins, refused content, script errors. */
export type WatchedPage = { readonly page: Page; readonly context: BrowserContext; readonly problems: string[] };

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      problems.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => {
    // A stream ends when its page is left.
    if (!request.url().endsWith('/events')) problems.push(`failed ${request.url()}`);
  });
  await page.goto(url);
  return { page, context, problems };
}
