// Reads and writes cookies. A browser can send any text, so a value is accepted only if it has the form that we gave
// it.
import { parseCookie, type SerializeOptions, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieOptions = Pick<SerializeOptions, 'path' | 'maxAge' | 'httpOnly' | 'secure' | 'sameSite'>;

/** The value of a cookie, or null if there is none of that form. */
export function readCookie(request: FastifyRequest, name: string, form: RegExp): string | null {
  const value = parseCookie(request.headers.cookie ?? '')[name];
  return value !== undefined && form.test(value) ? value : null;
}

export function setCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  reply.header('set-cookie', stringifySetCookie(name, value, options));
}
