// The layout of every customer page: head, header, footer. Titles begin with the most important words, because tabs and
// screen readers show those first.
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { Language } from '../../domain/language.js';

import { ICON } from '../ui/icon.js';
import { PAY_SCRIPT, PAY_STYLE } from './assets.js';
import { PAY_TEXTS } from './texts.js';

export type Frame = {
  readonly language: Language;
  readonly title: string;
  /** One column, or two where the screen has room. */
  readonly width: 'narrow' | 'wide';
  /** The path of COBRO_BASE_URL: "", or "/something" if the service runs below another site. */
  readonly basePath: string;
  /** Seconds until a browser without JavaScript reloads the page; null for a page that no longer changes. */
  readonly refreshSeconds: number | null;
  readonly header: ComponentChildren;
  readonly footer: ComponentChildren;
};

export function renderDocument(frame: Frame, main: ComponentChildren): string {
  const { language, basePath } = frame;
  const other = PAY_TEXTS[language].otherLanguage;
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
        <script src={basePath + PAY_SCRIPT.path} defer />
        {frame.refreshSeconds !== null && (
          <noscript>
            <meta http-equiv="refresh" content={String(frame.refreshSeconds)} />
          </noscript>
        )}
      </head>
      <body class={frame.width}>
        <header>
          <div>{frame.header}</div>
          <a class="language" href={`?lang=${other.language}`} hreflang={other.language} lang={other.language}>
            {other.name}
          </a>
        </header>
        {main}
        <footer>{frame.footer}</footer>
        <p id="announcement" class="unseen" role="status" />
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}
