// The pages of the documentation: a guide, the contents, what a search found, and one that is not there.
import { type Language, OTHER_LANGUAGE } from '../../domain/base/language.js';
import { type Frame, GuideLink, renderDocs } from './layout.js';
import { type Document, REFERENCE_TEXT, REFERENCE_TITLE, ReferencePage } from './reference-page.js';
import type { Hit } from './search.js';
import type { Guide, Site } from './site.js';
import { DOCS_TEXTS } from './texts.js';

export type Reading = { readonly site: Site; readonly language: Language; readonly basePath: string };

export function renderGuide(reading: Reading, slug: string, guide: Guide): string {
  const { site, language, basePath } = reading;
  const texts = DOCS_TEXTS[language];
  const other = OTHER_LANGUAGE[language].language;
  const hasOther = site.languages[slug]?.[other] !== undefined;
  const otherPath = hasOther ? `/docs/${other}/${slug}` : `/docs/${other}`;
  const html = basePath === '' ? guide.html : guide.html.replace(/ (href|src)="\//g, ` $1="${basePath}/`);
  const links = guide.headings.map(({ id, text }) => (
    <li key={id}>
      <a href={`#${id}`}>{text}</a>
    </li>
  ));
  const hasLinks = links.length > 1;
  return renderDocs(
    frameOf(reading, { title: guide.title, description: guide.description, slug, otherPath }),
    <>
      <main id="text">
        {hasLinks && (
          <details class="toc small">
            <summary>{texts.onThisPage}</summary>
            <ul>{links}</ul>
          </details>
        )}
        {/* Our own guide, which the build renders without raw HTML. */}
        <article dangerouslySetInnerHTML={{ __html: html }} />
        <Neighbours reading={reading} slug={slug} />
      </main>
      {hasLinks && (
        <nav class="toc wide" aria-label={texts.onThisPage}>
          <h2>{texts.onThisPage}</h2>
          <ul>{links}</ul>
        </nav>
      )}
    </>,
  );
}

/** The guide before and the one behind, of those in this language. */
function Neighbours({ reading, slug }: { readonly reading: Reading; readonly slug: string }) {
  const { site, language } = reading;
  const texts = DOCS_TEXTS[language];
  const all = site.groups.flatMap(({ pages }) => pages).filter((page) => site.languages[page]?.[language]);
  const at = all.indexOf(slug);
  const [previous, next] = [all[at - 1], all[at + 1]];
  return (
    <nav class="neighbours" aria-label={`${texts.previous}, ${texts.next}`}>
      {previous !== undefined && (
        <p>
          <span>{texts.previous}</span> <GuideLink {...reading} slug={previous} isHere={false} />
        </p>
      )}
      {next !== undefined && (
        <p class="next">
          <span>{texts.next}</span> <GuideLink {...reading} slug={next} isHere={false} />
        </p>
      )}
    </nav>
  );
}

export function renderContents(reading: Reading): string {
  const { site, language, basePath } = reading;
  const texts = DOCS_TEXTS[language];
  return renderDocs(
    frameOf(reading, { title: texts.title, description: texts.intro }),
    <main id="text" class="contents">
      <h1>{texts.title}</h1>
      <p class="intro">{texts.intro}</p>
      <p class="reference">
        <a class="button" href={`${basePath}/docs/reference`}>
          {texts.reference}
        </a>
        <span class="soft">{texts.referenceNote}</span>
      </p>
      <p>
        <a href={`${basePath}/docs/en/changes`} hreflang="en">
          {texts.changes}
        </a>{' '}
        · <a href={`${basePath}/health/ready`}>{texts.status}</a>
      </p>
      {site.groups.map(({ titles, pages }) => (
        <section key={titles.en}>
          <h2>{titles[language]}</h2>
          <ul class="cards">
            {pages.map((page) => (
              <li key={page}>
                <GuideLink {...reading} slug={page} isHere={false} />
                <p>{describe(reading, page)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>,
  );
}

/** The sentence of a guide that exists only in the other language is written for the list. */
function describe({ site, language }: Reading, slug: string): string {
  return site.languages[slug]?.[language]?.description ?? site.descriptions[language]?.[slug] ?? '';
}

export function renderFound(reading: Reading, query: string, hits: readonly Hit[]): string {
  const { language, basePath } = reading;
  const texts = DOCS_TEXTS[language];
  const title = query === '' ? texts.search : texts.searched(query);
  const otherPath = `/docs/${OTHER_LANGUAGE[language].language}/search?q=${encodeURIComponent(query)}`;
  return renderDocs(
    frameOf(reading, { title, description: texts.searchHint, otherPath, query }),
    <main id="text" class="found">
      <h1>{title}</h1>
      <p role="status">{hits.length === 0 ? texts.nothingFound : texts.found(hits.length)}</p>
      <ol>
        {hits.map(({ slug, anchor, title: guide, heading, snippet }) => (
          <li key={`${slug}#${anchor}`}>
            <a href={`${basePath}/docs/${language}/${slug}${anchor === '' ? '' : `#${anchor}`}`}>
              {heading === '' ? guide : `${guide}: ${heading}`}
            </a>
            <p>{snippet}</p>
          </li>
        ))}
      </ol>
    </main>,
  );
}

export function renderReference(reading: Reading, document: Document): string {
  return renderDocs(
    frameOf(reading, { title: REFERENCE_TITLE, description: REFERENCE_TEXT }),
    <ReferencePage basePath={reading.basePath} document={document} />,
  );
}

export function renderNotFound(reading: Reading): string {
  const texts = DOCS_TEXTS[reading.language];
  return renderDocs(
    frameOf(reading, { title: texts.notFound, description: texts.notFoundNote }),
    <main id="text">
      <h1>{texts.notFound}</h1>
      <p>{texts.notFoundNote}</p>
    </main>,
  );
}

function frameOf(reading: Reading, page: Partial<Frame> & Pick<Frame, 'title' | 'description'>): Frame {
  const { title: site } = DOCS_TEXTS[reading.language];
  const other = OTHER_LANGUAGE[reading.language];
  const title = page.title === site ? site : `${page.title} · Cobro`;
  return { slug: null, otherPath: `/docs/${other.language}`, query: '', ...reading, ...page, title };
}
