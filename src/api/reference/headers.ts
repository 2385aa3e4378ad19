// The headers of replies in the API reference, and which replies have them.

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});
const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 1 } });

export const HEADERS = {
  'Request-Id': {
    ...text('The id of the request, for questions about it; your own X-Request-Id if you sent one', 'a1b2-c3'),
    required: true,
  },
  'RateLimit-Policy': text('Which limit counts: `q` requests in `w` seconds', '"account";q=200;w=2'),
  RateLimit: text('What is left of it: `r` requests; `t` seconds until there is one more', '"account";r=199;t=1'),
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': seconds('How many seconds to wait before trying again; missing where waiting does not help'),
  Location: { description: 'Where to go on', schema: { type: 'string' }, required: true },
  'WWW-Authenticate': { ...text('How to authenticate', 'Basic realm="cobro"'), required: true },
};

export type HeaderName = keyof typeof HEADERS;

/** References to headers, by their names. */
export function headersOf(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * The headers of a refusal that several operations share. Those of the rate limit come only where a key was shown, and
 * the one of a repeated answer only where there was an Idempotency-Key.
 */
export function refusalHeaders(status: number): readonly HeaderName[] {
  if (status === 401) return ['Request-Id', 'WWW-Authenticate'];
  const common = ['Request-Id', 'RateLimit-Policy', 'RateLimit', 'Idempotent-Replayed'] as const;
  return status === 429 || status === 503 ? [...common, 'Retry-After'] : common;
}
