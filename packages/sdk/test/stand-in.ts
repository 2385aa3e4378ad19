// A server on this machine that answers as a test tells it to, request after request, and remembers what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { Cobro, type CobroOptions } from '../src/index.js';

export type Answer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Cuts the connection without an answer. */
  | 'cut'
  /** Never answers. */
  | 'silent'
  /** Sends the head and half of the body, and nothing more. */
  | 'half';

export type Asked = {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type StandIn = {
  readonly url: string;
  readonly asked: Asked[];
  /** A client for it. */
  client(options?: Partial<CobroOptions>): Cobro;
};

/** The last answer is repeated. */
export async function startStandIn(...answers: readonly Answer[]): Promise<StandIn> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({
      line: `${request.method} ${request.url}`,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    give(answers[Math.min(asked.length, answers.length) - 1] ?? {}, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, client: (options = {}) => new Cobro({ url, key: 'sk_test_1', ...options }) };
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'silent') return;
  if (answer === 'cut') return void response.destroy();
  if (answer === 'half') return void response.writeHead(200, { 'content-length': 100 }).write('{"object":');
  const { status = 200, headers = {}, body = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req-1', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The body of a refusal as the service writes it. */
export function refusal(error: string, more: object = {}): object {
  return {
    ...{ type: 'error', status: 'error', object: 'error', code: 400, error },
    ...{ message: 'Para personas.', debug_message: 'For developers.', param: null, errors: [], request_id: 'req-body' },
    ...more,
  };
}
