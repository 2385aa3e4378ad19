// Notes API requests of known keys for the merchant's developers (D78). It runs after the reply, and only what the log has
// room for is looked at any further.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import { maskBody, maskPath, maskReply } from '../domain/keeping/logged-request.js';
import { PLAIN_FIELDS } from '../wire/versions/plain-fields.js';
import { rawBody } from './body.js';

const LONGEST_AGENT = 200;

export function noteRequest(
  { requestLog, random, clock }: Pick<Deps, 'requestLog' | 'random' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { credential } = request;
  // Pages for people have a credential, too, but state no right.
  if (credential === null || request.route.right === undefined) return;
  const status = reply.statusCode;
  const isRefused = status >= 400;
  if (!requestLog.hasRoom(credential.scope, isRefused)) return;
  const at = clock.now();
  const agent = request.headers['user-agent'];
  requestLog.add(credential.scope, {
    id: random.uuid(at),
    at,
    requestId: request.id,
    method: request.method,
    path: maskPath(request.url, PLAIN_FIELDS),
    status,
    error: request.refusal ?? repeatedError(request.refusedWith),
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    keyId: credential.keyId,
    address: request.address,
    userAgent: agent === undefined ? null : agent.slice(0, LONGEST_AGENT),
    requestBody: isRefused ? maskBody(rawBody(request).toString('utf8'), PLAIN_FIELDS) : null,
    replyBody: isRefused && request.refusedWith !== null ? maskReply(request.refusedWith) : null,
  });
}

/** A refusal that is repeated from an earlier answer tells its code only in its body. */
function repeatedError(body: string | null): string | null {
  const [, code = null] = /"error":"(\w{1,60})"/.exec(body ?? '') ?? [];
  return code;
}
