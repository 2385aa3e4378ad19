// What every refusal must look like, whoever refused: our routes, Fastify or Node.js itself (D9, D15, D58).
import assert from 'node:assert/strict';

export type Refused = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
};

export type Problem = {
  readonly status: number;
  /** `code` of the body; the HTTP status unless told. */
  readonly code?: number;
  readonly error?: string;
  /** The faulty fields, in any order. */
  readonly params?: readonly string[];
};

/** The parsed error body. */
export type ErrorBody = {
  readonly code: number;
  readonly error: string;
  readonly message: string;
  readonly debug_message: string;
  readonly param: string | null;
  readonly errors: readonly { readonly param: string; readonly error: string; readonly message: string }[];
  readonly request_id: string;
};

const KEYS = ['type', 'status', 'object', 'code', 'error', 'message', 'debug_message', 'param', 'errors', 'request_id'];
const INSIDE =
  /node_modules|\.(ts|js|mjs):\d+|\bat [\w.<>]+ \(|\b(select|insert into|update) |postgres|invalid byte|syntax error|FST_|HPE_/i;

export function assertProblem(reply: Refused, wanted: Problem, what = ''): ErrorBody {
  const told = `${what} ${reply.status} ${reply.text.slice(0, 300)}`;
  assert.equal(reply.status, wanted.status, told);
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8', told);
  const body = JSON.parse(reply.text);
  assert.equal(reply.text, JSON.stringify(body), `compact JSON: ${told}`);
  assert.deepEqual(Object.keys(body), KEYS, told);
  assert.deepEqual([body.type, body.status, body.object], ['error', 'error', 'error'], told);
  assert.equal(body.code, wanted.code ?? wanted.status, told);
  assert.match(body.error, /^[a-z][a-z0-9_]*$/, told);
  if (wanted.error !== undefined) assert.equal(body.error, wanted.error, told);
  for (const text of [body.message, body.debug_message]) {
    assert.ok(typeof text === 'string' && text.trim() !== '', told);
    assert.doesNotMatch(text, /[{}]/, `every place in the text is filled: ${told}`);
  }
  assert.equal(body.param, body.errors[0]?.param ?? null, told);
  for (const fault of body.errors) {
    assert.deepEqual(Object.keys(fault), ['param', 'error', 'message'], told);
    assert.match(fault.error, /^[a-z][a-z0-9_]*$/, told);
    assert.match(fault.message, /\S/, told);
  }
  if (wanted.params !== undefined) {
    const params = body.errors.map((fault: { param: string }) => fault.param);
    assert.deepEqual(params.sort(), [...wanted.params].sort(), told);
  }
  assert.equal(body.request_id, reply.headers['request-id'], `request_id is the Request-Id: ${told}`);
  assert.match(body.request_id, /^[A-Za-z0-9._-]{1,64}$/, told);
  assert.doesNotMatch(reply.text, INSIDE, `nothing of the inside: ${told}`);
  if (reply.status === 503 || reply.status === 429)
    assert.match(reply.headers['retry-after'] ?? '', /^[1-9]\d*$/, told);
  return body;
}
