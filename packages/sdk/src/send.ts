// Sends one call, as often as it takes: network errors, 429 and 5xx are tried again with growing pauses. Every POST has
// an Idempotency-Key, the same in all tries, so that sending it twice does nothing twice.
import { type CobroError, ConnectionError, errorOf, strangeReply, TimeoutError } from './errors.js';
import { VERSION } from './generated/version.js';
import type { LastResponse } from './last-response.js';
import {
  authorizationOf,
  type CallOptions,
  type ClientSettings,
  type CreateOptions,
  type FetchReply,
  limitsOf,
  type Signal,
} from './options.js';
import { pause, pauseBefore } from './pause.js';

export type Call = {
  /** Fill the places in the path, in order. */
  readonly ids?: readonly string[] | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: CreateOptions | undefined;
};

type Request = { readonly url: string; readonly init: object };

/** An answer, and what came with it. */
export type Answer<Value> = { readonly value: Value; readonly response: LastResponse };

type Outcome<Value> = Answer<Value> | { readonly error: CobroError };

export async function send<Value>(settings: ClientSettings, operation: string, call: Call): Promise<Answer<Value>> {
  const options = call.options ?? {};
  const request = writeRequest(settings, operation, call);
  const { timeoutMs, totalTimeoutMs, retries } = limitsOf(options, settings.limits);
  const deadline = performance.now() + totalTimeoutMs;
  for (let number = 1; ; number += 1) {
    const startedAt = performance.now();
    const limitMs = Math.min(timeoutMs, deadline - startedAt);
    const outcome = await trySending<Value>(settings, request, { limitMs, signal: options.signal });
    const now = performance.now();
    const waitMs = 'value' in outcome || number > retries ? null : pauseBefore(number, outcome.error, deadline - now);
    const { status, requestId } = 'value' in outcome ? outcome.response : outcome.error;
    settings.onTry({ operation, number, status, requestId, durationMs: now - startedAt, retryInMs: waitMs });
    if ('value' in outcome) return outcome;
    if (waitMs === null) throw Object.assign(outcome.error, { tries: number });
    await pause(waitMs, options.signal);
  }
}

/** Everything here that is wrong is the program's mistake and is thrown before anything is sent. */
function writeRequest(settings: ClientSettings, operation: string, call: Call): Request {
  const [method = '', template = ''] = operation.split(' ');
  const { idempotencyKey, testClock, key, language = settings.language } = call.options ?? {};
  const authorization = key === undefined ? settings.authorization : authorizationOf(key, settings);
  const headers: Record<string, string> = { accept: 'application/json', authorization };
  // A page may not say what it is, or would have to ask first whether it may.
  if (!('document' in globalThis)) headers['user-agent'] = `cobro-sdk/${VERSION}`;
  if (language !== undefined) headers['accept-language'] = language;
  if (testClock !== undefined) headers['test-clock'] = testClock;
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = idempotencyKey ?? makeKey();
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('Cobro: `idempotencyKey` must have 1 to 255 printable ASCII characters.');
  }
  return {
    url: `${settings.base}${fillPath(template, call.ids ?? [])}${writeQuery(call.query ?? {})}`,
    // A redirect would turn a POST into a GET, or send the key to another server.
    init: { method, headers, redirect: 'manual', ...(call.body !== undefined && { body: JSON.stringify(call.body) }) },
  };
}

async function trySending<Value>(
  settings: ClientSettings,
  { url, init }: Request,
  { limitMs, signal }: { limitMs: number; signal: CallOptions['signal'] },
): Promise<Outcome<Value>> {
  throwIfAborted(signal);
  const controller = new AbortController();
  const abort = () => controller.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, limitMs);
  signal?.addEventListener('abort', abort);
  try {
    const reply = await settings.fetch(url, { ...init, signal: controller.signal });
    return readReply(reply, await reply.text());
  } catch (cause) {
    throwIfAborted(signal);
    return { error: isLate ? lateError(url, limitMs, cause) : connectionError(url, cause) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function readReply<Value>({ status, headers }: FetchReply, text: string): Outcome<Value> {
  if (status < 200 || status > 299) return { error: errorOf(status, headers, text) };
  try {
    return { value: JSON.parse(text), response: { status, headers, requestId: headers.get('request-id') } };
  } catch {
    return { error: strangeReply(status, headers, text) };
  }
}

function throwIfAborted(signal: Signal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

function lateError(url: string, limitMs: number, cause: unknown): TimeoutError {
  const message = `${new URL(url).origin} gave no answer within ${Math.round(limitMs)} ms.`;
  return new TimeoutError({ code: 'timeout', message, isTemporary: true, cause });
}

/** Node.js hides the reason in the cause of "fetch failed". */
function connectionError(url: string, cause: unknown): ConnectionError {
  const { cause: reason, message } = cause instanceof Error ? cause : new Error(String(cause));
  const detail =
    reason instanceof Error ? reason.message || ('code' in reason ? String(reason.code) : message) : message;
  const text = `${new URL(url).origin} cannot be reached: ${detail}. Is \`url\` right, and does the service run?`;
  return new ConnectionError({ code: 'not_reached', message: text, isTemporary: true, cause });
}

/** An id is one segment of the path: an empty one would ask for the list, and dots for another path. */
function fillPath(template: string, ids: readonly string[]): string {
  const rest = [...ids];
  return template.replace(/\{\w+\}/g, () => {
    const id: unknown = rest.shift();
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`Cobro: ${String(id)} is no id.`);
    return encodeURIComponent(id);
  });
}

function writeQuery(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** 128 random bits. randomUUID is missing in pages that are not served by https. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
