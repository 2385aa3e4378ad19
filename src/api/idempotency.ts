// Answers POSTs that may be repeated with the same Idempotency-Key (D40). A request is the same if its method, path and
// body are. This file computes keys and renders answers; actions/answer-once decides what is stored and when.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answered, answerClaimed, answerOnce, type Repeatable } from '../actions/orders/answer-once.js';
import type { Deps } from '../deps.js';
import { answerRow, keyIdOf } from '../domain/base/vault.js';
import { withoutEnd } from '../domain/base/without-end.js';
import { storedRepeatKey } from '../domain/orders/public-view.js';
import { AppError } from '../errors/errors.js';
import { rawBody } from '../http/body.js';
import { networkOf } from '../http/client-address.js';
import { writeError } from '../http/in-version.js';
import { merchantOf, sendJson } from '../http/request.js';

type OnceDeps = Pick<Deps, 'db' | 'clock' | 'vault'>;

type OnceReply<Value> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The JSON text of the answer. */
  render(value: Value): string;
  /** For answers with a secret, such as a customer's link: they are kept encrypted (D79). */
  readonly isSecret?: true;
};

/** For work that stores its own answer. The work receives the key to store it under, or null. */
export async function replyOnce<Value>(
  deps: OnceDeps,
  call: OnceReply<Value>,
  work: (repeat: Repeatable<Value> | null) => Promise<Answered<Value>>,
): Promise<FastifyReply> {
  const { render, repeat } = repeatable(deps, call);
  const answered = await answerOnce(deps, repeat, () => work(repeat));
  return send(call.reply, openAnswer(deps, repeat, answered), render);
}

/** For work with outside effects. The key is claimed before the work starts. */
export async function replyClaimed<Value>(
  deps: OnceDeps,
  call: OnceReply<Value>,
  work: () => Promise<Value>,
): Promise<FastifyReply> {
  const { render, repeat } = repeatable(deps, call);
  return send(call.reply, openAnswer(deps, repeat, await answerClaimed(deps, repeat, work)), render);
}

/** The request's key, and a function that renders only once, so that the stored answer is the one sent. */
function repeatable<Value>(
  { vault }: Pick<Deps, 'vault'>,
  { request, render, isSecret }: OnceReply<Value>,
): { render(value: Value): string; repeat: Repeatable<Value> | null } {
  const key = keyOf(request);
  if (key === null) return { render, repeat: null };
  let last: { readonly value: Value; readonly body: string } | null = null;
  const renderOnce = (value: Value) => {
    if (last === null || last.value !== value) last = { value, body: render(value) };
    return last.body;
  };
  const { scope, kind } = merchantOf(request);
  const stored = storedRepeatKey({ kind, network: networkOf(request.address), key });
  const kept = (body: string) => (isSecret === true ? vault.seal(answerRow(scope, stored), body).sealed : body);
  return {
    render: renderOnce,
    repeat: {
      scope,
      key: stored,
      keepsRefusals: kind === 'private', // D61
      requestDigest: digestOf(request),
      write: (value) => ({ status: 200, body: kept(renderOnce(value)) }), // every success is 200 (D7)
      writeRefusal: (error) => writeError(error, request),
    },
  };
}

function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw new AppError('invalid_idempotency_key');
  return key;
}

function digestOf(request: FastifyRequest): Buffer {
  const [path = ''] = request.url.split('?', 1);
  return createHash('sha256')
    .update(`${request.method} ${withoutEnd(path, '/')}\n`)
    .update(rawBody(request))
    .digest();
}

function send<Value>(reply: FastifyReply, answered: Answered<Value>, render: (value: Value) => string): FastifyReply {
  if (answered.is === 'first') return sendJson(reply, render(answered.value));
  const { status, body } = answered.answer;
  return sendJson(reply.code(status).header('idempotent-replayed', 'true'), body);
}

/** A refusal has no secret and is kept in clear; so are answers from before secrets were encrypted. */
function openAnswer<Value>(
  { vault }: Pick<Deps, 'vault'>,
  repeat: Repeatable<Value> | null,
  answered: Answered<Value>,
): Answered<Value> {
  if (repeat === null || answered.is === 'first' || keyIdOf({ sealed: answered.answer.body }) === null) return answered;
  const body = vault.open(answerRow(repeat.scope, repeat.key), { sealed: answered.answer.body });
  return { ...answered, answer: { ...answered.answer, body } };
}
