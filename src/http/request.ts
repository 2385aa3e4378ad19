// What the rim knows of a request beyond HTTP: who may make it, who made it, and in which language he reads.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../domain/account.js';
import { type Language, preferredLanguage } from '../domain/language.js';
import type { Rail } from '../domain/rails/rail.js';

/** Who may call a route: anyone, whoever has a key, or only who has the private one (D18). */
export type Access = 'anyone' | 'any-key' | 'private-key';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that needs a key. */
    credential: Credential | null;
    /** Set on the doors of rails. */
    rail: Rail | null;
    /** The error code of a refusal, for the log. */
    refusal: string | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** The merchant who calls. Only for routes that need a key. */
export function merchantOf(request: FastifyRequest): Credential {
  if (request.credential === null) throw new Error(`${request.method} ${request.url} has no credential`);
  return request.credential;
}

export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']);
}

/** JSON that is already text: compact, one line, no newline at the end (D9). */
export function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
