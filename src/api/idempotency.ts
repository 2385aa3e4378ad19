// Reads Idempotency-Key (D40): "the same request" means the same method, path and body.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answerClaimed, answerOnce, type RepeatKey } from '../actions/answer-once.js';
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';
import { rawBody } from '../http/body.js';
import { languageOf, merchantOf, sendJson } from '../http/request.js';
import { renderError } from '../wire/error.js';

/** Answers a POST whose work stores its own answer, or gives the first answer to its key again. */
export function replyOnce(...call: ReplyCall): Promise<FastifyReply> {
  return replyBy(answerOnce, ...call);
}

/** Answers a POST whose work reaches outside: its key is claimed before the work starts. */
export function replyClaimed(...call: ReplyCall): Promise<FastifyReply> {
  return replyBy(answerClaimed, ...call);
}

type ReplyCall = [
  deps: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (repeat: RepeatKey | null) => Promise<Answer>,
];

async function replyBy(answerBy: typeof answerOnce, ...[deps, request, reply, work]: ReplyCall): Promise<FastifyReply> {
  const repeat = repeatKeyOf(request);
  const answer = await answerBy(deps, {
    merchant: merchantOf(request),
    repeat,
    work: async () => work(repeat),
    renderRefusal: (error) => renderError(error, languageOf(request), request.id),
  });
  if (answer.repeated) reply.header('idempotent-replayed', 'true');
  return sendJson(reply.code(answer.status), answer.body);
}

export function repeatKeyOf(request: FastifyRequest): RepeatKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) throw new AppError('invalid_idempotency_key');
  const path = request.url.split('?', 1)[0]?.replace(/\/+$/, '');
  const requestDigest = createHash('sha256').update(`${request.method} ${path}\n`).update(rawBody(request)).digest();
  return { key, requestDigest };
}
