// Makes sure that the peers do what the service does: the same answer to the same order, a refusal of a wrong key and of a
// wrong body, and the same order again when it is read.
import { ORDER } from '../load.js';
import type { ServerProcess } from '../server-process.js';
import type { Framework } from './frameworks.js';

export type Answer = Readonly<Record<string, unknown>>;

/** The answer to an order of this server, without what differs from order to order. */
export async function requireSameAnswers(
  framework: Framework,
  server: ServerProcess,
  wanted: Answer | null,
): Promise<Answer> {
  const call = (method: string, path: string, options: { key?: string; body?: unknown } = {}) =>
    request(`${server.url}${path}`, method, { key: framework.key, ...options });
  const fail = (what: string) => new Error(`${framework.name}: ${what}`);
  const created = await call('POST', '/v2/orders', { body: ORDER });
  if (created.status !== 200) throw fail(`an order got ${created.status}: ${JSON.stringify(created.json)}`);
  const verified = await call('GET', `/v2/orders/${created.json['id']}`);
  if (JSON.stringify(verified.json) !== JSON.stringify(created.json)) throw fail('reads another order than it created');
  const without = { ...ORDER, customer: { name: 'Ana' } };
  const refused = await call('POST', '/v2/orders', { body: without });
  if (refused.status < 400 || refused.status > 422) throw fail(`an order without an address got ${refused.status}`);
  const stranger = await call('POST', '/v2/orders', { key: 'wrong', body: ORDER });
  if (stranger.status !== 401) throw fail(`a wrong key got ${stranger.status}`);
  const plain = withoutNumbers(created.json);
  if (wanted !== null && JSON.stringify(plain) !== JSON.stringify(wanted)) {
    throw fail(`answers ${JSON.stringify(plain)}, not ${JSON.stringify(wanted)}`);
  }
  return plain;
}

/** Replaces what is drawn anew or taken from the clock, in the whole text: the instructions have the CLABE, too. */
function withoutNumbers(answer: Answer): Answer {
  const text = JSON.stringify(answer)
    .replace(/ch_[0-9a-f-]{36}/g, 'ch_')
    .replace(/"shortId":"[0-9A-F]{8}"/, '"shortId":""')
    .replace(/\b\d{18}\b/g, '')
    .replace(/\b\d{13}\b/g, '0');
  return JSON.parse(text);
}

async function request(
  url: string,
  method: string,
  { key, body }: { key: string; body?: unknown },
): Promise<{ status: number; json: Answer }> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}
