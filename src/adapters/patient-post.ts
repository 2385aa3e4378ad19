// A POST for receivers that send `100 Continue` unasked, as some old servers do. undici drops such a connection;
// node:http waits for the reply that follows.
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { READ_REPLY_BYTES } from '../domain/webhooks/endpoint.js';
import { MOST_BYTES, MOST_INTERIM_REPLIES, plainHeaders, plainText, type Sent, TOO_LONG } from './webhook-reply.js';

export function postPatiently(request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
}): Promise<Sent> {
  const { url, headers, body, lookup, timeoutMs } = request;
  return new Promise((resolve) => {
    const post = (url.startsWith('https:') ? https : http).request(url, {
      method: 'POST',
      agent: false,
      lookup,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    const finish = (sent: Sent) => {
      clearTimeout(timer);
      resolve(sent);
      post.destroy();
    };
    const timer = setTimeout(() => finish({ problem: `no answer within ${timeoutMs / 1000} s` }), timeoutMs);
    post.on('error', (error: NodeJS.ErrnoException) => finish({ problem: error.code ?? error.message }));
    let interim = 0;
    post.on('information', () => {
      if (++interim > MOST_INTERIM_REPLIES) finish({ problem: TOO_LONG });
    });
    post.on('socket', (socket) => {
      socket.on('data', () => {
        if (socket.bytesRead > MOST_BYTES) finish({ problem: TOO_LONG });
      });
    });
    post.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const status = response.statusCode ?? 0;
      const done = () => finish({ status, headers: plainHeaders(response.headers), body: plainText(chunks) });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > READ_REPLY_BYTES) done();
      });
      response.on('end', done);
      response.on('error', (error: NodeJS.ErrnoException) => finish({ problem: error.code ?? error.message }));
    });
    post.end(body);
  });
}
