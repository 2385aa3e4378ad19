// Renders the guides of docs/ for the pages at /docs (src/web/docs/): one JSON file per page and language and one of Markdown,
// a search index per language, and the list of all pages. docs/site.json says which pages there are and in which order.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplesOf } from './languages.mjs';
import { asMarkdown, renderGuide } from './render.mjs';
import { withSamples } from './samples.mjs';

const LANGUAGES = ['en', 'es'];

/** Writes everything into `site` of the folder that the build makes, where the OpenAPI document is already. */
export function buildSite(root, dist) {
  const target = join(dist, 'site');
  const document = JSON.parse(readFileSync(join(dist, 'openapi.json'), 'utf8'));
  const plan = planOf(root);
  const site = { groups: [], languages: {} };
  const textOf = (file, language) => withSamples(readFileSync(join(root, file), 'utf8'), document, language);
  for (const language of LANGUAGES) {
    mkdirSync(join(target, language), { recursive: true });
    const sections = [];
    for (const slug of plan.slugs) {
      const file = plan.fileOf(slug, language);
      if (file === null) continue;
      const text = textOf(file, language);
      const { guide, sections: found } = renderGuide(text, { file, language, plan });
      writeFileSync(join(target, language, `${slug}.json`), JSON.stringify(guide));
      writeFileSync(join(target, language, `${slug}.samples.json`), JSON.stringify(listOf(samplesOf(text))));
      writeFileSync(join(target, language, `${slug}.md`), asMarkdown(text, { file, plan }));
      sections.push(...found.map((section) => ({ slug, title: guide.title, ...section })));
      site.languages[slug] = { ...site.languages[slug], [language]: describe(guide) };
    }
    writeFileSync(join(target, `search.${language}.json`), JSON.stringify(sections));
  }
  site.titles = plan.titles;
  site.descriptions = plan.descriptions;
  site.groups = plan.groups.map(({ en, es, pages }) => ({ titles: { en, es }, pages }));
  for (const folder of ['samples', 'pictures']) {
    site[folder] = readdirSync(join(root, 'docs', folder)).sort();
    cpSync(join(root, 'docs', folder), join(target, folder), { recursive: true });
  }
  writeFileSync(join(target, 'site.json'), JSON.stringify(site));
}

/** Which pages there are, where each comes from, and where a link to a file of the repository leads. */
export function planOf(root) {
  const { groups, titles, descriptions, elsewhere, leftOut } = JSON.parse(
    readFileSync(join(root, 'docs', 'site.json'), 'utf8'),
  );
  const listed = new Set(groups.flatMap(({ pages }) => pages));
  // A guide that nobody has put into the list yet is shown at the end, so that none is forgotten.
  const others = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''))
    .filter((slug) => !listed.has(slug) && !(slug in leftOut));
  const sourceOf = (slug, language) => {
    if (slug in elsewhere && language === 'en') return elsewhere[slug];
    return language === 'en' ? `docs/${slug}.md` : `docs/${language}/${slug}.md`;
  };
  const fileOf = (slug, language) => {
    const file = sourceOf(slug, language);
    return file !== null && existsSync(join(root, file)) ? file : null;
  };
  const all = groups.map((group, index) => {
    const pages = index === groups.length - 1 ? [...group.pages, ...others.sort()] : group.pages;
    return { ...group, pages: pages.filter((slug) => fileOf(slug, 'en') !== null) };
  });
  const slugs = all.flatMap(({ pages }) => pages);
  const paths = new Map();
  for (const slug of slugs) {
    for (const language of LANGUAGES) {
      const file = fileOf(slug, language);
      if (file !== null) paths.set(file, { language, path: `/docs/${language}/${slug}` });
    }
  }
  return { root, groups: all, titles, descriptions, slugs, fileOf, paths };
}

/** As JSON. */
function listOf({ samples, variables }) {
  return { samples: [...samples].map(([text, sample]) => ({ text, ...sample })), variables: [...variables] };
}

function describe({ title, description }) {
  return { title, description };
}
