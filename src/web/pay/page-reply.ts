// How customer pages are sent: their headers, and in which language. Any site may show them in a frame (D67): they know
// nobody's session, so a stolen click does nothing that the thief could not do alone.
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../domain/base/language.js';
import { languageOf, queryOf } from '../../http/request.js';

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors *",
  // Anyone with the address can open the page, so it must reach no other site and no search engine.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * For the page of an order. A browser may keep it for the customer who goes back where there is no signal, but asks us
 * first wherever there is one.
 */
export const KEPT_PAGE_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'private, no-cache' } as const;

/** For a page with a form that acts, and that no other site may lay under its own buttons. */
export const UNFRAMED_FORM_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'",
} as const;

/** The same for a page with a form that is sent to us. Whoever goes back to it finds the very form that they sent. */
export function formPageHeaders(images: readonly string[]) {
  return {
    ...KEPT_PAGE_HEADERS,
    'content-security-policy':
      `default-src 'none'; style-src 'self'; script-src 'self'; img-src ${["'self'", 'data:', ...images].join(' ')}; ` +
      "base-uri 'none'; form-action 'self'; frame-ancestors *",
  };
}

/** `?lang=` first, then Accept-Language, then Spanish (D59). */
export function readLanguage(request: FastifyRequest): Language {
  const { lang } = queryOf(request);
  return lang === 'es' || lang === 'en' ? lang : languageOf(request);
}
