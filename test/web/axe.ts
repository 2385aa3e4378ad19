// What axe-core finds wrong with a page: roles, names, labels, contrast and more.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules for which axe works out what lies above or beside what: nine tenths of its time. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'target-size'];

type Finding = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

export type AxeOptions = {
  /** `axe`: axe looks at colours and sizes, too. Of other pages our formulas do, and they have the stylesheet of one of these. */
  readonly looks?: 'axe' | 'own';
  /** `elsewhere`: axe sees the same elements in another language or on another screen. */
  readonly elements?: 'here' | 'elsewhere';
  /** Axe is a script: where they are off, it looks at a copy of the page. */
  readonly scripts?: 'on' | 'off';
};

export async function axeFaults(page: Page, options: AxeOptions = {}): Promise<string[]> {
  if (options.elements === 'elsewhere') return [];
  if (options.scripts === 'off') return faultsOfCopy(page, options);
  const looks = options.looks === 'axe';
  const rules = Object.fromEntries(LOOKS.map((rule) => [rule, { enabled: looks }])); // sizes only when told so
  // Samples are thousands of coloured words, of which only the contrast matters.
  const within = looks ? 'document' : `{ exclude: [['pre span']] }`;
  // Describing what passes would take longer, and so would loading the stylesheets once more, for one rule.
  const run = `axe.run(${within}, ${JSON.stringify({ resultTypes: ['violations'], rules, preload: looks, iframes: false })})`;
  // Not by a script tag, which the page's policy refuses.
  const { violations } = (await page.evaluate(`${source}; ${run}`)) as { violations: readonly Finding[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** The page as it is shown, in a window of the same size in which scripts run, but none of its own. */
async function faultsOfCopy(page: Page, options: AxeOptions): Promise<string[]> {
  const html = (await page.content()).replace(/<script\b.*?<\/script>/gs, '');
  const context = await page.context().browser()?.newContext({ viewport: page.viewportSize() });
  if (context === undefined) throw new Error('the page has no browser');
  const copy = await context.newPage();
  await copy.setContent(html.replace('<head>', `<head><base href="${page.url()}">`), { waitUntil: 'load' });
  const faults = await axeFaults(copy, { ...options, scripts: 'on' });
  await context.close();
  return faults;
}
