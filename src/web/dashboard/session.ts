// Signs users in to the dashboard. A cookie carries the session's token.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { closeSession } from '../../actions/close-session.js';
import { findVisitor } from '../../actions/find-visitor.js';
import { openSession, SESSION_SECONDS } from '../../actions/open-session.js';
import type { Deps } from '../../deps.js';
import type { Visitor } from '../../domain/person.js';
import { type CookieOptions, readCookie, setCookie } from '../ui/cookie.js';

export type Sessions = {
  /** Signs in, or returns null if the secret is not valid. */
  open(request: FastifyRequest, reply: FastifyReply, secret: string): Promise<Visitor | null>;
  visitorOf(request: FastifyRequest): Promise<Visitor | null>;
  /** Whether the request's session was open when this process last looked. */
  isKnown(request: FastifyRequest): boolean;
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

const COOKIE = 'cobro_dashboard';
const MOST_KNOWN = 10_000;
const TOKEN_FORM = /^[\w-]{43}$/;

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault' | 'refusedSignIns'>;

export function createSessions(deps: SessionDeps, path: string): Sessions {
  const secure = deps.settings.baseUrl.startsWith('https:');
  // Another site can neither read the cookie nor make the browser send it.
  const options: CookieOptions = { path, httpOnly: true, sameSite: 'strict', secure };
  const tokenOf = (request: FastifyRequest) => readCookie(request, COOKIE, TOKEN_FORM);
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });

  return {
    async open(request, reply, secret) {
      const opened = await openSession(deps, secret, request.address);
      if (opened === null) return null;
      const before = tokenOf(request);
      if (before !== null) await closeSession(deps, before);
      setCookie(reply, COOKIE, opened.token, { ...options, maxAge: SESSION_SECONDS });
      return opened.visitor;
    },
    async visitorOf(request) {
      const token = tokenOf(request);
      const visitor = token === null ? null : await findVisitor(deps, token);
      if (token !== null && visitor !== null) known.set(token, true);
      else if (token !== null) known.delete(token);
      return visitor;
    },
    isKnown: (request) => known.has(tokenOf(request) ?? ''),
    async close(request, reply) {
      setCookie(reply, COOKIE, '', { ...options, maxAge: 0 });
      const token = tokenOf(request);
      if (token !== null) await closeSession(deps, token);
    },
  };
}
