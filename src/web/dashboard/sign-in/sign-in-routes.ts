// Signs people in to the dashboard and out of it (D78): by e-mail address, password and code; the first person of a team
// by its key; and by a link that is good once.

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenedSession } from '../../../actions/people/open-session.js';
import {
  acceptInvitation,
  readInviter,
  readLink,
  resetPassword,
  signInByLink,
} from '../../../actions/people/person-link.js';
import { setUpFirstPerson } from '../../../actions/people/set-up-first-person.js';
import { awaitsCode, passCode, signIn } from '../../../actions/people/sign-in.js';
import type { Deps } from '../../../deps.js';
import { keyPrefix } from '../../../domain/accounts/account.js';
import { type LinkKind, readEmail, type Visitor } from '../../../domain/people/person.js';
import { readBody } from '../../../http/body.js';
import { isFromOurPage } from '../../../http/page-origin.js';
import type { ServerState } from '../../../http/server.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { hasOrders } from '../../../store/orders/order-pages.js';
import type { JsonObject } from '../../../wire/json.js';
import { OPEN } from '../../ui/open.js';
import type { FrameOf, Root } from '../frame/frame.js';
import type { Limits } from '../limits.js';
import { secretIn, textIn } from '../refusal.js';
import { type DashboardRequest, SIGNED_IN, SIGNING_IN, sendPage } from '../request-type.js';
import { browserOf, type Sessions } from '../session.js';
import { forgotRoutes } from './forgot-routes.js';
import { type LinkPage, renderCodePage, renderFirstPage, renderLinkPage, renderSignIn } from './sign-in-page.js';
import { trySecret } from './try-secret.js';

type SignIn = {
  readonly base: Root;
  readonly sessions: Sessions;
  readonly frameOf: FrameOf;
  readonly limits: Limits;
  readonly state: Pick<ServerState, 'strangers'>;
  admit(request: DashboardRequest): Promise<Visitor | null>;
};

export function signInRoutes(pages: FastifyInstance, deps: Deps, signing: SignIn): void {
  doors(pages, deps, signing);
  passwordRoutes(pages, deps, signing);
  linkRoutes(pages, deps, signing);
  forgotRoutes(pages, deps, signing);
}

/** The first page, and the way out. */
function doors(pages: FastifyInstance, deps: Deps, { base, sessions, frameOf, state, admit }: SignIn): void {
  pages.get('/', SIGNED_IN, async (request: DashboardRequest, reply) => {
    const visitor = await admit(request);
    if (visitor === null) return sendPage(reply, renderSignIn(frameOf(request, reply, null)));
    return reply.redirect(await startOf(deps, base, visitor), 303);
  });
  pages.get('/first', OPEN, (request: DashboardRequest, reply) =>
    sendPage(reply, renderFirstPage(frameOf(request, reply, null))),
  );
  pages.post('/sign-out', SIGNED_IN, async (request: DashboardRequest, reply) => {
    if (!sessions.isKnown(request)) await state.strangers.admit(request);
    if (isFromOurPage(request, deps.settings.baseUrl)) await sessions.close(request, reply);
    return reply.redirect(base.root, 303);
  });
  // Reloading or bookmarking the reply to a form makes the browser request the form's address.
  for (const url of ['/sign-in', '/sign-out'])
    pages.get(url, OPEN, (_request, reply) => reply.redirect(base.root, 303));
}

function passwordRoutes(pages: FastifyInstance, deps: Deps, signing: SignIn): void {
  const { base, sessions } = signing;
  const tries = { ...signing, settings: deps.settings };

  pages.post('/sign-in', SIGNING_IN, async (request: DashboardRequest, reply) => {
    const { form, frame, next } = formOf(deps, signing, request, reply);
    const email = textIn({ form }, 'email');
    return trySecret(tries, {
      request,
      reply,
      form,
      frame,
      target: readEmail(email) ?? '',
      open: () =>
        signIn(deps, {
          email,
          password: secretIn({ form }, 'password'),
          browser: browserOf(request),
          turn: sessions.turnOf(request),
        }),
      page: renderSignIn,
      leadsTo: (visitor) =>
        visitor === null
          ? `${base.root}/code${next === null ? '' : `?next=${encodeURIComponent(next)}`}`
          : pageAfter(deps, base, visitor, next),
    });
  });

  pages.get('/code', SIGNING_IN, async (request: DashboardRequest, reply) => {
    await signing.state.strangers.admit(request);
    const token = sessions.waitingToken(request);
    if (token === null || !(await awaitsCode(deps, token))) return reply.redirect(base.root, 303);
    const here = readNext(base, request.query['next']) ?? base.root;
    return sendPage(reply, renderCodePage({ ...signing.frameOf(request, reply, null), here }));
  });
  pages.post('/code', SIGNING_IN, async (request: DashboardRequest, reply) => {
    const { form, frame, next } = formOf(deps, signing, request, reply);
    const token = sessions.waitingToken(request) ?? '';
    return trySecret(tries, {
      request,
      reply,
      form,
      frame,
      target: `code ${token}`,
      open: () => passCode(deps, { token, code: textIn({ form }, 'code'), browser: browserOf(request) }),
      page: renderCodePage,
      leadsTo: (visitor) => (visitor === null ? base.root : pageAfter(deps, base, visitor, next)),
    });
  });

  pages.post('/first', SIGNING_IN, async (request: DashboardRequest, reply) => {
    const { form, frame } = formOf(deps, signing, request, reply);
    const [secret, name, email] = [textIn({ form }, 'key'), textIn({ form }, 'name'), textIn({ form }, 'email')];
    return trySecret(tries, {
      request,
      reply,
      form,
      frame: { ...frame, here: `${base.root}/first` },
      target: targetOf(secret),
      open: () =>
        setUpFirstPerson(deps, {
          secret,
          name,
          email,
          password: secretIn({ form }, 'password'),
          browser: browserOf(request),
        }),
      page: renderFirstPage,
      leadsTo: (visitor) => (visitor === null ? base.root : startOf(deps, base, visitor)),
    });
  });
}

function linkRoutes(pages: FastifyInstance, deps: Deps, signing: SignIn): void {
  const { base } = signing;
  const tries = { ...signing, settings: deps.settings };

  pages.get('/link/:token', OPEN, async (request: DashboardRequest, reply) =>
    sendPage(reply, renderLinkPage(signing.frameOf(request, reply, null), await linkPageOf(deps, request))),
  );
  pages.post('/link/:token', SIGNING_IN, async (request: DashboardRequest, reply) => {
    const { form, frame } = formOf(deps, signing, request, reply);
    await signing.state.strangers.admit(request);
    const link = await linkPageOf(deps, request);
    return trySecret(tries, {
      request,
      reply,
      form,
      frame: { ...frame, here: `${base.root}/link/${link.token}` },
      target: 'link',
      open: () => useLink(deps, link, request, form),
      page: (shown) => renderLinkPage(shown, link),
      leadsTo: (visitor) => (visitor === null ? `${base.root}/code` : startOf(deps, base, visitor)),
    });
  });
}

const LINK_USES: Readonly<
  Record<LinkKind, (deps: Deps, link: LinkPage, request: DashboardRequest, form: JsonObject) => Promise<OpenedSession>>
> = {
  invitation: (deps, { token }, request, form) =>
    acceptInvitation(deps, {
      token,
      name: textIn({ form }, 'name'),
      password: secretIn({ form }, 'password'),
      browser: browserOf(request),
    }),
  reset: (deps, { token }, request, form) =>
    resetPassword(deps, { token, password: secretIn({ form }, 'password'), browser: browserOf(request) }),
  sign_in: (deps, { token }, request) => signInByLink(deps, { token, browser: browserOf(request) }),
};

function useLink(deps: Deps, link: LinkPage, request: DashboardRequest, form: JsonObject): Promise<OpenedSession> {
  return LINK_USES[link.kind](deps, link, request, form);
}

async function linkPageOf(deps: Deps, request: DashboardRequest): Promise<LinkPage> {
  const token = request.params['token'] ?? '';
  const link = await readLink(deps, token);
  const { kind, member } = link;
  const account = member.team === null ? null : await findAccount(deps.db, member.team);
  const by = kind === 'invitation' ? await readInviter(deps, member) : null;
  return { ...link, by, team: account?.name ?? null, token };
}

/** A form, and the page that its reader wanted: the link to the other language stays there. */
function formOf({ settings }: Deps, { base, frameOf }: SignIn, request: DashboardRequest, reply: FastifyReply) {
  const form = readBody(request, settings.serviceName);
  const next = readNext(base, form['next']);
  return { form, next, frame: { ...frameOf(request, reply, null), here: next ?? base.root } };
}

/** Which secret a try aims at: a key of which the beginning is known, or the operator's token. */
function targetOf(secret: string): string {
  return /^[ps]k_(test|live)_/.test(secret) ? keyPrefix(secret) : 'operator';
}

function pageAfter(deps: Deps, base: Root, visitor: Visitor, next: string | null): string | Promise<string> {
  return next !== null && isFor(base, next, visitor) ? next : startOf(deps, base, visitor);
}

/** Where work waits: a merchant who sells comes to the live pages. */
async function startOf({ db }: Deps, { root }: Root, visitor: Visitor): Promise<string> {
  if (visitor.kind === 'operator') return `${root}/desk/today`;
  const isSelling = await hasOrders(db, { accountId: visitor.account.id, mode: 'live' });
  return `${root}/${isSelling ? 'live' : 'test'}/home`;
}

// Where somebody is led after they signed in: to the page that they asked for, if it is one of the dashboard that they
// can have, else to their first one. An address of anywhere else is never followed.
/** The page that a form names; null if it is none of the dashboard. */
function readNext({ root }: Root, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${root}/`)) return null;
  const here = 'http://here.invalid';
  if (!URL.canParse(text, here)) return null;
  const { origin, pathname, search } = new URL(text, here);
  return origin === here && pathname.startsWith(`${root}/`) ? pathname + search : null;
}

/** A merchant's person has no page on the desk, and the operator's people none of a merchant. */
function isFor({ root }: Root, next: string, { kind }: Pick<Visitor, 'kind'>): boolean {
  const [area] = next.slice(root.length + 1).split('/');
  return kind === 'operator' ? area === 'desk' : area === 'test' || area === 'live';
}
