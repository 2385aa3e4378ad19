// The layout of the guides: header with the search, the text, the menu of all guides. It is complete without JavaScript.
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { type Language, OTHER_LANGUAGE } from '../../domain/base/language.js';
import { ICON } from '../ui/icon.js';
import { DOCS_SCRIPT, DOCS_STYLE } from './assets.js';
import type { Site } from './site.js';
import { DOCS_TEXTS } from './texts.js';

export type Frame = {
  readonly site: Site;
  readonly language: Language;
  /** The path of COBRO_BASE_URL: "", or "/something" if the service runs below another site. */
  readonly basePath: string;
  readonly title: string;
  readonly description: string;
  /** The page that is shown; null for one that is no guide. */
  readonly slug: string | null;
  /** Where the same is in the other language. */
  readonly otherPath: string;
  readonly query: string;
};

export function renderDocs(frame: Frame, main: ComponentChildren): string {
  const { language, basePath, query } = frame;
  const texts = DOCS_TEXTS[language];
  const other = OTHER_LANGUAGE[language];
  const home = `${basePath}/docs/${language}`;
  return renderPage(
    frame,
    <body>
      <a class="skip" href="#text">
        {texts.skip}
      </a>
      <header class="top">
        <a class="brand" href={`${basePath}/`}>
          <Mark />
          Cobro
        </a>
        <search class="finder">
          <form class="search" action={`${home}/search`} method="get" data-index={`${home}/search.json`}>
            <input
              type="search"
              name="q"
              aria-label={texts.searchHint}
              placeholder={texts.searchHint}
              value={query}
              maxLength={100}
              autocomplete="off"
            />
            <button type="submit">{texts.searchButton}</button>
            <div class="hits" hidden data-home={home} data-none={texts.nothingFound} />
          </form>
        </search>
        <nav class="places" aria-label="Cobro">
          <a href={home} aria-current={frame.slug === null ? undefined : 'true'}>
            {texts.guides}
          </a>
          <a href={`${basePath}/docs/reference`}>{texts.reference}</a>
          <a href={`${basePath}/dashboard`}>{texts.dashboard}</a>
          <a href={basePath + frame.otherPath} hreflang={other.language} lang={other.language}>
            {other.name}
          </a>
        </nav>
      </header>
      <div class="columns">
        {main}
        <Menu frame={frame} />
      </div>
    </body>,
  );
}

/** The head of every page of the site, and the given body. */
export function renderPage(
  { language, basePath, title, description }: Pick<Frame, 'language' | 'basePath' | 'title' | 'description'>,
  body: ComponentChildren,
): string {
  const texts = DOCS_TEXTS[language];
  const page = (
    <html
      lang={language === 'es' ? 'es-MX' : 'en'}
      data-copy={texts.copy}
      data-copied={texts.copied}
      data-your-key={texts.yourKey}
    >
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={basePath + DOCS_STYLE.path} />
        <script src={basePath + DOCS_SCRIPT.path} defer />
      </head>
      {body}
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

export function Mark() {
  return <img src={ICON} alt="" width="24" height="24" />;
}

function Menu({ frame: { site, language, basePath, slug } }: { readonly frame: Frame }) {
  const texts = DOCS_TEXTS[language];
  return (
    <nav class="menu" id="menu" aria-label={texts.allGuides}>
      {site.groups.map(({ titles, pages }) => (
        <section key={titles.en}>
          <h2>{titles[language]}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page}>
                <GuideLink site={site} language={language} basePath={basePath} slug={page} isHere={page === slug} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type GuideLinkProps = Pick<Frame, 'site' | 'language' | 'basePath'> & {
  readonly slug: string;
  readonly isHere: boolean;
};

/** A link to a guide in this language, or else in the other one. */
export function GuideLink({ site, language, basePath, slug, isHere }: GuideLinkProps) {
  const { inOther } = DOCS_TEXTS[language];
  const other = OTHER_LANGUAGE[language];
  const here = site.languages[slug]?.[language];
  const shown = here ?? site.languages[slug]?.[other.language];
  if (shown === undefined) return null;
  const read = here === undefined ? other.language : language;
  return (
    <a
      href={`${basePath}/docs/${read}/${slug}`}
      hreflang={read === language ? undefined : read}
      aria-current={isHere ? 'page' : undefined}
    >
      {here?.title ?? site.titles[language]?.[slug] ?? <span lang={read}>{shown.title}</span>}
      {here === undefined && <small> {inOther}</small>}
    </a>
  );
}
