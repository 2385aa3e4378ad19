// Whether a request comes from a page of our own, or from no page at all. Browsers say which page a request comes from;
// programs that are not browsers say nothing.
import type { FastifyRequest } from 'fastify';

export function isFromOurPage({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): boolean {
  // No page can forge this header, whereas a proxy may change Host. "none" is an address that the user typed.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === headers.host || host === new URL(baseUrl).host);
}
