// GET /pay/worker.js: the service worker of the customer page. Its path decides which pages it serves, so it has no digest
// in its name; browsers ask for it again at every visit.
import type { FastifyInstance } from 'fastify';
import type { GuessLimit } from '../../http/guess-limit.js';
import { readAsset } from '../ui/asset.js';
import { createStaticFile, type StaticFile, sendStaticFile } from '../ui/static-file.js';

const SCRIPT = readAsset('pay/files/worker.js');

export function workerRoute(app: FastifyInstance, strangers: GuessLimit): void {
  let file: Promise<StaticFile> | undefined;
  app.get('/worker.js', { config: { access: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
    file ??= createStaticFile(SCRIPT, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    });
    return sendStaticFile(strangers, request, reply, await file);
  });
}
