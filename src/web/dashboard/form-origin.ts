// Checks that a form was sent by our own page: browsers say where a request comes from.
import type { FastifyRequest } from 'fastify';

export function isFromOurPage({ headers }: FastifyRequest, baseUrl: string): boolean {
  // No page can forge this header, whereas a proxy may change Host.
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host !== null && (host === headers.host || host === new URL(baseUrl).host);
}
