// One bounded HTTP exchange: it follows no redirect, limits the size of the reply and stops with its signal. It opens
// its own connection. fetch keeps and pre-opens connections, and the next call could get a dead one.
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { failureName } from '../errors/error-code.js';

type TextRequest = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with POST, as is JSON. Without either the request is a GET. */
  readonly form?: URLSearchParams;
  readonly json?: string;
  readonly maxBytes: number;
  /** Resolves host names; Node's own look-up by default. */
  readonly lookup?: LookupFunction | undefined;
};

export type TextReply = { readonly status: number; readonly text: string };

/** Resolves with any status. Rejects if there is no reply or it is too large, and with the signal's reason on abort. */
export async function fetchText(request: TextRequest, signal: AbortSignal): Promise<TextReply> {
  signal.throwIfAborted();
  const url = new URL(request.url);
  try {
    const reply = await exchange(url, request, signal);
    const text = await readText(reply, request.maxBytes);
    if (text === null) throw new TooLarge(`${url.host} sent more than ${request.maxBytes} bytes.`);
    return { status: reply.statusCode ?? 0, text };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLarge) throw error;
    throw new Error(`${url.host} could not be reached (${failureName(error)}).`, { cause: error });
  }
}

/** The body of a 200 reply. Rejects on any other status. */
export async function fetchDocument(request: TextRequest, signal: AbortSignal): Promise<string> {
  const { status, text } = await fetchText(request, signal);
  if (status === 200) return text;
  const { host } = new URL(request.url);
  if (status >= 300 && status < 400) throw new Error(`${host} answered with a redirect (${status}); none is followed.`);
  throw new Error(`${host} answered ${status}.`);
}

/** The same for a document of JSON. */
export async function fetchJson(request: Omit<TextRequest, 'json' | 'form'>, signal: AbortSignal): Promise<unknown> {
  const accept = { accept: 'application/json' };
  const text = await fetchDocument({ ...request, headers: { ...accept, ...request.headers } }, signal);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${new URL(request.url).host} sent no valid JSON.`, { cause: error });
  }
}

/** A field of what somebody sent; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

class TooLarge extends Error {}

function exchange(
  url: URL,
  { headers, form, json, lookup }: TextRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = json ?? form?.toString();
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': 'cobro',
        ...(body !== undefined && {
          'content-type': json === undefined ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
      agent: false,
      lookup,
      signal,
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** null if the reply is larger than allowed. Leaving the loop closes the connection. */
async function readText(reply: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks)); // drops the byte order mark
}
