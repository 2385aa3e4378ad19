// The guides as the build rendered them out of docs/ (scripts/site/). They are read when somebody first asks for them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../domain/base/language.js';
import { SITE_FOLDER } from '../../paths.js';
import { type SearchableSection, type Section, toSearchable } from './search.js';

type PageSummary = { readonly title: string; readonly description: string };

export type Group = { readonly titles: Readonly<Record<Language, string>>; readonly pages: readonly string[] };

/** Which pages there are, in the order of the menu, and in which languages. */
export type Site = {
  readonly groups: readonly Group[];
  readonly languages: Readonly<Record<string, Readonly<Partial<Record<Language, PageSummary>>>>>;
  /** What a menu in this language calls guides that exist only in another one. */
  readonly titles: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
  /** What it says of them. */
  readonly descriptions: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
  readonly samples: readonly string[];
  readonly pictures: readonly string[];
};

export type Guide = PageSummary & {
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
};

export async function readSite(): Promise<Site> {
  const site: Site = JSON.parse(await readText('site.json'));
  return site;
}

/** Call it only with a page of the site. */
export async function readGuide(language: Language, slug: string): Promise<Guide> {
  const guide: Guide = JSON.parse(await readText(join(language, `${slug}.json`)));
  return guide;
}

/** The same as Markdown, for programs that read. */
export function readMarkdown(language: Language, slug: string): Promise<string> {
  return readText(join(language, `${slug}.md`));
}

export function readSample(name: string): Promise<string> {
  return readText(join('samples', name));
}

/** A PNG. */
export function readPicture(name: string): Promise<Buffer> {
  return readFile(join(SITE_FOLDER, 'pictures', name));
}

/** The search index as the script of the pages loads it. */
export function readIndex(language: Language): Promise<string> {
  return readText(`search.${language}.json`);
}

export async function readSections(language: Language): Promise<readonly SearchableSection[]> {
  const sections: readonly Section[] = JSON.parse(await readIndex(language));
  return sections.map(toSearchable);
}

function readText(name: string): Promise<string> {
  return readFile(join(SITE_FOLDER, name), 'utf8');
}
