// Sends one notice: a POST on a kept connection, cut after 30 s, no redirects, the reply read up to 1 KiB (D52).
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard.js';

export type Sent =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** No answer: connection refused or reset, cut, or an address that may not be reached. */
  | { readonly problem: string };

export type WebhookSender = {
  send(notice: {
    url: string;
    livemode: boolean;
    headers: Readonly<Record<string, string>>;
    body: string;
  }): Promise<Sent>;
  close(): void;
};

const REPLY_BYTES = 1024;

export function createWebhookSender(guard: AddressGuard, options: { readonly timeoutMs: number }): WebhookSender {
  // No limit per host: many merchants' shops may stand on one, and one that hangs is not to hold up the others. The engine
  // bounds how many are in flight.
  const agentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: 60_000 };
  const agents = [false, true].map((livemode) => ({
    http: new http.Agent({ ...agentOptions, lookup: guard.lookup(livemode) }),
    https: new https.Agent({ ...agentOptions, lookup: guard.lookup(livemode) }),
  }));

  return {
    async send({ url, livemode, headers, body }) {
      const target = new URL(url);
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // A literal address is never looked up, so it is checked here.
      if (isIP(host) !== 0 && !guard.mayReach(host, livemode)) return { problem: 'the address may not be reached' };
      const secure = target.protocol === 'https:';
      const agent = agents[livemode ? 1 : 0]?.[secure ? 'https' : 'http'];
      return new Promise<Sent>((resolve) => {
        let request: http.ClientRequest | undefined;
        const finish = (sent: Sent) => {
          clearTimeout(timer);
          resolve(sent);
        };
        const timer = setTimeout(() => {
          finish({ problem: `no answer within ${options.timeoutMs / 1000} s` });
          request?.destroy();
        }, options.timeoutMs);
        const post = (canRepeat: 'can repeat' | 'last') => {
          const sent = (secure ? https : http).request(target, {
            method: 'POST',
            agent,
            headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          });
          request = sent;
          sent.on('response', (response) => readReply(sent, response, finish));
          sent.on('error', (error: NodeJS.ErrnoException) => {
            // A kept connection that the receiver closed at this very moment: it says nothing about the receiver.
            if (canRepeat === 'can repeat' && sent.reusedSocket && error.code === 'ECONNRESET') return post('last');
            finish({ problem: error.code ?? error.message });
          });
          sent.on('upgrade', (_reply, socket) => {
            socket.destroy();
            finish({ problem: 'the receiver wants another protocol' });
          });
          sent.end(body);
        };
        try {
          post('can repeat');
        } catch (error) {
          finish({ problem: error instanceof Error ? error.message : String(error) }); // a header that cannot be sent
        }
      });
    },
    close() {
      for (const agent of agents) {
        agent.http.destroy();
        agent.https.destroy();
      }
    },
  };
}

function readReply(request: http.ClientRequest, response: http.IncomingMessage, finish: (sent: Sent) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const done = () => {
    const text = Buffer.concat(chunks).subarray(0, REPLY_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
    finish({ status: response.statusCode ?? 0, headers: plainHeaders(response.headers), body: text });
  };
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= REPLY_BYTES) return;
    done();
    request.destroy(); // a longer reply is not read to its end; its connection is given up
  });
  response.on('end', done);
  response.on('error', (error: NodeJS.ErrnoException) => finish({ problem: error.code ?? error.message }));
}

function plainHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) plain[name] = String(value).replaceAll('\0', '').slice(0, 200);
  return plain;
}
