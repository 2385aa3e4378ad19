// Parses a request body into a JSON object, once: JSON or a form, at most 64 KiB and 16 levels deep (D10, D11, D13).
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasLongLine, LONG_LINE, MOST_LEVELS, parseOutsideJson } from '../domain/base/outside-text.js';
import { AppError } from '../errors/errors.js';
import { isJsonObject, type JsonObject } from '../wire/json.js';

export const BODY_LIMIT_BYTES = 64 * 1024;
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Accepts every body as bytes, so that a wrong content type or broken JSON gets our own error, after the key check. */
export function takeBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Fastify finds the parser of a type that is named here at once. For all others it reads the type anew each time.
  for (const type of ['application/json', 'application/x-www-form-urlencoded', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The bytes of the body, empty if there is none. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The body as an object. A missing body is an empty object, so that errors name each missing field. */
export function readBody(request: FastifyRequest, serviceName: string): JsonObject {
  const bytes = rawBody(request);
  if (bytes.length === 0) return {};
  const form = bodyForm(request.headers['content-type'], serviceName);
  const text = decodeText(bytes, request);
  // `curl -d '{…}'` without a header labels JSON as a form.
  return form === 'json' || text.trimStart().startsWith('{') ? parseJson(text) : parseForm(text);
}

/** v1 libraries on Windows send the machine's encoding. A name with an accent must not cost the sale. */
function decodeText(bytes: Buffer, request: FastifyRequest): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  if (request.route.url?.startsWith('/v1/')) return WINDOWS_1252.decode(bytes);
  throw new AppError('malformed_body', { problem: 'is not UTF-8' });
}

/**
 * The JSON body of a GET, which the reference sends to the provider list (spec, Endpoints rule 2). Anything that is not
 * a JSON object is ignored (D11).
 */
export async function readGetBody(request: FastifyRequest): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) break;
    chunks.push(chunk);
  }
  if (size > BODY_LIMIT_BYTES) {
    request.raw.resume(); // or nobody would read on, not even that the client has gone, and the connection would stay for ever
    throw new AppError('body_too_large');
  }
  if (size === 0) return {};
  try {
    return parseJson(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return {};
  }
}

/** Checks only the media type and ignores its parameters, because some clients send `charset==utf-8`. */
function bodyForm(contentType: string | undefined, serviceName: string): 'json' | 'form' {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  switch (mediaType) {
    case '':
    case 'application/json':
    case `application/${serviceName}`:
    case `application/${serviceName}+json`:
      return 'json';
    case 'application/x-www-form-urlencoded':
      return 'form';
    default:
      throw new AppError('unsupported_media_type');
  }
}

function parseJson(text: string): JsonObject {
  const parsed = parseOutsideJson(text, JSON.parse);
  if ('problem' in parsed) throw new AppError('malformed_body', { problem: parsed.problem });
  if (!isJsonObject(parsed.value)) throw new AppError('malformed_body', { problem: 'is not a JSON object' });
  return parsed.value;
}

/** Also accepts forms that are not percent-encoded, and `product[price]=…` for nested fields. */
function parseForm(text: string): JsonObject {
  const body = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(keepPluses(inUtf8(text)))) {
    const path = name.split('[').map((part, index) => (index > 0 && part.endsWith(']') ? part.slice(0, -1) : part));
    let place = body;
    for (const part of path.slice(0, MOST_LEVELS)) {
      const inner = place.get(part);
      if (!(inner instanceof Map)) place.set(part, new Map());
      place = place.get(part) as Map<string, unknown>;
    }
    place.set('', value);
  }
  const object = toObject(body) as JsonObject;
  requireShortLines(object);
  return object;
}

/** Fields that a person or a page filled in. */
export function requireShortLines(fields: JsonObject): void {
  if (hasLongLine(fields)) throw new AppError('malformed_body', { problem: LONG_LINE });
}

/** Pages of old shops are in the encoding of Windows, and so are the forms on them. */
function inUtf8(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex');
    return isUtf8(bytes) ? encoded : encodeURIComponent(WINDOWS_1252.decode(bytes));
  });
}

/**
 * A plus means a space only in encoded text: not in a body with real spaces, nor in an address with a real @. Clients
 * that encode nothing send `ana+shop@example.com` unchanged.
 */
function keepPluses(text: string): string {
  const keep = (part: string) => part.replaceAll('+', '%2B');
  if (text.includes(' ')) return keep(text);
  return text
    .split('&')
    .map((pair) => (pair.includes('@') ? keep(pair) : pair))
    .join('&');
}

function toObject(place: Map<string, unknown>): unknown {
  const entries = [...place].filter(([name]) => name !== '');
  if (entries.length === 0 && place.has('')) return place.get('');
  return Object.fromEntries(entries.map(([name, value]) => [name, toObject(value as Map<string, unknown>)]));
}
