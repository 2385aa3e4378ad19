// Sends one notice: a POST on a kept connection, cut after 30 s, no redirects, the reply read up to 1 KiB (D52).
// A request takes a connection of its own from those that are kept, so that it is known whether it was used before.

import { isIP } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { Mode } from '../domain/mode.js';
import type { AddressGuard } from './address-guard.js';
import { postPatiently } from './patient-post.js';
import { plainHeaders, plainText, REPLY_BYTES, type Sent } from './webhook-reply.js';

export type { Sent };

export type WebhookSender = {
  send(notice: { url: string; mode: Mode; headers: Readonly<Record<string, string>>; body: string }): Promise<Sent>;
  close(): void;
};

/** As many to one host as may be in flight: with fewer, most were closed and opened again at each turn. */
const KEPT_PER_HOST = 256;
const KEPT_MS = 60_000;
const MOST_KEPT = 2_048;
/** A shop that moves to another address is found there after this time at the latest. */
const OLDEST_MS = 300_000;
const MOST_INTERIM = 1_000;

/** `isUsed`: it has carried an answer already. The key is its mode and origin: what is allowed in test is not in live. */
type Connection = { readonly key: string; readonly client: Client; readonly openedAt: number; isUsed: boolean };

/** What is not an answer: the receiver had closed the connection, or it speaks before its answer. */
type NoAnswer = 'closed while kept' | 'interim answer';

export function createWebhookSender(guard: AddressGuard, options: { readonly timeoutMs: number }): WebhookSender {
  // No limit per host: many merchants' shops may stand on one, and one that hangs is not to hold up the others. The engine
  // bounds how many are in flight.
  const connector = (mode: Mode) => buildConnector({ lookup: guard.lookup(mode), timeout: options.timeoutMs });
  const connectors = { test: connector('test'), live: connector('live') };
  /** Open connections that nobody uses, the latest used at the end. */
  const idle = new Map<string, Connection[]>();
  let idleCount = 0;
  /** Origins that answer `100 Continue` although nobody asked. */
  const interim = new Set<string>();
  let isClosed = false;

  return {
    async send({ url, mode, headers, body }) {
      const { origin, hostname, pathname, search } = new URL(url);
      const kept = takeKept(mode, origin);
      // A literal address is never looked up, so it is checked here; what a kept connection reached was checked then.
      const host = hostname.replace(/^\[|\]$/g, '');
      if (kept === undefined && isIP(host) !== 0 && !guard.mayReach(host, mode)) {
        return { problem: 'the address may not be reached' };
      }
      const request = { path: `${pathname}${search}`, method: 'POST', headers, body } as const;
      const endsAt = performance.now() + options.timeoutMs;
      const patiently = () =>
        postPatiently({ url, headers, body, lookup: guard.lookup(mode), timeoutMs: leftUntil(endsAt) });
      if (interim.has(origin)) return patiently();
      let sent = await post(kept ?? connect(mode, origin), request, endsAt);
      if (sent === 'closed while kept') sent = await post(connect(mode, origin), request, endsAt);
      if (sent === 'closed while kept') return { problem: 'ECONNRESET' };
      if (sent !== 'interim answer') return sent;
      if (interim.size >= MOST_INTERIM) interim.clear();
      interim.add(origin);
      return patiently();
    },
    close() {
      isClosed = true;
      for (const connections of idle.values()) for (const { client } of connections) void client.destroy();
      idle.clear();
      idleCount = 0;
    },
  };

  function post(connection: Connection, request: Dispatcher.DispatchOptions, endsAt: number): Promise<Sent | NoAnswer> {
    return new Promise((resolve) => {
      const { client } = connection;
      const chunks: Buffer[] = [];
      let size = 0;
      let status = 0;
      let replyHeaders: Record<string, string> = {};
      const finish = (sent: Sent | NoAnswer) => {
        clearTimeout(timer);
        resolve(sent);
      };
      const giveUp = (sent: Sent) => {
        finish(sent);
        void client.destroy();
      };
      const timer = setTimeout(
        () => giveUp({ problem: `no answer within ${options.timeoutMs / 1000} s` }),
        leftUntil(endsAt),
      );
      client.dispatch(request, {
        onRequestStart: () => undefined,
        onResponseStart(_controller, code, headers) {
          status = code;
          replyHeaders = plainHeaders(headers);
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
          size += chunk.length;
          // A longer reply is not read to its end; its connection is given up.
          if (size > REPLY_BYTES) giveUp({ status, headers: replyHeaders, body: plainText(chunks) });
        },
        onResponseEnd() {
          finish({ status, headers: replyHeaders, body: plainText(chunks) });
          keep(connection);
        },
        onResponseError(_controller, error) {
          // The receiver closed a kept connection at this very moment: that says nothing about it.
          const problem = problemOf(error);
          if (error.message === 'bad response') finish('interim answer');
          else if (connection.isUsed && status === 0 && RESET.has(problem)) finish('closed while kept');
          else finish({ problem });
          void client.destroy();
        },
      });
    });
  }

  function takeKept(mode: 'test' | 'live', origin: string): Connection | undefined {
    const key = `${mode} ${origin}`;
    const connections = idle.get(key);
    const connection = connections?.pop();
    if (connection !== undefined) idleCount--;
    if (connections?.length === 0) idle.delete(key);
    return connection;
  }

  function connect(mode: 'test' | 'live', origin: string): Connection {
    const client = new Client(origin, {
      connect: connectors[mode],
      pipelining: 1,
      keepAliveTimeout: KEPT_MS,
      keepAliveMaxTimeout: KEPT_MS, // also when the receiver offers longer
      // One timer for the whole of a try is enough.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = { key: `${mode} ${origin}`, client, openedAt: performance.now(), isUsed: false };
    client.on('connect', () => {
      connection.isUsed = false;
    });
    // One that is in use at that moment either fails, or connects anew by itself.
    client.on('disconnect', () => forget(connection));
    return connection;
  }

  function keep(connection: Connection): void {
    const { key, client } = connection;
    connection.isUsed = true;
    const connections = idle.get(key) ?? [];
    const isFull = connections.length >= KEPT_PER_HOST || idleCount >= MOST_KEPT;
    const isOld = performance.now() - connection.openedAt > OLDEST_MS;
    if (isClosed || client.destroyed || isFull || isOld) return void client.destroy();
    connections.push(connection);
    idle.set(key, connections);
    idleCount++;
  }

  function forget(connection: Connection): void {
    const connections = idle.get(connection.key);
    const place = connections?.indexOf(connection) ?? -1;
    if (connections === undefined || place === -1) return;
    connections.splice(place, 1);
    idleCount--;
    if (connections.length === 0) idle.delete(connection.key);
    void connection.client.destroy();
  }
}

/** The word of the operating system where there is one. A connection that the other side ends is as good as reset. */
function problemOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'UND_ERR_SOCKET') return 'ECONNRESET';
  return code === '' || code.startsWith('UND_ERR') ? error.message : code;
}

/** How a connection fails that the receiver closed while it was kept. */
const RESET = new Set(['ECONNRESET', 'EPIPE']);

function leftUntil(endsAt: number): number {
  return Math.max(1, Math.ceil(endsAt - performance.now()));
}
