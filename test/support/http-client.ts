// Many requests over real connections: an agent that keeps a fixed number of them, and replies as bytes.
import { Agent, request } from 'node:http';
import { basic, type Call, type Reply } from './service.js';

export type Client = {
  /** Fails when the connection does; a reply of any status is a reply. */
  call(method: 'GET' | 'POST', path: string, call?: Call): Promise<Reply>;
  close(): void;
};

export function createClient(baseUrl: string, options: { readonly connections: number }): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  return {
    call: (method, path, { key, body, headers } = {}) =>
      new Promise<Reply>((resolve, reject) => {
        const isWritten = typeof body === 'string' || Buffer.isBuffer(body);
        const text = body === undefined ? null : isWritten ? body : JSON.stringify(body);
        const sent = request(new URL(path, baseUrl), {
          method,
          agent,
          headers: {
            ...(key !== undefined && { authorization: basic(key) }),
            ...(text !== null && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        });
        sent.on('error', reject);
        sent.on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const received = Buffer.concat(chunks).toString('utf8');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Reply['headers'],
              text: received,
              get json() {
                return JSON.parse(received);
              },
            });
          });
        });
        sent.end(text ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}

/** Does `work` for every item, so many at a time, and gives the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const run = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item, index);
  };
  await Promise.all(Array.from({ length: width }, run));
  return results;
}
