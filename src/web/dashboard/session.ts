// The cookies of signed-in people. One carries the token of the session; another one, while the code of the second factor
// is still missing, a token that is good for that alone. A third one, which outlives them, says that somebody has signed
// in with this browser before.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { closeSession } from '../../actions/people/end-sessions.js';
import { findSessionId, findVisitor } from '../../actions/people/find-visitor.js';
import { type Browser, CODE_SECONDS, type OpenedSession, SESSION_SECONDS } from '../../actions/people/open-session.js';
import type { Deps } from '../../deps.js';
import type { Visitor } from '../../domain/people/person.js';
import { networkOf } from '../../http/client-address.js';
import type { Turn } from '../../memory/passwords.js';
import { type CookieOptions, readCookie, setCookie } from '../ui/cookie.js';

export type Sessions = {
  /** Gives a session to the browser; one that it had before ends. null while the code is missing. */
  give(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession): Promise<Visitor | null>;
  visitorOf(request: FastifyRequest): Promise<Visitor | null>;
  /** Whether the request's session was open when this process last looked. */
  isKnown(request: FastifyRequest): boolean;
  /** The token of a sign-in that waits for its code. */
  waitingToken(request: FastifyRequest): string | null;
  /** The id of the request's own session. */
  idOf(request: FastifyRequest): Promise<string | null>;
  /**
   * In whose turn a password is checked: that of somebody who signed in with this browser before, whatever others of
   * their address do, or that of the address.
   */
  turnOf(request: FastifyRequest): Turn;
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

const COOKIE = 'cobro_dashboard';
const CODE_COOKIE = 'cobro_code';
const BROWSER_COOKIE = 'cobro_browser';
const MOST_KNOWN = 10_000;
const TOKEN_FORM = /^[\w-]{43}$/;
const BROWSER_FORM = /^[0-9a-f-]{36}\.[0-9a-f]{8}\.[0-9a-f]{64}$/;
const YEAR_SECONDS = 365 * 86_400;

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'vault'>;

export function createSessions(deps: SessionDeps, path: string): Sessions {
  const secure = deps.settings.baseUrl.startsWith('https:');
  // A link in an e-mail must find its reader signed in, so not `strict`. Another site's form never counts, because every
  // form is checked for where it comes from, and no page changes anything.
  const options: CookieOptions = { path, httpOnly: true, sameSite: 'lax', secure };
  const tokenOf = (request: FastifyRequest) => readCookie(request, COOKIE, TOKEN_FORM);
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });
  const browserText = (personId: string) => `known browser ${personId}`;

  return {
    async give(request, reply, { token, stage }) {
      if (stage === 'code') {
        setCookie(reply, CODE_COOKIE, token, { ...options, maxAge: CODE_SECONDS });
        return null;
      }
      const before = tokenOf(request);
      if (before !== null) await closeSession(deps, before);
      setCookie(reply, COOKIE, token, { ...options, maxAge: SESSION_SECONDS });
      setCookie(reply, CODE_COOKIE, '', { ...options, maxAge: 0 });
      const visitor = await findVisitor(deps, token);
      if (visitor === null) return null;
      const { keyId, mac } = deps.vault.sign(browserText(visitor.person.id));
      const mark = `${visitor.person.id}.${keyId}.${mac}`;
      setCookie(reply, BROWSER_COOKIE, mark, { ...options, maxAge: YEAR_SECONDS });
      return visitor;
    },
    async visitorOf(request) {
      const token = tokenOf(request);
      const visitor = token === null ? null : await findVisitor(deps, token);
      if (token !== null && visitor !== null) known.set(token, true);
      else if (token !== null) known.delete(token);
      return visitor;
    },
    isKnown: (request) => known.has(tokenOf(request) ?? ''),
    waitingToken: (request) => readCookie(request, CODE_COOKIE, TOKEN_FORM),
    async idOf(request) {
      const token = tokenOf(request);
      return token === null ? null : findSessionId(deps, token);
    },
    turnOf(request) {
      const [id = '', keyId = '', mac = ''] = readCookie(request, BROWSER_COOKIE, BROWSER_FORM)?.split('.') ?? [];
      const isOurs = id !== '' && deps.vault.check(browserText(id), { keyId, mac }) === 'right';
      const isGone = () => request.raw.socket.destroyed;
      return { owner: isOurs ? id : networkOf(request.address), isKnown: isOurs, isGone };
    },
    async close(request, reply) {
      setCookie(reply, COOKIE, '', { ...options, maxAge: 0 });
      const token = tokenOf(request);
      if (token !== null) await closeSession(deps, token);
    },
  };
}

export function browserOf(request: FastifyRequest): Browser {
  return { address: request.address, agent: request.headers['user-agent'] ?? '' };
}
