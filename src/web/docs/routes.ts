// The documentation: the guides with their search, the OpenAPI document, and the API reference that shows it. Nothing
// comes from other sites.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.js';
import type { Language } from '../../domain/base/language.js';
import { withoutEnd } from '../../domain/base/without-end.js';
import { AppError } from '../../errors/errors.js';
import { isBrowser, languageOf, queryOf } from '../../http/request.js';
import type { ServerState } from '../../http/server.js';
import { OPENAPI_FILE } from '../../paths.js';
import { OPEN } from '../ui/open.js';
import { createStaticFile, type StaticFile, sendStaticFile } from '../ui/static-file.js';
import { loadExplorer } from './explorer.js';
import { createGuides, PAGE_HEADERS } from './guides.js';
import { loadOnce } from './load-once.js';
import type { Document } from './reference-page.js';

/** May be kept, but must be asked for again; the answer is nearly always 304. */
const ASK_AGAIN = 'no-cache';
const EXPLORER = /^(explorer$|js\/)/;
const SEARCH = /^(es|en)\/search$/;

type DocsRequest = FastifyRequest<{ Params: { '*'?: string } }>;

export function docsRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>, state: ServerState): void {
  const { strangers } = state;
  const document = loadOnce(async () => {
    const made = await readDocument();
    const text = JSON.stringify({ ...made, servers: [{ url: settings.baseUrl }] });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': ASK_AGAIN };
    return createStaticFile(text, headers);
  });
  const explorer = loadOnce(() => loadExplorer(settings.baseUrl));
  const guides = createGuides(settings.baseUrl);
  const operations = loadOnce(async () =>
    createStaticFile(await guides.referencePage(await readDocument()), PAGE_HEADERS),
  );

  app.get('/openapi.json', OPEN, async (request, reply) => sendStaticFile(strangers, request, reply, await document()));
  const list = loadOnce(async () =>
    createStaticFile(await guides.list(settings.baseUrl), {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': ASK_AGAIN,
    }),
  );
  app.get('/llms.txt', OPEN, async (request, reply) => sendStaticFile(strangers, request, reply, await list()));
  for (const path of ['/docs', '/docs/*']) app.get(path, OPEN, sendDocs);
  state.showLost(sendLost);

  async function sendDocs(request: DocsRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = (request.params['*'] ?? '').replace(/\/$/, '');
    const searched = SEARCH.exec(path)?.[1];
    if (searched === 'es' || searched === 'en') {
      const { q } = queryOf(request);
      const query = typeof q === 'string' ? q.slice(0, 100).trim() : '';
      return reply.headers(PAGE_HEADERS).send(await guides.searchPage(searched, query));
    }
    const language = languageOf(request);
    const file = await fileOf(path, language);
    if (file !== null) return sendStaticFile(strangers, request, reply, file);
    // Whoever types the name of a guide gets it in their language.
    const translated = `${language}/${path}`;
    if ((await guides.find(translated, language)) !== null)
      return reply
        .header('vary', 'accept-language')
        .redirect(`${withoutEnd(settings.baseUrl, '/')}/docs/${translated}`);
    const problem = new AppError('not_found');
    if (!isBrowser(request)) throw problem;
    return sendLost(problem, request, reply);
  }

  /** The explorer is a megabyte: nobody loads it who reads a guide, or looks an operation up. */
  async function fileOf(path: string, language: Language): Promise<StaticFile | null> {
    if (path === 'reference') return operations();
    return EXPLORER.test(path) ? ((await explorer()).get(path) ?? null) : guides.find(path, language);
  }

  /** A person who follows a wrong link gets a page, wherever it leads. */
  async function sendLost(problem: AppError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    request.refusal = problem.code;
    const [, said] = /^\/docs\/(es|en)(?:\/|$)/.exec(request.url) ?? [];
    const language = said === 'es' || said === 'en' ? said : languageOf(request);
    return reply
      .code(404)
      .headers(PAGE_HEADERS)
      .send(await guides.notFoundPage(language));
  }
}

async function readDocument(): Promise<Document> {
  return JSON.parse(await readFile(OPENAPI_FILE, 'utf8'));
}
