// The layout of every dashboard page: the menu with the mode on the left (on a phone behind a button), the search, the
// viewer, and the result of the last form. Everything works without a script.
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { MOST_SHOWN } from '../../../actions/people/news/own-news.js';
import { OTHER_LANGUAGE } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import { ICON } from '../../ui/icon.js';
import { NEWS_TEXTS } from '../news/texts.js';
import { Submit } from '../ui/buttons.js';
import { Icon } from '../ui/icon.js';
import { PageHead } from '../ui/parts.js';
import { DASHBOARD_SCRIPT, DASHBOARD_STYLE } from './assets.js';
import { type Frame, NEWS, type Viewer } from './frame.js';
import { FRAME_TEXTS } from './texts.js';

type PageTop = {
  readonly title: string;
  /** What stands above the page, if it is not the title. */
  readonly heading?: ComponentChildren;
  readonly back?: { readonly href: string; readonly name: string };
  readonly aside?: ComponentChildren;
  /** What can be done on it. */
  readonly children?: ComponentChildren;
};

/** A page with its title, which is that of the window, too. */
export function renderPage(frame: Frame, { title, heading, ...head }: PageTop, main: ComponentChildren): string {
  return renderDashboard(
    frame,
    title,
    <>
      <PageHead title={heading ?? title} {...head} />
      {main}
    </>,
  );
}

export function renderDashboard(frame: Frame, title: string, main: ComponentChildren): string {
  const { language, basePath, viewer } = frame;
  const texts = FRAME_TEXTS[language];
  const isTest = viewer?.kind === 'merchant' && viewer.mode === 'test';
  const page = (
    <html lang={language === 'es' ? 'es-MX' : 'en'}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · ${viewer === null ? texts.title : nameOf(frame, viewer)}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={basePath + DASHBOARD_STYLE.path} />
        <script src={basePath + DASHBOARD_SCRIPT.path} defer />
      </head>
      <body class={viewer === null ? 'outside' : undefined}>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        {isTest && (
          <aside class="test-bar">
            {texts.testBar} <a href={pathIn(frame, 'live')}>{texts.seeLive}</a>
          </aside>
        )}
        {viewer !== null && <Bar frame={frame} viewer={viewer} />}
        {viewer !== null && <Menu frame={frame} viewer={viewer} />}
        <main id="main" tabIndex={-1}>
          {viewer?.kind === 'merchant' && viewer.account.isSuspended && (
            <p class="problem" role="note">
              {texts.suspended}
            </p>
          )}
          {frame.done !== null && (
            <p class={`notice ${frame.done.tone ?? ''}`.trim()} role="status">
              {frame.done.text}
            </p>
          )}
          {frame.problem !== null && (
            <p class="problem" role="alert">
              {frame.problem}
            </p>
          )}
          {main}
        </main>
        {viewer !== null && <Keys frame={frame} />}
        {viewer === null && (
          <footer>
            <OtherLanguage frame={frame} />
          </footer>
        )}
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

type BarProps = { readonly frame: Frame; readonly viewer: Viewer };

/** The line above the page: the menu's button on a phone, the search, the mode and the viewer. */
function Bar({ frame, viewer }: BarProps) {
  const texts = FRAME_TEXTS[frame.language];
  const canSearch = frame.menu.some(({ entries }) => entries.some(({ path }) => path === 'orders'));
  return (
    <header class="bar">
      <a class="menu-button" href="#menu">
        <Icon name="menu" />
        <span class="unseen">{texts.menu}</span>
      </a>
      <strong class="phone-name">{nameOf(frame, viewer)}</strong>
      {canSearch && (
        <form method="get" action={`${frame.path}/${viewer.kind === 'operator' ? 'search' : 'orders'}`} class="search">
          <Icon name="search" />
          <input
            type="search"
            name="q"
            aria-label={texts.search}
            placeholder={viewer.kind === 'operator' ? texts.deskSearchHint : texts.searchHint}
            maxLength={255}
          />
        </form>
      )}
      {canSearch && (
        <a class="search-button" href={`${frame.path}/${viewer.kind === 'operator' ? 'search' : 'orders'}`}>
          <Icon name="search" />
          <span class="unseen">{texts.search}</span>
        </a>
      )}
      {viewer.kind === 'merchant' && <Bell frame={frame} />}
      <details class="person">
        <summary aria-label={viewer.person.name}>
          <Icon name="person" />
          <span class="person-name">{viewer.person.name}</span>
        </summary>
        <div class="drawer">
          <p>
            <strong>{viewer.person.name}</strong>
            <br />
            <span class="soft">
              {viewer.person.email !== '' && `${viewer.person.email} · `}
              {texts.roles[viewer.role]}
            </span>
          </p>
          <a href={`${frame.path}/profile`}>{texts.profile}</a>
          <OtherLanguage frame={frame} />
          <form method="post" action={`${frame.root}/sign-out`}>
            <Submit look="small">{texts.signOut}</Submit>
          </form>
        </div>
      </details>
    </header>
  );
}

/** Leads to what is new, and says how much of it is unread. */
function Bell({ frame }: { readonly frame: Frame }) {
  const texts = NEWS_TEXTS[frame.language];
  const unread = frame.badges[NEWS] ?? 0;
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <a
      class="bell"
      href={`${frame.path}/${NEWS}`}
      aria-label={unread === 0 ? texts.title : texts.unread(count)}
      aria-current={frame.here === `${frame.path}/${NEWS}` ? 'page' : undefined}
    >
      <Icon name="bell" />
      {unread > 0 && <span class="badge">{count}</span>}
    </a>
  );
}

/** Both lead to the same section; an order of one mode does not exist in the other. */
function Modes({ frame, mode }: { readonly frame: Frame; readonly mode: Mode }) {
  const texts = FRAME_TEXTS[frame.language];
  return (
    <p class="modes">
      {(['test', 'live'] as const).map((each) => (
        <a key={each} class={each} href={pathIn(frame, each)} aria-current={each === mode ? 'true' : undefined}>
          {texts.mode[each]}
        </a>
      ))}
    </p>
  );
}

function pathIn(frame: Frame, mode: Mode): string {
  return `${frame.root}/${mode}/${frame.entry ?? ''}`;
}

function Menu({ frame, viewer }: BarProps) {
  const texts = FRAME_TEXTS[frame.language];
  return (
    <nav id="menu" class="menu" aria-label={texts.menu}>
      <p class="brand">
        <span>{nameOf(frame, viewer)}</span>
        <a class="menu-close" href="#main">
          <Icon name="close" />
          <span class="unseen">{texts.closeMenu}</span>
        </a>
      </p>
      {viewer.kind === 'merchant' && <Modes frame={frame} mode={viewer.mode} />}
      {frame.menu.map((group, at) => (
        <div key={group.name}>
          <p class="group" id={`group-${at}`}>
            {group.name}
          </p>
          <ul aria-labelledby={`group-${at}`}>
            {group.entries.map(({ path, icon, name }) => (
              <li key={path}>
                <a
                  href={`${frame.path}/${path}`}
                  aria-current={path === frame.entry ? 'page' : undefined}
                  data-key={GO_KEYS[path]}
                >
                  <Icon name={icon} />
                  {name}
                  {(frame.badges[path] ?? 0) > 0 && <span class="badge">{frame.badges[path]}</span>}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p class="menu-foot soft">
        <a href={`${frame.basePath}/docs/`}>{texts.guides}</a>
        <br />
        {texts.zone}
      </p>
    </nav>
  );
}

/** After "g", the keys of sections: of merchants, and those of the desk that have the same name. */
const GO_KEYS: Readonly<Record<string, string>> = {
  home: 'h',
  today: 'h',
  orders: 'o',
  links: 'l',
  money: 'd',
  payments: 'd',
  messages: 'm',
  settings: 'a',
  people: 'p',
};

/** What keys do; the script opens it. */
function Keys({ frame }: { readonly frame: Frame }) {
  const texts = FRAME_TEXTS[frame.language];
  const sections = frame.menu.flatMap(({ entries }) =>
    entries.flatMap(({ path, name }) => (GO_KEYS[path] === undefined ? [] : [[`g ${GO_KEYS[path]}`, name] as const])),
  );
  return (
    <dialog class="keys" aria-label={texts.keys.title}>
      <h2>{texts.keys.title}</h2>
      <dl>
        {[['/', texts.keys.search] as const, ['j k', texts.keys.rows] as const, ...sections].map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <Submit>{texts.keys.close}</Submit>
      </form>
    </dialog>
  );
}

function OtherLanguage({ frame }: { readonly frame: Frame }) {
  const { language, name } = OTHER_LANGUAGE[frame.language];
  return (
    <a href={`${frame.here}${frame.here.includes('?') ? '&' : '?'}lang=${language}`} lang={language}>
      {name}
    </a>
  );
}

function nameOf({ language }: Frame, viewer: Viewer): string {
  return viewer.kind === 'merchant' ? viewer.account.name : FRAME_TEXTS[language].desk;
}

/** A page with only a message. */
export function renderMessage(frame: Frame, message: string): string {
  return renderDashboard(
    frame,
    message,
    <section class="card narrow">
      <h1>{message}</h1>
      <p>
        <a href={frame.root}>{FRAME_TEXTS[frame.language].title}</a>
      </p>
    </section>,
  );
}
