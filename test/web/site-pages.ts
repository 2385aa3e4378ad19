// The pages of the documentation, and what is asked of each in a real browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_FOLDER } from '../../src/paths.js';
import type { Expected } from './good-page.js';

const { languages } = JSON.parse(readFileSync(join(SITE_FOLDER, 'site.json'), 'utf8')) as {
  languages: Record<string, Record<string, unknown>>;
};
const GUIDES = Object.entries(languages).flatMap(([slug, titles]) =>
  Object.keys(titles).map((language) => `/docs/${language}/${slug}`),
);
const OTHERS = ['/?lang=es', '/?lang=en', '/docs/es', '/docs/en', '/docs/es/search?q=firma', '/docs/en/search?q=zzzz'];
export const PAGES = [...OTHERS, ...GUIDES];
/** Contrast is slow to measure and a matter of the one stylesheet: these have a sample of everything that it colours. */
export const COLOURED = [
  ...['/?lang=es', '/docs/es', '/docs/es/search?q=firma', '/docs/es/quick-start'],
  ...['/docs/en/webhooks', '/docs/en/metrics', '/docs/en/settings'],
];

export const pictureOf = (path: string) => `site${path.replace(/\W+/g, '-')}`;

const isTranslated = (path: string) => path.startsWith('/docs/en/') && GUIDES.includes(path.replace('/en/', '/es/'));

export const expectedOf = (path: string): Expected => ({
  mostBytes: Number.POSITIVE_INFINITY,
  looks: COLOURED.includes(path) ? 'axe' : 'own',
  // Guides are long and of one layout, which changes at two widths.
  ...(!COLOURED.includes(path) && { widths: [320, 1024] }),
  elements: !COLOURED.includes(path) && isTranslated(path) ? 'elsewhere' : 'here',
});
