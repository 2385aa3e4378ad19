// The API reference: the OpenAPI document, and a page that shows it without assets from other sites.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors.js';
import type { Strangers } from '../../http/strangers.js';
import { createStaticFile, type StaticFile, sendStaticFile } from '../ui/static-file.js';
import { loadReference } from './reference.js';

const OPEN = { config: { access: 'anyone' }, schema: { hide: true } } as const;
/** May be kept, but must be asked for again; the answer is nearly always 304. */
const ASK_AGAIN = 'no-cache';

export function docsRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>, strangers: Strangers): void {
  const document = loadOnce(() => {
    const text = JSON.stringify({ ...app.swagger(), servers: [{ url: settings.baseUrl }] });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': ASK_AGAIN };
    return createStaticFile(text, headers);
  });
  const reference = loadOnce(() => loadReference(settings.baseUrl));

  app.get('/openapi.json', OPEN, async (request, reply) => sendStaticFile(strangers, request, reply, await document()));
  for (const path of ['/docs', '/docs/*']) {
    app.get<{ Params: { '*'?: string } }>(path, OPEN, async (request, reply) => {
      const file: StaticFile | undefined = (await reference()).get(request.params['*'] ?? '');
      if (file === undefined) throw new AppError('not_found');
      return sendStaticFile(strangers, request, reply, file);
    });
  }
}

/** Keeps the result, unless loading fails: then the next caller tries again. */
function loadOnce<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
