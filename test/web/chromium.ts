// A real Chromium for tests: the system's own, or the one that CHROMIUM names. Files that run in one process share it, each
// with windows of its own.
import { after } from 'node:test';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findProgram } from '../support/programs.js';
import { closeAtEnd } from '../support/queue.js';

let shared: Promise<Browser> | null = null;

/** The windows that a file has opened are closed at its end; the browser, at that of the process. */
export async function launchChromium(): Promise<Browser> {
  if (shared === null) {
    const launched = launch();
    shared = launched;
    closeAtEnd(async () => (await launched).close());
  }
  const browser = await shared;
  after(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: findProgram('chromium'),
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
    const error = request.failure()?.errorText;
    // A stream ends when its page is left, and a page that loads itself again gives up the load that was under way. A page
    // that could not be loaded fails the test by itself.
    const isGivenUp = error === 'net::ERR_ABORTED' && request.isNavigationRequest();
    if (!isGivenUp && !request.url().endsWith('/events')) problems.push(`failed ${request.url()}: ${error}`);
  });
  await page.goto(url);
  return { page, context, problems };
}
