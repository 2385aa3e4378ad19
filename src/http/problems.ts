// Turns every error into the one error body (D58): our own refusals, Fastify's, and those that Node.js would answer
// with an empty body. A bug becomes a 500 that reveals nothing internal and is logged with its request id.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../domain/base/language.js';
import { AppError, type ErrorCode } from '../errors/errors.js';
import type { Log } from '../log.js';
import { renderError } from '../wire/error.js';
import { writeError } from './in-version.js';
import { isBrowser, sendJson } from './request.js';

/** Shows a problem to a person, as a page. */
export type ProblemPage = (
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

export type ProblemOptions = {
  readonly log: Log;
  readonly serviceName: string;
  /** For paths below these prefixes. Everything else gets the error body. */
  readonly pages: Map<string, ProblemPage>;
  /** For people at a path that leads nowhere; null: they get the error body. */
  lost: ProblemPage | null;
  /** The header Allow of each form of a path. Known when all routes are. */
  readonly allow: Map<RegExp, string>;
};

export function answerProblems(app: FastifyInstance, options: ProblemOptions): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    sendProblem(toAppError(error), request, reply, options),
  );
  app.setNotFoundHandler((request, reply) => {
    const allow = methodsOn(options.allow, pathOf(request));
    if (allow !== null) reply.header('allow', allow);
    const error = allow === null ? unknownPath(request, options) : new AppError('method_not_allowed');
    return sendProblem(error, request, reply, options);
  });
}

export function sendProblem(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProblemOptions,
): FastifyReply | Promise<FastifyReply> {
  request.refusal = error.code;
  if (error.cause !== undefined) options.log.error({ request: request.id, err: error.cause }, error.code);
  for (const [prefix, page] of options.pages) if (isBelow(prefix, request.url)) return page(error, request, reply);
  if (options.lost !== null && isLost(error, request)) return options.lost(error, request, reply);
  const { status, headers, body } = writeError(error, request);
  if (status === 401) reply.header('www-authenticate', `Basic realm="${options.serviceName}"`); // D17
  return sendJson(reply.code(status).headers(headers), body);
}

/** Paths of machines answer machines, whoever asks. */
function isLost({ code }: AppError, request: FastifyRequest): boolean {
  return code === 'not_found' && isBrowser(request) && !/^\/(api|v\d+|rails|health|metrics)\b/.test(request.url);
}

function isBelow(prefix: string, url: string): boolean {
  return url.startsWith(prefix) && /^[/?#]?$/.test(url.charAt(prefix.length));
}

/** Our error codes for Fastify's own refusals. Anything unknown is a bug. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const known = FRAMEWORK_CODES[error.code];
  if (known !== undefined) return new AppError(known);
  if (error.code === 'FST_ERR_BAD_URL')
    return new AppError('malformed_request', { problem: 'the path is not properly encoded' });
  if (error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new AppError('malformed_request', { problem: 'the body is not as long as Content-Length says' });
  }
  if (error.code === 'ECONNRESET' || error.code === 'ECONNABORTED') {
    return new AppError('malformed_request', { problem: 'it ended in the middle' }); // the client is gone and does not receive it
  }
  return new AppError('internal_error', {}, { cause: error });
}

/**
 * An unsupported method is answered with 405 and the list of supported ones, on every path. Call it after the last route.
 * Such a request reaches the handler of unknown paths: routes of their own for them would be most of all routes, and take
 * a third of a second of every start.
 */
export function refuseOtherMethods(
  paths: ReadonlyMap<string, ReadonlySet<string>>,
  { allow }: Pick<ProblemOptions, 'allow'>,
): void {
  for (const [url, methods] of paths) allow.set(formOf(url), [...methods, 'OPTIONS'].join(', '));
}

function methodsOn(allow: ProblemOptions['allow'], path: string): string | null {
  for (const [form, methods] of allow) if (form.test(path)) return methods;
  return null;
}

/** The form of paths of a route, which is written like `/v2/orders/:id`. */
function formOf(written: string): RegExp {
  const form = written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${form}$`);
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
}

/** The refusal of an unknown path. It names the path that the caller meant, if they asked at the wrong generation. */
function unknownPath(request: FastifyRequest, options: ProblemOptions): AppError {
  const at = otherGeneration(pathOf(request)).find((other) => methodsOn(options.allow, other) !== null);
  return new AppError('not_found', at === undefined ? {} : { at });
}

const GENERATION = /^(?:\/api)?(?:\/v\d{1,3})?(?=\/)/;
const LONGEST_PATH = 500;

/** Other paths for the same thing, the likeliest first: v2 has orders, v1 charges and all else. They need not exist. */
function otherGeneration(path: string): string[] {
  if (path.length > LONGEST_PATH) return [];
  const rest = path.replace(GENERATION, '');
  const asCharge = rest.replace(/^\/orders(?=\/|$)/, '/charges');
  const asOrder = rest.replace(/^\/charges(?=\/|$)/, '/orders');
  const others = [`/v1${rest}`, `/v2${rest}`, `/v1${asCharge}`, `/v2${asOrder}`];
  return [...new Set(others)].filter((other) => other !== path);
}

/**
 * Broken HTTP never reaches a route. Node.js reports it here, and we write the reply to the socket ourselves, but never into the middle
 * of another. Which one is being sent only Node.js knows.
 */
export function answerBrokenHttp(error: Error & { code?: string }, socket: SendingSocket, requestId: string): void {
  const isSending = socket._httpMessage?.headersSent === true;
  // What lacks its end has its answer all the same.
  if (isSending && error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return;
  if (error.code === 'ECONNRESET' || !socket.writable || isSending) {
    socket.destroy();
    return;
  }
  socket.end(rawReply(brokenHttp(error.code), requestId));
}

type SendingSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

function brokenHttp(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('request_timeout');
  return new AppError('malformed_request', { problem: 'its framing is broken' });
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function rawReply(error: AppError, requestId: string): string {
  const { status, body: told } = renderError(error, 'es', requestId);
  const body = JSON.stringify(told);
  return [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Handles `Expect` with anything but 100-continue, which Node.js would answer with 417 and no body. */
export function refuseExpectation(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const error = new AppError('malformed_request', { problem: 'Expect may only be 100-continue' });
  const { status, body: told } = renderError(error, preferredLanguage(request.headers['accept-language']), requestId);
  const body = JSON.stringify(told);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'request-id': requestId,
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(body);
}
