// What axe-core finds wrong with a page: roles, names, labels, contrast and more.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Finding = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

/** WCAG 2.2 AA asks for large targets, which axe checks only when told so. What passes is not described: it takes longer. */
export async function axeFaults(page: Page, options: { readonly contrast?: 'axe' | 'own' } = {}): Promise<string[]> {
  const rules = { 'target-size': { enabled: true }, 'color-contrast': { enabled: options.contrast !== 'own' } };
  const run = `axe.run({ resultTypes: ['violations'], rules: ${JSON.stringify(rules)} })`;
  // Not by a script tag, which the page's policy refuses; and both at once, as a page may have scripts switched off.
  const { violations } = (await page.evaluate(`${source}; ${run}`)) as { violations: readonly Finding[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
