// How the dashboard receives people: the frame of their pages, signing in and out, pages for whoever is signed in, forms that
// end on the page they stood on, and what goes wrong told as a page.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/language.js';
import { AppError, errorEntry } from '../../errors.js';
import { readBody } from '../../http/body.js';
import { toAppError } from '../../http/problems.js';
import { createBuckets } from '../../http/rate-limit.js';
import { languageOf } from '../../http/request.js';
import { OperatorError } from '../../operator-error.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { errorMessage, renderError } from '../../wire/error.js';
import type { JsonObject } from '../../wire/json.js';
import { cookieOf, createDoor, isFromOurPage, type Visitor } from './door.js';
import { type Frame, renderMessage } from './layout.js';
import { renderSignIn } from './sign-in-page.js';
import { DASHBOARD_TEXTS, type Done, SECTIONS } from './texts.js';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;
const OPEN = { config: { access: 'anyone' }, schema: { hide: true } } as const;
const SIGNED_IN = { config: { access: 'session' }, schema: { hide: true } } as const;
const LANGUAGE_COOKIE = 'cobro_language';
/** For one address, which tries keys, and for one key, which looks at pages; off where the API's own limit is (D14). */
const SIGN_INS_PER_SECOND = 2;
const PAGES_PER_SECOND = 20;

export type Call = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;
export type Visit = { readonly request: Call; readonly visitor: Visitor; readonly frame: Frame };
export type Page = (visit: Visit) => Promise<string>;
export type Form = {
  readonly page: Page;
  /** The path of that page. */
  readonly backTo: string;
  readonly done: Done;
};

export type Visits = {
  show(url: string, page: Page): void;
  act(url: string, form: Form, work: (visit: Visit) => Promise<unknown>): void;
};

export function receiveVisits(pages: FastifyInstance, deps: Deps): Visits {
  const { baseUrl, serviceName } = deps.settings;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const path = `${basePath}/dashboard`;
  const door = createDoor(deps, path);
  const isLimited = deps.settings.rateLimitPerSecond > 0;
  const takeSignIn = createBuckets(SIGN_INS_PER_SECOND, () => performance.now());
  const takePage = createBuckets(PAGES_PER_SECOND, () => performance.now());

  pages.setNotFoundHandler((request: Call, reply) => sendTrouble(request, reply, new AppError('not_found')));
  pages.setErrorHandler((error: FastifyError | AppError, request: Call, reply) =>
    sendTrouble(request, reply, toAppError(error)),
  );

  pages.get('/', OPEN, async (request: Call, reply) => {
    const visitor = await door.visitorOf(request);
    if (visitor === null) return send(reply, renderSignIn(await frameOf(request, reply, null)));
    return reply.redirect(startOf(visitor), 303);
  });
  pages.post('/sign-in', OPEN, async (request: Call, reply) => {
    const frame = await frameOf(request, reply, null);
    const texts = DASHBOARD_TEXTS[frame.language];
    const refuse = (problem: string, status: number) => send(reply, renderSignIn({ ...frame, problem }), status);
    if (!isFromOurPage(request, baseUrl)) return refuse(texts.foreign, 403);
    if (isLimited && takeSignIn(request.ip) < 0) return refuse(texts.tooOften, 429);
    const { key } = readBody(request, serviceName);
    const visitor = typeof key === 'string' ? await door.enter(request, reply, key.trim()) : null;
    if (visitor !== null) return reply.redirect(startOf(visitor), 303);
    request.refusal = 'invalid_api_key';
    return refuse(texts.signIn.refused, 401);
  });
  pages.post('/sign-out', OPEN, async (request: Call, reply) => {
    if (isFromOurPage(request, baseUrl)) await door.leave(request, reply);
    return reply.redirect(path, 303);
  });
  // Whoever reloads or bookmarks the answer to a form asks for its address.
  for (const url of ['/sign-in', '/sign-out']) {
    pages.get(url, OPEN, (_request, reply) => reply.redirect(path, 303));
  }

  return {
    show(url, page) {
      pages.get(url, SIGNED_IN, async (request: Call, reply) => {
        const visitor = await admit(request);
        const frame = await frameOf(request, reply, visitor);
        if (visitor === null) return send(reply, renderSignIn(frame), 401);
        return send(reply, await page({ request, visitor, frame }));
      });
    },

    act(url, { page, backTo, done }, work) {
      pages.post(url, SIGNED_IN, async (request: Call, reply) => {
        const visitor = await admit(request);
        const frame = { ...(await frameOf(request, reply, visitor)), here: targetOf(request, backTo) };
        if (visitor === null) return send(reply, renderSignIn({ ...frame, here: path }), 401);
        const refuse = async (problem: string, status: number) =>
          send(reply, await page({ request, visitor, frame: { ...frame, problem } }), status);
        if (!isFromOurPage(request, baseUrl)) return refuse(DASHBOARD_TEXTS[frame.language].foreign, 403);
        try {
          await work({ request, visitor, frame });
        } catch (error) {
          if (error instanceof OperatorError) return refuse(error.message, 400);
          const status = error instanceof AppError ? errorEntry(error.code).status : 500;
          if (!(error instanceof AppError) || status === 404 || status >= 500) throw error;
          request.refusal = error.code;
          return refuse(errorMessage(error, frame.language), status);
        }
        return reply.redirect(`${frame.here}?done=${done}`, 303);
      });
      if (url === backTo) return;
      pages.get(url, OPEN, (request: Call, reply) => reply.redirect(targetOf(request, backTo), 303));
    },
  };

  /** Who it is, for the page and for the log; 429 for one who asks too often. */
  async function admit(request: Call): Promise<Visitor | null> {
    const visitor = await door.visitorOf(request);
    if (visitor?.kind === 'merchant') request.credential = visitor.credential;
    // The operator is never kept out by others of his address.
    const name = visitor === null ? request.ip : visitor.kind === 'merchant' ? visitor.credential.keyId : 'operator';
    if (isLimited && takePage(name) < 0) throw new AppError('rate_limited', { retryAfterSeconds: 1 });
    return visitor;
  }

  function targetOf(request: Call, backTo: string): string {
    return path + backTo.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params[name] ?? ''));
  }

  async function sendTrouble(request: Call, reply: FastifyReply, problem: AppError): Promise<FastifyReply> {
    request.refusal = problem.code;
    if (problem.cause !== undefined) deps.log.error({ request: request.id, err: problem.cause }, problem.code);
    const { status } = errorEntry(problem.code);
    // The menu stays, unless it is the database that is in trouble.
    const visitor = status < 500 ? await door.visitorOf(request).catch(() => null) : null;
    const frame = { ...(await frameOf(request, reply, visitor)), here: path };
    const texts = DASHBOARD_TEXTS[frame.language];
    const message =
      status === 404 ? texts.notFound : status < 500 ? errorMessage(problem, frame.language) : texts.trouble;
    const { headers } = renderError(problem, frame.language, request.id);
    return send(reply.headers(headers), renderMessage(frame, message), status);
  }

  async function frameOf(request: Call, reply: FastifyReply, visitor: Visitor | null): Promise<Frame> {
    const { done } = request.query;
    return {
      language: chooseLanguage(request, reply),
      path,
      basePath,
      here: hereOf(request),
      viewer: visitor === null ? null : await viewerOf(visitor),
      section: SECTIONS.find((section) => request.routeOptions.url?.startsWith(`/dashboard/${section}`)) ?? null,
      done: visitor !== null && isDone(done) ? done : null,
      problem: null,
    };
  }

  /** The address of the page that is shown, without what only this answer is about. */
  function hereOf(request: Call): string {
    if (request.method !== 'GET') return path;
    const [, below = '', query = ''] = /^\/dashboard([^?]*)\??(.*)$/.exec(request.url) ?? [];
    const kept = new URLSearchParams(query);
    for (const name of ['lang', 'done']) kept.delete(name);
    return `${path}${below}${kept.size === 0 ? '' : `?${kept}`}`;
  }

  /** What was chosen once is remembered; else what the browser prefers. */
  function chooseLanguage(request: Call, reply: FastifyReply): Language {
    const { lang } = request.query;
    if (lang === 'es' || lang === 'en') {
      reply.header('set-cookie', `${LANGUAGE_COOKIE}=${lang}; Max-Age=31536000; Path=${path}; SameSite=Lax`);
      return lang;
    }
    const chosen = cookieOf(request, LANGUAGE_COOKIE, /^(es|en)$/);
    return chosen === 'es' || chosen === 'en' ? chosen : languageOf(request);
  }

  async function viewerOf(visitor: Visitor): Promise<Frame['viewer']> {
    if (visitor.kind === 'operator') return visitor;
    const { scope } = visitor.credential;
    const account = await findAccount(deps.db, scope.accountId);
    return { kind: 'merchant', name: account?.name ?? '', mode: scope.mode };
  }

  function startOf(visitor: Visitor): string {
    return `${path}/${visitor.kind === 'operator' ? 'money' : 'orders'}`;
  }
}

function send(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(HEADERS).send(page);
}

function isDone(word: unknown): word is Done {
  return typeof word === 'string' && Object.hasOwn(DASHBOARD_TEXTS.es.done, word);
}

/** What cannot be taken back is asked for twice. */
export function requireSure({ frame }: Visit, form: JsonObject): void {
  if (form['sure'] !== 'yes') throw new OperatorError(DASHBOARD_TEXTS[frame.language].order.notSure);
}
