// Sends one webhook: a POST on a kept connection, cut after 30 s, no redirects, the reply read up to 1 KiB (D52).

import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import type { Mode } from '../domain/mode.js';
import type { AddressGuard } from './address-guard.js';
import { type Connection, createKeptConnections, type KeptConnections } from './kept-connections.js';
import { postPatiently } from './patient-post.js';
import { plainHeaders, plainText, REPLY_BYTES, type Sent } from './webhook-reply.js';

export type { Sent };

export type WebhookSender = {
  send(webhook: { url: string; mode: Mode; headers: Readonly<Record<string, string>>; body: string }): Promise<Sent>;
  close(): void;
};

/** What is not an answer: the receiver had closed the connection, or it speaks before its answer. */
type NoAnswer = 'closed while kept' | 'interim answer';

const MOST_INTERIM = 1_000;

export function createWebhookSender(guard: AddressGuard, options: { readonly timeoutMs: number }): WebhookSender {
  // No limit per host: the shops of many merchants may be on one, and one that hangs must not hold up the others. The
  // engine bounds how many are in flight.
  const connections = createKeptConnections(guard, options);
  /** Origins that answer `100 Continue` although nobody asked. */
  const interim = new LRUCache<string, true>({ max: MOST_INTERIM });

  return {
    async send({ url, mode, headers, body }) {
      const { origin, hostname, pathname, search } = new URL(url);
      const kept = connections.take(mode, origin);
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
      const limits = { endsAt, timeoutMs: options.timeoutMs };
      const post = (connection: Connection) => postOn(connections, connection, request, limits);
      let sent = await post(kept ?? connections.connect(mode, origin));
      if (sent === 'closed while kept') sent = await post(connections.connect(mode, origin));
      if (sent === 'closed while kept') return { problem: 'ECONNRESET' };
      if (sent !== 'interim answer') return sent;
      interim.set(origin, true);
      return patiently();
    },
    close: () => connections.close(),
  };
}

type Limits = { readonly endsAt: number; readonly timeoutMs: number };

function postOn(
  connections: KeptConnections,
  connection: Connection,
  request: Dispatcher.DispatchOptions,
  limits: Limits,
): Promise<Sent | NoAnswer> {
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
      () => giveUp({ problem: `no answer within ${limits.timeoutMs / 1000} s` }),
      leftUntil(limits.endsAt),
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
        connections.keep(connection);
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
