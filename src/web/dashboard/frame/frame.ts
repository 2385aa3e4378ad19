// The frame of a dashboard page: its language, its address, its viewer, their menu, and what became of the last form.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Both } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Visitor } from '../../../domain/people/person.js';
import { merchantMay, operatorMay } from '../../../domain/people/role.js';
import { languageOf, queryOf } from '../../../http/request.js';
import { readCookie, setCookie } from '../../ui/cookie.js';
import type { SentForm } from '../ui/form.js';
import { entryOf, type Menu, type MenuTarget, menuOf, type WholeMenu } from './menu.js';

/** A merchant's pages are of one mode; the operator's desk sees both. */
export type Viewer =
  | (Visitor & { readonly kind: 'operator' })
  | (Visitor & { readonly kind: 'merchant' } & { readonly mode: Mode });

export type Frame = {
  readonly language: Language;
  /** The path of COBRO_BASE_URL. */
  readonly basePath: string;
  /** The path of the dashboard: `basePath` plus `/dashboard`. */
  readonly root: string;
  /** What links to the viewer's pages begin with: `root` plus `/test`, `/live` or `/desk`. */
  readonly path: string;
  /** The address of this page. */
  readonly here: string;
  /** When it is shown, in epoch milliseconds. */
  readonly now: number;
  /** null if nobody is signed in. */
  readonly viewer: Viewer | null;
  readonly menu: Menu;
  /** How much waits in a section, by its path. */
  readonly badges: Badges;
  /** The section of this page. */
  readonly entry: string | null;
  /** The result of the last form; shown once. */
  readonly done: { readonly text: string; readonly tone?: DoneText['tone'] | undefined } | null;
  readonly problem: string | null;
  /** A refused form, with what was typed. */
  readonly sent: SentForm | null;
};

/** The path of what is new, which the bell leads to: it has a count, too. */
export const NEWS = 'news';

/** What to say after a form. `wait`: it is done, and something else must be done before it is of use. */
export type DoneText = Both & { readonly tone?: 'wait' };

export type Badges = Readonly<Record<string, number>>;

export type Root = { readonly basePath: string; readonly root: string };

export type Known = {
  readonly base: Root;
  readonly clock: { now(): number };
  readonly menus: Readonly<Record<Visitor['kind'], WholeMenu>>;
  /** Pages by the kind of visitor, for the menu. */
  readonly targets: Readonly<Record<Visitor['kind'], readonly MenuTarget[]>>;
  /** By the path of the form. */
  readonly doneTexts: ReadonlyMap<string, DoneText>;
};

export type FrameOf = (request: FastifyRequest, reply: FastifyReply, visitor: Visitor | null) => Frame;

const LANGUAGE_COOKIE = 'cobro_language';
const DONE_COOKIE = 'cobro_done';
const MODE_COOKIE = 'cobro_mode';
const YEAR_SECONDS = 365 * 86_400;
const DONE_SECONDS = 60;
/** A page has its own address several times. No form of ours makes one as long as that. */
const LONGEST_QUERY = 2_000;

export function createFrames({ base, clock, menus, targets, doneTexts }: Known): FrameOf {
  return (request, reply, visitor) => {
    const language = chooseLanguage(request, reply, base.root);
    const { area, url } = splitPath(request);
    const mode: Mode = area === 'live' || area === 'test' ? area : lastMode(request);
    if (request.method === 'GET' && visitor?.kind === 'merchant' && area === mode)
      setCookie(reply, MODE_COOKIE, mode, { maxAge: YEAR_SECONDS, path: base.root, sameSite: 'lax' });
    return {
      ...base,
      language,
      path: `${base.root}/${visitor?.kind === 'operator' ? 'desk' : mode}`,
      here: hereOf(request, base.root),
      now: clock.now(),
      viewer: visitor === null || visitor.kind === 'operator' ? visitor : { ...visitor, mode },
      menu:
        visitor === null
          ? []
          : menuOf(menus[visitor.kind], { targets: targets[visitor.kind], may: mayOf(visitor), language }),
      badges: {},
      entry: entryOf(Object.values(menus), url),
      done: visitor === null ? null : takeDone(request, reply, { base, doneTexts, language }),
      problem: null,
      sent: null,
    };
  };
}

/** The mode whose pages a merchant saw last. */
function lastMode(request: FastifyRequest): Mode {
  return readCookie(request, MODE_COOKIE, /^(test|live)$/) === 'live' ? 'live' : 'test';
}

/** Keeps the result of a form for the next page. */
export function noteDone(reply: FastifyReply, { root }: Root, formUrl: string): void {
  setCookie(reply, DONE_COOKIE, formUrl, { maxAge: DONE_SECONDS, path: root, sameSite: 'lax', httpOnly: true });
}

/** Shown once: reloading the page does not say it again. */
function takeDone(
  request: FastifyRequest,
  reply: FastifyReply,
  { base, doneTexts, language }: Pick<Known, 'base' | 'doneTexts'> & { readonly language: Language },
): Frame['done'] {
  if (request.method !== 'GET') return null;
  const formUrl = readCookie(request, DONE_COOKIE, /^[/:\w-]{1,120}$/);
  if (formUrl === null) return null;
  setCookie(reply, DONE_COOKIE, '', { maxAge: 0, path: base.root, sameSite: 'lax', httpOnly: true });
  const said = doneTexts.get(formUrl);
  return said === undefined ? null : { text: said[language], tone: said.tone };
}

export function mayOf(visitor: Visitor): (duty: MenuTarget['duty']) => boolean {
  return (duty) =>
    visitor.kind === 'operator'
      ? duty !== 'refund' && duty !== 'develop' && operatorMay(visitor.role, duty)
      : duty !== 'decide' && merchantMay(visitor.role, duty);
}

/** Whether the viewer of a page may do something, so that no page offers what its form would refuse. */
export function may({ viewer }: Pick<Frame, 'viewer'>, duty: MenuTarget['duty']): boolean {
  return viewer !== null && mayOf(viewer)(duty);
}

/** An earlier choice is remembered; otherwise the browser's preference counts. */
function chooseLanguage(request: FastifyRequest, reply: FastifyReply, root: string): Language {
  const { lang } = queryOf(request);
  if (lang === 'es' || lang === 'en') {
    setCookie(reply, LANGUAGE_COOKIE, lang, { maxAge: YEAR_SECONDS, path: root, sameSite: 'lax' });
    return lang;
  }
  const chosen = readCookie(request, LANGUAGE_COOKIE, /^(es|en)$/);
  return chosen === 'es' || chosen === 'en' ? chosen : languageOf(request);
}

/** The area of the dashboard (`test`, `live`, `desk`), and the path of the page below it. */
function splitPath(request: FastifyRequest): { readonly area: string; readonly url: string } {
  const [, area = '', url = ''] = /^\/dashboard\/([^/?]*)([^?]*)/.exec(request.url) ?? [];
  return { area, url };
}

/** The address of the current page, without parameters that concern only this reply. */
function hereOf(request: FastifyRequest, root: string): string {
  if (request.method !== 'GET') return root;
  const [path = '', ...query] = request.url.split('?');
  const kept = new URLSearchParams(query.join('?').slice(0, LONGEST_QUERY));
  kept.delete('lang');
  return `${root}${path.slice('/dashboard'.length)}${kept.size === 0 ? '' : `?${kept}`}`;
}
