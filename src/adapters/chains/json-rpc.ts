// One bounded call of a node by JSON-RPC over HTTP. Names and passwords stand in the node's address.
import type { LookupFunction } from 'node:net';
import { fetchText, fieldOf } from '../fetch-text.js';

export type RpcOptions = {
  /** http://user:password@host:8332 */
  readonly url: string;
  readonly lookup?: LookupFunction | undefined;
};

type Rpc = {
  readonly host: string;
  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown>;
  /** Many calls in one exchange; an answer that is an error is null. */
  callAll(method: string, params: readonly (readonly unknown[])[], signal: AbortSignal): Promise<unknown[]>;
};

/** A node's own refusal, with its code. */
export class RpcError extends Error {
  readonly code: number;
  constructor(host: string, code: number, message: string) {
    super(`${host} refused: ${message} (${code}).`);
    this.code = code;
  }
}

/** A block of Bitcoin with all its transactions written out has up to 15 MB. */
const MAX_REPLY_BYTES = 64 * 1_048_576;

export function createRpc({ url, lookup }: RpcOptions): Rpc {
  const { address, headers, host } = withoutPassword(url);

  async function post(body: unknown, signal: AbortSignal): Promise<unknown> {
    const request = { url: address, headers, json: JSON.stringify(body), lookup, maxBytes: MAX_REPLY_BYTES };
    const { status, text } = await fetchText(request, signal);
    // Bitcoin's family answers a refused call with 404 or 500 and a body like any other.
    if (status === 401 || status === 403) throw new Error(`${host} does not accept the name and password.`);
    return parse(host, status, text);
  }

  return {
    host,
    async call(method, params, signal) {
      const reply = await post({ jsonrpc: '2.0', id: 1, method, params }, signal);
      const error = refusalIn(host, reply);
      if (error !== null) throw error;
      return fieldOf(reply, 'result');
    },
    async callAll(method, params, signal) {
      if (params.length === 0) return [];
      const replies = await post(
        params.map((one, id) => ({ jsonrpc: '2.0', id, method, params: one })),
        signal,
      );
      if (!Array.isArray(replies)) throw new Error(`${host} answered many calls with something else.`);
      const byId = new Map(replies.map((reply: unknown) => [fieldOf(reply, 'id'), fieldOf(reply, 'result')]));
      return params.map((_, id) => byId.get(id) ?? null);
    },
  };
}

/** The address without name and password, which go into a header. */
export function withoutPassword(url: string) {
  const parsed = new URL(url);
  const { username, password, host } = parsed;
  parsed.username = '';
  parsed.password = '';
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  return { address: parsed.href, headers, host };
}

export function parse(host: string, status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${host} answered ${status} and no JSON.`, { cause: error });
  }
}

function refusalIn(host: string, reply: unknown): RpcError | null {
  const error = fieldOf(reply, 'error') ?? null;
  if (error === null) return null;
  return new RpcError(host, Number(fieldOf(error, 'code')), String(fieldOf(error, 'message')));
}

export function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  if (typeof text !== 'string') throw new Error(`A node sent no ${name}.`);
  return text;
}

export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  if (!Array.isArray(list)) throw new Error(`A node sent no ${name}.`);
  return list;
}

export function wholeIn(value: unknown, name: string): number {
  const number = fieldOf(value, name);
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new Error(`A node sent no ${name}.`);
  return number;
}
