// The documentation: the guides with their search, the OpenAPI document, and the API reference that shows it. Nothing
// comes from other sites.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import type { GuessLimit } from '../../http/guess-limit.js';
import { languageOf, queryOf } from '../../http/request.js';
import { OPENAPI_FILE } from '../../paths.js';
import { createStaticFile, sendStaticFile } from '../ui/static-file.js';
import { createGuides, PAGE_HEADERS } from './guides.js';
import { loadOnce } from './load-once.js';
import { loadReference } from './reference.js';

const OPEN = { config: { access: 'anyone' }, schema: { hide: true } } as const;
/** May be kept, but must be asked for again; the answer is nearly always 304. */
const ASK_AGAIN = 'no-cache';
const REFERENCE = /^(reference$|js\/)/;
const SEARCH = /^(es|en)\/search$/;

type DocsRequest = FastifyRequest<{ Params: { '*'?: string } }>;

export function docsRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>, strangers: GuessLimit): void {
  const document = loadOnce(async () => {
    const made: object = JSON.parse(await readFile(OPENAPI_FILE, 'utf8'));
    const text = JSON.stringify({ ...made, servers: [{ url: settings.baseUrl }] });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': ASK_AGAIN };
    return createStaticFile(text, headers);
  });
  const reference = loadOnce(() => loadReference(settings.baseUrl));
  const guides = createGuides(settings.baseUrl);

  app.get('/openapi.json', OPEN, async (request, reply) => sendStaticFile(strangers, request, reply, await document()));
  const list = loadOnce(async () =>
    createStaticFile(await guides.list(settings.baseUrl), {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': ASK_AGAIN,
    }),
  );
  app.get('/llms.txt', OPEN, async (request, reply) => sendStaticFile(strangers, request, reply, await list()));
  for (const path of ['/docs', '/docs/*']) app.get(path, OPEN, sendDocs);

  async function sendDocs(request: DocsRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = (request.params['*'] ?? '').replace(/\/$/, '');
    const searched = SEARCH.exec(path)?.[1];
    if (searched === 'es' || searched === 'en') {
      const { q } = queryOf(request);
      const query = typeof q === 'string' ? q.slice(0, 100).trim() : '';
      return reply.headers(PAGE_HEADERS).send(await guides.searchPage(searched, query));
    }
    // The reference is large: nobody loads it who reads a guide.
    const file = REFERENCE.test(path) ? (await reference()).get(path) : await guides.find(path, languageOf(request));
    if (file !== undefined && file !== null) return sendStaticFile(strangers, request, reply, file);
    if (!isBrowser(request)) throw new AppError('not_found');
    request.refusal = 'not_found';
    const language = path.startsWith('en') ? 'en' : path.startsWith('es') ? 'es' : languageOf(request);
    return reply
      .code(404)
      .headers(PAGE_HEADERS)
      .send(await guides.notFoundPage(language));
  }
}

/** Whether a person looks at the answer. Programs get the error body that they know. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}
