// The layout of every customer page: head, header, footer. Titles begin with the most important words, because tabs and
// screen readers show those first.
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { type Language, OTHER_LANGUAGE } from '../../domain/base/language.js';
import { ICON } from '../ui/icon.js';
import { FORM_SCRIPT, PAY_SCRIPT, PAY_STYLE } from './assets.js';
import { colourPath } from './brand-files.js';

export type Frame = {
  readonly language: Language;
  readonly title: string;
  /** One column, or two where the screen has room. */
  readonly width: 'narrow' | 'wide';
  /** The path of COBRO_BASE_URL: "", or "/something" if the service runs below another site. */
  readonly basePath: string;
  /** Seconds until a browser without JavaScript reloads the page; null for a page that no longer changes. */
  readonly refreshSeconds: number | null;
  /** The merchant's colour, "#rrggbb"; null or nothing for ours. */
  readonly colour?: string | null;
  /** Whether it is a sample that never changes, and so needs no script. */
  readonly isSample?: boolean;
  /** Whether the page has a form whose fields are checked while they are typed. */
  readonly hasForm?: boolean;
  readonly header: ComponentChildren;
  readonly footer: ComponentChildren;
  /** How the language is changed: by a link that keeps this query, or by sending the form with this id. null: it is not. */
  readonly languageBy?: { readonly query: string } | { readonly form: string } | null;
};

/** The name of the button that sends a form in the other language. */
export const SWITCH_LANGUAGE = 'switch_language';

export function renderDocument(frame: Frame, main: ComponentChildren): string {
  const { language, basePath, colour = null } = frame;
  const page = (
    <html lang={language === 'es' ? 'es-MX' : 'en'}>
      <head>
        <meta charset="utf-8" />
        <title>{frame.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        {/* Phones would turn references into telephone links. */}
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={basePath + PAY_STYLE.path} />
        {colour !== null && <link rel="stylesheet" href={basePath + colourPath(colour)} />}
        {!frame.isSample && <script src={basePath + PAY_SCRIPT.path} defer />}
        {frame.hasForm && <script src={basePath + FORM_SCRIPT.path} defer />}
        {frame.refreshSeconds !== null && (
          <noscript>
            <meta http-equiv="refresh" content={String(frame.refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body class={frame.width}>
        <header>
          {frame.header ?? (
            <div class="merchant">
              <img src={ICON} alt="" width="32" height="32" />
              <strong>Cobro</strong>
            </div>
          )}
          <LanguageSwitch {...frame} />
        </header>
        {main}
        <footer>{frame.footer}</footer>
        <p id="announcement" class="unseen" role="status" />
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

function LanguageSwitch({ language, languageBy = { query: '' } }: Pick<Frame, 'language' | 'languageBy'>) {
  if (languageBy === null) return null;
  const other = OTHER_LANGUAGE[language];
  if ('query' in languageBy)
    return (
      <a
        class="language"
        href={`?${languageBy.query}lang=${other.language}`}
        hreflang={other.language}
        lang={other.language}
      >
        {other.name}
      </a>
    );
  const { form } = languageBy;
  return (
    <>
      {/* The Enter key presses the first button of a form, which must not be the one that changes the language. */}
      <button type="submit" form={form} class="unseen" tabIndex={-1} aria-hidden="true" />
      <button
        type="submit"
        form={form}
        formNoValidate
        class="language"
        name={SWITCH_LANGUAGE}
        value={other.language}
        lang={other.language}
      >
        {other.name}
      </button>
    </>
  );
}

/** A page with only a message, and what it ends with. */
export function renderMessage(
  message: { readonly title: string; readonly lines: readonly string[] },
  language: Language,
  basePath: string,
  { end, ...frame }: { readonly end?: ComponentChildren } & Pick<Frame, 'languageBy'> = {},
): string {
  const { title } = message;
  return renderDocument(
    { language, title, width: 'narrow', basePath, refreshSeconds: null, header: null, footer: null, ...frame },
    <main>
      <section class="card" aria-labelledby="title">
        <h1 id="title" class="plain">
          {title}
        </h1>
        {message.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {end}
      </section>
    </main>,
  );
}
