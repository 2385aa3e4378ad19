// A node that answers JSON-RPC from a table of functions, in the shapes that the nodes document.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export type Methods = Readonly<Record<string, (...params: never[]) => unknown>>;

/** Throw one to refuse a call as a node does. */
export class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type StandIn = { readonly url: string; readonly seen: { readonly authorization: string | undefined }[] };

/** Ends after the tests of the file. */
export async function startNode(methods: Methods, wrap: 'json-rpc' | 'rippled' = 'json-rpc'): Promise<StandIn> {
  const seen: { authorization: string | undefined }[] = [];
  const one = ({ id, method, params }: { id: unknown; method: string; params: never[] }) => {
    try {
      const result = methods[method]?.(...params);
      if (result === undefined) throw new Refused(-32601, 'Method not found');
      return wrap === 'rippled' ? { result: { ...Object(result), status: 'success' } } : { id, result, error: null };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message } = error;
      if (wrap === 'rippled') return { result: { status: 'error', error: message, error_code: code } };
      return { id, result: null, error: { code, message } };
    }
  };
  const server = createServer(async (request, response) => {
    seen.push({ authorization: request.headers.authorization });
    const body = JSON.parse(await textOf(request));
    const reply = Array.isArray(body) ? body.map(one) : one(body);
    const isRefused = !Array.isArray(reply) && 'error' in reply && reply.error !== null;
    response.writeHead(isRefused ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://user:p%40ss@127.0.0.1:${port}`, seen };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
