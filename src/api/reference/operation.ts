// What the access of a route says about its operation in the API reference: its security, and the refusals that every
// route of that access can answer with. Routes themselves describe only what is their own.
import type { FastifySchema, RouteOptions } from 'fastify';
import type { Access } from '../../http/request.js';
import { REQUESTS } from '../../wire/versions/shapes.js';
import { errorReplies } from '../schemas/schemas.js';

type Described = { readonly security: FastifySchema['security']; readonly refusals: readonly number[] };

const KEY: Described = { security: [{ apiKey: [] }], refusals: [400, 401, 403, 429, 500, 503] };
const OPEN: Described = { security: [], refusals: [400, 429, 500, 503] };

const BY_ACCESS: Readonly<Record<Access, Described>> = {
  'any-key': KEY,
  'private-key': KEY,
  anyone: OPEN,
  // A key that opens nothing is as good as none.
  'key-or-none': { ...OPEN, security: [{}, { apiKey: [] }] },
  session: OPEN,
  'sign-in': OPEN,
  rail: { security: [{ rail: [] }], refusals: [400, 401, 403, 413, 429, 500, 503] },
  'metrics-token': { security: [{}, { metricsToken: [] }], refusals: [400, 429, 500] },
  health: { security: [], refusals: [400, 500] },
};

/** The schema of a route with all that its access, its path and its body tell. What it says itself wins. */
export function completeOperation(schema: FastifySchema, route: RouteOptions): FastifySchema {
  const { security, refusals } = BY_ACCESS[route.config?.access ?? 'anyone'];
  const known = typeof schema.response === 'object' ? schema.response : {};
  const statuses = [...refusals, ...ownRefusals(schema, route)];
  const response = { ...errorReplies(...statuses), ...known };
  return { ...schema, ...(security !== undefined && { security }), ...nameOfQuery(schema), response };
}

function ownRefusals(schema: FastifySchema, { url, method }: RouteOptions): number[] {
  const statuses: number[] = [];
  if (url.includes(':')) statuses.push(404);
  if (isIdempotent(schema)) statuses.push(409);
  if (method !== 'GET') statuses.push(413);
  if (schema.body !== undefined) statuses.push(415);
  return statuses;
}

/** In the document a query is its parameters, which do not tell whose they are; document.ts takes the name away again. */
function nameOfQuery({ querystring }: FastifySchema): { readonly 'x-query'?: string } {
  const query = REQUESTS.find(({ schema }) => schema === querystring);
  return query === undefined ? {} : { 'x-query': query.name };
}

/** Another request with the same key is a conflict. */
function isIdempotent({ headers }: FastifySchema): boolean {
  return JSON.stringify(headers ?? {}).includes('Idempotency-Key');
}
