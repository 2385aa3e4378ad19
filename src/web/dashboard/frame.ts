// Builds the frame of every dashboard page: its language, its address, its viewer, and the result of the last form.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visitor } from '../../actions/find-visitor.js';
import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/language.js';
import { languageOf, queryOf } from '../../http/request.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { readCookie, setCookie } from '../ui/cookie.js';
import type { Frame } from './layout.js';
import { type Done, SECTIONS } from './text-types.js';
import { DASHBOARD_TEXTS } from './texts.js';

/** The dashboard's location: the path of COBRO_BASE_URL, and the dashboard's path below it. */
export type Place = Pick<Frame, 'basePath' | 'path'>;

export type FrameOf = (request: FastifyRequest, reply: FastifyReply, visitor: Visitor | null) => Promise<Frame>;

const LANGUAGE_COOKIE = 'cobro_language';
const YEAR_SECONDS = 365 * 86_400;

export function createFrames(deps: Pick<Deps, 'db'>, place: Place): FrameOf {
  return async (request, reply, visitor) => {
    const { done } = queryOf(request);
    return {
      ...place,
      language: chooseLanguage(request, reply, place.path),
      here: hereOf(request, place.path),
      viewer: visitor === null ? null : await viewerOf(deps, visitor),
      section: SECTIONS.find((section) => request.routeOptions.url?.startsWith(`/dashboard/${section}`)) ?? null,
      done: visitor !== null && isDone(done) ? done : null,
      problem: null,
    };
  };
}

/** An earlier choice is remembered; otherwise the browser's preference counts. */
function chooseLanguage(request: FastifyRequest, reply: FastifyReply, path: string): Language {
  const { lang } = queryOf(request);
  if (lang === 'es' || lang === 'en') {
    setCookie(reply, LANGUAGE_COOKIE, lang, { maxAge: YEAR_SECONDS, path, sameSite: 'lax' });
    return lang;
  }
  const chosen = readCookie(request, LANGUAGE_COOKIE, /^(es|en)$/);
  return chosen === 'es' || chosen === 'en' ? chosen : languageOf(request);
}

/** The address of the current page, without parameters that concern only this reply. */
function hereOf(request: FastifyRequest, path: string): string {
  if (request.method !== 'GET') return path;
  const [, below = '', query = ''] = /^\/dashboard([^?]*)\??(.*)$/.exec(request.url) ?? [];
  const kept = new URLSearchParams(query);
  for (const name of ['lang', 'done']) kept.delete(name);
  return `${path}${below}${kept.size === 0 ? '' : `?${kept}`}`;
}

async function viewerOf(deps: Pick<Deps, 'db'>, visitor: Visitor): Promise<Frame['viewer']> {
  if (visitor.kind === 'operator') return visitor;
  const { scope } = visitor.credential;
  const account = await findAccount(deps.db, scope.accountId);
  return { kind: 'merchant', name: account?.name ?? '', mode: scope.mode };
}

function isDone(word: unknown): word is Done {
  return typeof word === 'string' && Object.hasOwn(DASHBOARD_TEXTS.es.done, word);
}
