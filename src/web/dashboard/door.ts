// Who is signed in to the dashboard. What opens it is a merchant's private key or the operator's token; a cookie stands for
// it afterwards. The key itself is asked at every request, so that a revoked one shows nothing more.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/account.js';
import { findCredential, keyDigest } from '../../store/accounts/accounts.js';
import { deleteSession, findSession, insertSession } from '../../store/people/sessions.js';

export type Visitor = { readonly kind: 'merchant'; readonly credential: Credential } | { readonly kind: 'operator' };

export type Door = {
  /** Signs in; null when the text opens nothing. */
  enter(request: FastifyRequest, reply: FastifyReply, secret: string): Promise<Visitor | null>;
  visitorOf(request: FastifyRequest): Promise<Visitor | null>;
  leave(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

const COOKIE = 'cobro_dashboard';
const SESSION_SECONDS = 12 * 3_600;

export function createDoor(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>, path: string): Door {
  const { baseUrl, operatorToken } = deps.settings;
  const operatorDigest = operatorToken === null ? null : keyDigest(operatorToken);
  // Another site can neither read it nor have it sent along.
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${baseUrl.startsWith('https:') ? '; Secure' : ''}`;

  return {
    async enter(request, reply, secret) {
      const openedWith = keyDigest(secret);
      const visitor = await whoHas(openedWith);
      if (visitor === null) return null;
      const before = tokenOf(request);
      if (before !== null) await deleteSession(deps.db, keyDigest(before));
      const token = deps.random.bytes(32).toString('base64url');
      const now = deps.clock.now();
      const expiresAt = now + SESSION_SECONDS * 1_000;
      await insertSession(deps.db, { digest: keyDigest(token), openedWith, now, expiresAt });
      reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${SESSION_SECONDS}; ${attributes}`);
      return visitor;
    },
    async visitorOf(request) {
      const token = tokenOf(request);
      const openedWith = token === null ? null : await findSession(deps.db, keyDigest(token), deps.clock.now());
      return openedWith === null ? null : whoHas(openedWith);
    },
    async leave(request, reply) {
      reply.header('set-cookie', `${COOKIE}=; Max-Age=0; ${attributes}`);
      const token = tokenOf(request);
      if (token !== null) await deleteSession(deps.db, keyDigest(token));
    },
  };

  async function whoHas(digest: Buffer): Promise<Visitor | null> {
    if (operatorDigest !== null && timingSafeEqual(digest, operatorDigest)) return { kind: 'operator' };
    const credential = await findCredential(deps.db, digest);
    if (credential === null || credential.kind !== 'private') return null;
    if (credential.endsAt !== null && credential.endsAt <= deps.clock.now()) return null;
    return { kind: 'merchant', credential };
  }
}

function tokenOf(request: FastifyRequest): string | null {
  return cookieOf(request, COOKIE, /^[\w-]{43}$/);
}

/** The value of a cookie, when it has that form. */
export function cookieOf(request: FastifyRequest, name: string, form: RegExp): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && form.test(value)) return value;
  }
  return null;
}

/** Whether a form was sent by our own page: browsers tell where a request comes from. */
export function isFromOurPage({ headers }: FastifyRequest, baseUrl: string): boolean {
  // No page can forge this one; a proxy may well change Host.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === headers.host || host === new URL(baseUrl).host);
}
