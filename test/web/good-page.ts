// What every page must be, in a real browser, found out in one load: whole, light, readable by day and by night and at
// every width, usable by everybody (axe), and by itself. SCREENSHOTS=folder keeps a picture of each.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { type AxeOptions, axeFaults } from './axe.js';
import type { WatchedPage } from './chromium.js';
import { FAINT_TEXTS } from './contrast.js';
import { SMALL_TARGETS } from './targets.js';

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1440, height: 900 };
/** A page that is opened as on a phone is looked at as narrow as on any, and one on a desk as wide. */
const WIDTHS = { narrow: [320, 360, 768], wide: [1024, 1280, 1440] };
/** The rehearsal sees every page on every walk, all by axe alone; whoever wants pictures sees them, too. */
export const isWhole = () => (process.env['COBRO_PAGES'] ?? process.env['SCREENSHOTS']) !== undefined;

/**
 * Between them these two see every page in both languages, on both screens, by day and by night. Axe looks at the page of
 * the phone: that of the desk has the same elements.
 */
export const WALKS = [
  { name: 'phone', language: 'es', options: { viewport: PHONE, colorScheme: 'light', locale: 'es-MX' } },
  { name: 'desk', language: 'en', options: { viewport: DESK, colorScheme: 'dark', locale: 'en-US' } },
] as const;

/** A page that is seen once is seen by axe and at every width; one that is seen on both walks, at the widths of each. */
export const once = (): Expected => (isWhole() ? {} : { elements: 'here', widths: [...WIDTHS.narrow, ...WIDTHS.wide] });

/** The pages of a long list that are seen on this walk: those of an even place on the phone, the others on the desk. */
export function seenOn<Page>(name: (typeof WALKS)[number]['name'], pages: readonly Page[]): Page[] {
  return pages.filter((_, index) => isWhole() || WALKS[index % WALKS.length]?.name === name);
}

/** Most bytes of a page of the dashboard with everything that it loads, as they come over the line. */
const MOST_BYTES = 45 * 1024;

/** What came over the line, by address. What a browser has kept from another page counts as if it came again. */
const KNOWN_BYTES = new Map<string, number>();

export type Expected = AxeOptions & {
  readonly mostBytes?: number;
  /** The widths at which it is looked at besides its own. */
  readonly widths?: readonly number[];
  /** Problems that belong to the page, as the browser's word about a reply of 404. */
  readonly allowed?: RegExp;
};

/** Loads a page and says what is wrong with it. */
export async function pageFaults(
  opened: WatchedPage,
  url: string,
  picture: string,
  expected: Expected = {},
): Promise<string[]> {
  const { page } = opened;
  // A file counts once: the customer's page asks the browser for its files again, to keep them.
  const files = new Map<string, number>();
  const weigh = async (request: Request) => {
    const { responseBodySize } = await request.sizes();
    if (responseBodySize > 0) KNOWN_BYTES.set(request.url(), responseBodySize);
    files.set(request.url(), KNOWN_BYTES.get(request.url()) ?? 0);
  };
  page.on('requestfinished', weigh);
  await page.goto(url, { waitUntil: 'load' });
  page.off('requestfinished', weigh);
  const faults = await shownFaults(opened, picture, expected);
  const most = expected.mostBytes ?? MOST_BYTES;
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  if (bytes > most) faults.push(`${picture} weighs ${bytes} bytes, ${most} at most`);
  return faults;
}

/** Says what is wrong with the page that is open. Its size and its colours are afterwards as before. */
export async function shownFaults(
  { page, problems }: WatchedPage,
  picture: string,
  { allowed, widths, ...options }: Expected = {},
): Promise<string[]> {
  const elements = (page.viewportSize() ?? DESK).width < DESK.width ? 'here' : 'elsewhere';
  const faults = (await axeFaults(page, { elements, ...options })).map((fault) => `axe: ${fault}`);
  if ((await page.evaluate("document.querySelectorAll('h1').length")) !== 1) faults.push('not one heading of level 1');
  faults.push(...(await faintTexts(page, picture)), ...(await brokenAnywhere(page, widths)));
  faults.push(...problems.splice(0).filter((problem) => allowed?.test(problem) !== true));
  return faults.map((fault) => `${picture}: ${fault}`);
}

async function faintTexts(page: Page, picture: string): Promise<string[]> {
  const before = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const own = before === true ? 'dark' : 'light';
  const faults: string[] = [];
  for (const colorScheme of own === 'dark' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme });
    const faint = (await page.evaluate(FAINT_TEXTS)) as string[];
    faults.push(...faint.map((text) => `faint, ${colorScheme}: ${text}`));
    await keepPicture(page, `${picture}-${colorScheme}`);
  }
  return faults;
}

async function brokenAnywhere(page: Page, given: readonly number[] | undefined): Promise<string[]> {
  const own = page.viewportSize() ?? DESK;
  const widths = given ?? (own.width < 1024 ? WIDTHS.narrow : WIDTHS.wide);
  const faults: string[] = [];
  for (const width of [...widths.filter((one) => one !== own.width), own.width]) {
    await page.setViewportSize({ width, height: own.height });
    const found = (await page.evaluate(`[...${WIDE}, ...${BROKEN}, ...${CUT}, ...${SMALL_TARGETS}]`)) as string[];
    faults.push(...found.map((fault) => `${width} pixels: ${fault}`));
  }
  return faults;
}

/** What reaches beyond the page's right edge, if the page has become wider than the window. */
const WIDE = `(document.documentElement.scrollWidth <= innerWidth ? [] : ['too wide: ' + document.documentElement.scrollWidth,
  ...[...document.querySelectorAll('main *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map((element) => element.tagName + '.' + element.className + ' ' + element.textContent.slice(0, 30))])`;

/** Texts that must stay on one line: numbers, times, identifiers, e-mail addresses. What is longer than a line of a small phone
 * may break, except in a list, which shortens it. */
const ONE_LINE = [
  ...['.number > div', ':not(.share) > .copyable > .code', 'a > .code'],
  ...['.email', 'time', '.state', '.big'],
];
const BROKEN = `[...document.querySelectorAll('${ONE_LINE.map((selector) => `main ${selector}`).join(', ')}')]
  .filter((element) => element.checkVisibility() && element.textContent.trim() !== '')
  .filter((element) => element.querySelector('div, li, p, br') === null)
  .filter((element) => element.textContent.length <= 32 || element.closest('table') !== null)
  .filter((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()];
    const lines = new Set(boxes.filter(({ width }) => width > 1).map(({ top, height }) => Math.round((top + height / 2) / 12)));
    return lines.size > 2 || boxes.some(({ height }) => height > 50);
  })
  .map((element) => 'broken: ' + element.textContent)`;

/** Sums that are not shown to their end. */
const CUT = `[...document.querySelectorAll('main *')]
  .filter((element) => element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis')
  .filter((element) => element.checkVisibility() && /\\$[\\d,]+\\.\\d\\d/.test(element.textContent))
  .map((element) => 'cut: ' + element.textContent)`;

/** A picture of the page as it is, if somebody wants pictures. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w.-]+/g, '-')}.png`), fullPage: true });
}
