// The type of a dashboard request, and how a page is sent in reply.
import type { FastifyReply, FastifyRequest } from 'fastify';

export type DashboardRequest = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/**
 * Options for routes that need a session, and for the form to get one. None is in the reference. Nobody
 * asks for the head of a page behind a session, and a second router entry for each of hundreds slows every start.
 */
export const SIGNING_IN = { config: { access: 'sign-in' }, schema: { hide: true } } as const;
export const SIGNED_IN = { config: { access: 'session' }, schema: { hide: true }, exposeHeadRoute: false } as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(HEADERS).send(page);
}
