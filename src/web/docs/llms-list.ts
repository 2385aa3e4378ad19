// llms.txt: what a program that reads needs to find its way, by the convention of llmstxt.org. In English, because every guide
// exists in it.
import { withoutEnd } from '../../domain/base/without-end.js';
import type { Site } from './site.js';

export function listGuides({ groups, languages }: Site, baseUrl: string): string {
  const base = withoutEnd(baseUrl, '/');
  const chapters = groups.map(({ titles, pages }) => {
    const lines = pages.flatMap((slug) => {
      const about = languages[slug]?.en;
      return about === undefined ? [] : [`- [${about.title}](${base}/docs/${slug}.md): ${about.description}`];
    });
    return [`## ${titles.en}`, '', ...lines].join('\n');
  });
  return [
    '# Cobro',
    '> Payment orders that a customer pays in cash, at a bank or by SPEI transfer: a REST API with JSON, webhooks and a test mode.',
    `The interface as OpenAPI: ${base}/openapi.json`,
    ...chapters,
    '',
  ].join('\n\n');
}
