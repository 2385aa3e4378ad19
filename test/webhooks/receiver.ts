// A merchant's shop: a real server on loopback that notes every webhook and answers as the test wants.
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Hit = {
  readonly at: number;
  readonly id: string;
  /** The order and the number of the event within it, out of the webhook-id. */
  readonly order: string;
  readonly sequence: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into webhooks of every shape.
  readonly json: any;
  /** What was answered; null: nothing. */
  status: number | null;
};

export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang'
  | 'reset';

export type Receiver = {
  readonly url: string;
  readonly hits: readonly Hit[];
  /** How it answers from now on. */
  answer(how: (hit: Hit) => Answer | Promise<Answer>): void;
  close(): Promise<void>;
};

export async function startReceiver(
  how: (hit: Hit) => Answer | Promise<Answer> = () => ({ status: 200 }),
): Promise<Receiver> {
  const hits: Hit[] = [];
  let current = how;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // The port may have been another test's a moment ago: what is no webhook is not for us.
      if (request.method !== 'POST' || chunks.length === 0) {
        response.writeHead(404).end();
        return;
      }
      const hit = toHit(request.headers, Buffer.concat(chunks).toString('utf8'));
      hits.push(hit);
      void Promise.resolve(current(hit)).then((answer) => give(answer, hit, request.socket, response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    hits,
    answer: (next) => {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toHit(headers: http.IncomingHttpHeaders, text: string): Hit {
  const id = String(headers['webhook-id']);
  const [, order = '', sequence = '0'] = /^evt_(.+)_(\d+)$/.exec(id) ?? [];
  return { at: Date.now(), id, order, sequence: Number(sequence), headers, text, json: JSON.parse(text), status: null };
}

function give(answer: Answer, hit: Hit, socket: Socket, response: http.ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  hit.status = answer.status;
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.body ?? '{}');
}
