// The API reference: the OpenAPI document, and a page that shows it without assets from other sites.
import fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors.js';
import { sendJson } from '../../http/request.js';

/** The headers of the page itself; the others belong to the connection. */
const PASSED_ON = ['content-type', 'cache-control', 'etag', 'location'] as const;

export function docsRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>): void {
  let document: string | undefined;
  app.get('/openapi.json', { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify({ ...app.swagger(), servers: [{ url: settings.baseUrl }] });
    return sendJson(reply, document);
  });
  let page: Promise<FastifyInstance> | undefined;
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, { config: { access: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      page ??= loadPage().catch((error: unknown) => {
        page = undefined;
        throw error;
      });
      const answer = await (await page).inject({ url: request.url });
      if (answer.statusCode === 404) throw new AppError('not_found');
      for (const name of PASSED_ON) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name]);
      return reply.code(answer.statusCode).send(answer.rawPayload);
    });
  }
}

/**
 * Loaded at the first visit: its script is 4 MB of text, which costs 35 MB of memory and a quarter of each command's
 * start.
 */
async function loadPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      cdn: '/docs/js/scalar.js', // a relative path would fail on /docs, which has no trailing slash
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'apiKey' },
      mcp: { disabled: true },
      agent: { disabled: true },
      pageTitle: 'Cobro: API reference',
    },
  });
  await app.ready();
  return app;
}
