// The layout of every dashboard page: the current section, the mode, and the result of the last form. There is no
// script: every button is a form.

import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { Language } from '../../domain/language.js';
import type { Mode } from '../../domain/mode.js';

import { ICON } from '../ui/icon.js';
import { DASHBOARD_STYLE } from './assets.js';
import type { Done, Section } from './text-types.js';
import { DASHBOARD_TEXTS } from './texts.js';

/** The viewer: a merchant in the mode of their key, or the operator. */
export type Viewer =
  | { readonly kind: 'merchant'; readonly name: string; readonly mode: Mode }
  | { readonly kind: 'operator' };

export type Frame = {
  readonly language: Language;
  /** The path of COBRO_BASE_URL plus `/dashboard`. */
  readonly path: string;
  readonly basePath: string;
  /** The address of this page. */
  readonly here: string;
  /** null if nobody is signed in. */
  readonly viewer: Viewer | null;
  readonly section: Section | null;
  readonly done: Done | null;
  readonly problem: string | null;
};

/** The operator has no orders, and a merchant does not see unmatched money. */
const MERCHANT_SECTIONS: readonly Section[] = ['orders', 'webhooks', 'messages', 'points'];
const OPERATOR_SECTIONS: readonly Section[] = ['money', 'points', 'messages'];

export function renderDashboard(frame: Frame, title: string, main: ComponentChildren): string {
  const { language, basePath, viewer } = frame;
  const texts = DASHBOARD_TEXTS[language];
  const page = (
    <html lang={language === 'es' ? 'es-MX' : 'en'}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${texts.title}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={basePath + DASHBOARD_STYLE.path} />
      </head>
      <body>
        <header>
          <p class="brand">
            {viewer === null ? texts.title : nameOf(frame)}
            {viewer?.kind === 'merchant' && (
              <span class={viewer.mode === 'live' ? 'mode' : 'mode test'}>
                {viewer.mode === 'live' ? texts.liveMode : texts.testMode}
              </span>
            )}
          </p>
          {viewer !== null && <Sections frame={frame} viewer={viewer} />}
          <a
            href={`${frame.here}${frame.here.includes('?') ? '&' : '?'}lang=${texts.otherLanguage.language}`}
            lang={texts.otherLanguage.language}
          >
            {texts.otherLanguage.name}
          </a>
          {viewer !== null && (
            <form method="post" action={`${frame.path}/sign-out`}>
              <button type="submit" class="small">
                {texts.signOut}
              </button>
            </form>
          )}
        </header>
        <main>
          {frame.done !== null && (
            <p class="notice" role="status">
              {texts.done[frame.done]}
            </p>
          )}
          {frame.problem !== null && (
            <p class="problem" role="alert">
              {frame.problem}
            </p>
          )}
          {main}
        </main>
        {viewer !== null && <footer>{texts.zone}</footer>}
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

function nameOf({ viewer, language }: Frame): string {
  return viewer?.kind === 'merchant' ? viewer.name : DASHBOARD_TEXTS[language].operator;
}

function Sections({ frame, viewer }: { readonly frame: Frame; readonly viewer: Viewer }) {
  const texts = DASHBOARD_TEXTS[frame.language];
  const sections = viewer.kind === 'operator' ? OPERATOR_SECTIONS : MERCHANT_SECTIONS;
  return (
    <nav aria-label={texts.title}>
      <ul>
        {sections.map((section) => (
          <li key={section}>
            <a href={`${frame.path}/${section}`} aria-current={section === frame.section ? 'page' : undefined}>
              {texts.sections[section]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page with only a message. */
export function renderMessage(frame: Frame, message: string): string {
  return renderDashboard(
    frame,
    message,
    <section class="card narrow">
      <h1>{message}</h1>
      <p>
        <a href={frame.path}>{DASHBOARD_TEXTS[frame.language].title}</a>
      </p>
    </section>,
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const formats = {
  es: new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/Mexico_City' }),
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'America/Mexico_City' }),
};

/** Shows Mexican time; the exact time is in the attribute. */
export function Time({ at, language }: { readonly at: number; readonly language: Language }) {
  return <time dateTime={new Date(at).toISOString()}>{formats[language].format(at)}</time>;
}

/** A confirmation for actions that cannot be undone. */
export function Sure({ text }: { readonly text: string }) {
  return (
    <label class="check">
      <input type="checkbox" name="sure" value="yes" required />
      {text}
    </label>
  );
}
