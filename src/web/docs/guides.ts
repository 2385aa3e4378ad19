// The files below /docs that come from the guides, each made at its first visit and then shared by all of them.
import type { Language } from '../../domain/base/language.js';
import { withoutEnd } from '../../domain/base/without-end.js';
import { createStaticFile, type StaticFile } from '../ui/static-file.js';
import { loadOnce } from './load-once.js';
import { type Reading, renderContents, renderFound, renderGuide, renderNotFound, renderReference } from './pages.js';
import type { Document } from './reference-page.js';
import { searchSections } from './search.js';
import {
  readGuide,
  readIndex,
  readMarkdown,
  readPicture,
  readSample,
  readSections,
  readSite,
  type Site,
} from './site.js';

export type Guides = {
  /** The file of a path below /docs/; null if there is none. */
  find(path: string, language: Language): Promise<StaticFile | null>;
  /** The list of all guides for programs that read, in the form of llms.txt. */
  list(baseUrl: string): Promise<string>;
  searchPage(language: Language, query: string): Promise<string>;
  notFoundPage(language: Language): Promise<string>;
  referencePage(document: Document): Promise<string>;
};

/** May be kept, but must be asked for again; the answer is nearly always 304. */
const ASK_AGAIN = 'no-cache';

/** A guide loads our own style and script, and its search our own index. Nothing comes from another site. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': ASK_AGAIN,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

const LANGUAGES: readonly Language[] = ['es', 'en'];

/** The guides say `URL=` and this address; whoever reads them here has the real one. */
const EXAMPLE = 'URL=http://127.0.0.1:8080';

export function createGuides(baseUrl: string): Guides {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const withAddress = (text: string) => text.replaceAll(EXAMPLE, `URL=${baseUrl}`);
  const site = loadOnce(readSite);
  const sections = { es: loadOnce(() => readSections('es')), en: loadOnce(() => readSections('en')) };
  const read = async (language: Language): Promise<Reading> => ({ site: await site(), language, basePath });
  const files = loadOnce(async () => {
    const { languages, samples, pictures } = await site();
    const makers = new Map<string, () => Promise<StaticFile>>();
    const add = (path: string, make: () => Promise<StaticFile>) => makers.set(path, loadOnce(make));
    for (const language of LANGUAGES) {
      const contents = async () => renderContents(await read(language));
      add(language, async () => createStaticFile(await contents(), PAGE_HEADERS));
      add(`?${language}`, async () => createStaticFile(await contents(), { ...PAGE_HEADERS, vary: VARIES }));
      add(`${language}/search.json`, async () => createStaticFile(await readIndex(language), INDEX_HEADERS));
      for (const [slug, titles] of Object.entries(languages)) {
        if (titles[language] === undefined) continue;
        add(`${language}/${slug}`, async () => {
          const page = renderGuide(await read(language), slug, await readGuide(language, slug));
          return createStaticFile(withAddress(page), PAGE_HEADERS);
        });
        const markdown = async () =>
          createStaticFile(withAddress(await readMarkdown(language, slug)), MARKDOWN_HEADERS);
        add(`${language}/${slug}.md`, markdown);
        if (language === 'en') add(`${slug}.md`, markdown);
      }
    }
    for (const name of samples)
      add(`samples/${name}`, async () => createStaticFile(await readSample(name), TEXT_HEADERS));
    for (const name of pictures)
      add(`pictures/${name}`, async () => createStaticFile(await readPicture(name), PICTURE_HEADERS));
    return makers;
  });

  return {
    async find(path, language) {
      const make = (await files()).get(path === '' ? `?${language}` : path);
      return make === undefined ? null : make();
    },
    list: async (baseUrl) => listGuides(await site(), baseUrl),
    async searchPage(language, query) {
      return renderFound(await read(language), query, searchSections(await sections[language](), query));
    },
    notFoundPage: async (language) => renderNotFound(await read(language)),
    // The document is in English alone.
    referencePage: async (document) => renderReference(await read('en'), document),
  };
}

/** Of a page whose language is that of the visitor. */
const VARIES = 'accept-encoding, accept-language';
const INDEX_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': ASK_AGAIN };
const PICTURE_HEADERS = { 'content-type': 'image/png', 'cache-control': ASK_AGAIN };
const MARKDOWN_HEADERS = { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': ASK_AGAIN };
const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': ASK_AGAIN };

// llms.txt: what a program that reads needs to find its way, by the convention of llmstxt.org. In English, because every guide
// exists in it.
function listGuides({ groups, languages }: Site, baseUrl: string): string {
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
