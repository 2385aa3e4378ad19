// A real server that receives webhooks and answers as it is told.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export type Receiver = {
  readonly url: string;
  /** How it answers from now on. */
  answer: { status: number; body: string };
  readonly received: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[];
};

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', answer: { status: 204, body: '' }, received: [] };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receiver.received.push({ headers: request.headers, body });
    response.writeHead(receiver.answer.status).end(receiver.answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
}
