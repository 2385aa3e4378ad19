// Requests and replies of accounts, in the version that each of them is pinned to (D35). All routes for merchants read and
// answer through this file; without an account, as for rails, both are in the newest version.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Fault, invalidRequest } from '../errors/errors.js';
import { ErrorBody, type ErrorReply, renderError } from '../wire/error.js';
import type { JsonObject } from '../wire/json.js';
import { errorInVersion, inVersion, isChangedSince, withNewestNames } from '../wire/versions/in-version.js';
import { nearMisses } from '../wire/versions/near-misses.js';
import type { Replies, ReplyName, RequestName } from '../wire/versions/shapes.js';
import { NEWEST_VERSION } from '../wire/versions/versions.js';
import { readBody } from './body.js';
import { languageOf, queryOf, sendJson } from './request.js';

type Readable<Context extends readonly unknown[], Values> = {
  readonly name: RequestName;
  read(given: JsonObject, ...context: Context): Values;
};

/** Reads the body of a request, or refuses it with all of its faults. */
export function readRequest<Context extends readonly unknown[], Values>(
  request: FastifyRequest,
  serviceName: string,
  shape: Readable<Context, Values>,
  ...context: Context
): Values {
  return readGiven(request, shape, readBody(request, serviceName), context);
}

export function readQuery<Values>(request: FastifyRequest, shape: Readable<[], Values>): Values {
  return readGiven(request, shape, queryOf(request), []);
}

function readGiven<Context extends readonly unknown[], Values>(
  request: FastifyRequest,
  shape: Readable<Context, Values>,
  given: JsonObject,
  context: Context,
): Values {
  const misspelt = misspeltIn(request, shape, given);
  const read = () => shape.read(asNewest(request, shape, given), ...context);
  if (misspelt.length === 0) return read();
  throw invalidRequest(...misspelt, ...faultsOf(read));
}

/** Fields that are nearly one of the request (D95). */
export function misspeltIn(
  request: FastifyRequest,
  shape: { readonly name: RequestName },
  given: JsonObject,
): readonly Fault[] {
  return nearMisses(shape, given, versionOf(request));
}

/** What else is wrong: a field that is misspelt may be missing under its right name. */
function faultsOf(read: () => unknown): readonly Fault[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof AppError && error.faults.length > 0) return error.faults;
    throw error;
  }
}

/** What was sent, under the newest names. Errors of the request use the names that its sender knows. */
export function asNewest(
  request: FastifyRequest,
  shape: { readonly name: RequestName },
  given: JsonObject,
): JsonObject {
  request.shape = shape;
  return withNewestNames(shape, given, versionOf(request));
}

/** The text of a reply. */
export function writeReply<Name extends ReplyName>(
  request: FastifyRequest,
  shape: { readonly $id: Name },
  value: Replies[Name],
): string {
  return JSON.stringify(inVersion(shape, value, versionOf(request)));
}

export function sendReply<Name extends ReplyName>(
  reply: FastifyReply,
  shape: { readonly $id: Name },
  value: Replies[Name],
): FastifyReply {
  return sendJson(reply, writeReply(reply.request, shape, value));
}

/** Whether the caller gets another shape than the newest. What is the same for all of the others can be kept. */
export function differsFor(request: FastifyRequest, shape: { readonly $id: ReplyName }): boolean {
  return isChangedSince(shape, versionOf(request));
}

/** An error as its account reads it. */
export function writeError(error: AppError, request: FastifyRequest): Omit<ErrorReply, 'body'> & { body: string } {
  const version = versionOf(request);
  // A request whose path Fastify cannot read has nothing that hooks and routes would have set.
  const told = request.shape ? errorInVersion(request.shape, error, version) : error;
  const { body, ...reply } = renderError(told, languageOf(request), request.id);
  return { ...reply, body: JSON.stringify(inVersion(ErrorBody, body, version)) };
}

function versionOf({ credential }: FastifyRequest): string {
  return credential?.interfaceVersion ?? NEWEST_VERSION;
}
