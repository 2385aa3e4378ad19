// The shop that every queue delivers to, in its own process. It answers 200, counts per path, and reports when the
// expected number has arrived. It does not inspect requests, so its cost is small and the same for all queues.
import { once } from 'node:events';
import http from 'node:http';
import type { FromReceiver, ToReceiver } from './receiver-process.js';

const ANSWER = '{"received":true}';
const HEADERS = { 'content-type': 'application/json', 'content-length': ANSWER.length };

const paths = new Map<string, number>();
let total = 0;
let expected = 0;
let firstAt = 0;

const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, HEADERS);
    response.end(ANSWER);
    count(request.url ?? '');
  });
});

function count(path: string): void {
  paths.set(path, (paths.get(path) ?? 0) + 1);
  if (total === 0) firstAt = Date.now();
  total++;
  if (total === expected) tell({ reached: { firstAt } });
}

process.on('message', (message: ToReceiver) => {
  if ('expect' in message) {
    expected = message.expect;
    total = 0;
    paths.clear();
  } else tell({ counted: { total, paths: Object.fromEntries(paths) } });
});
process.on('disconnect', () => process.exit(0));

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
tell({ listening: { url: `http://127.0.0.1:${address.port}` } });

function tell(message: FromReceiver): void {
  process.send?.(message);
}
