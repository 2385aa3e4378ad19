// What a browser asks a server for by itself: the page at `/`, the icon, and what search engines may read.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import type { GuessLimit } from '../../http/guess-limit.js';
import { isBrowser } from '../../http/request.js';
import { readLanguage } from '../pay/page-reply.js';
import { ICON_SVG } from '../ui/icon.js';
import { createStaticFile, sendStaticFile } from '../ui/static-file.js';
import { drawIconFile } from './favicon.js';
import { PAGE_HEADERS } from './guides.js';
import { renderHome } from './home-page.js';
import { loadOnce } from './load-once.js';

const OPEN = { config: { access: 'anyone' }, schema: { hide: true } } as const;
const A_DAY = 'public, max-age=86400';

/** Customers' pages say themselves that they must not be listed, which a crawler sees only if it may read them. */
const ROBOTS = `User-agent: *
Disallow: /dashboard
Disallow: /health/
Disallow: /metrics
Disallow: /rails/
Disallow: /v1/
Disallow: /v2/
`;

export function homeRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>, strangers: GuessLimit): void {
  const basePath = new URL(settings.baseUrl).pathname.replace(/\/$/, '');
  const headers = { ...PAGE_HEADERS, vary: 'accept, accept-encoding, accept-language' };
  const home = {
    es: loadOnce(() => createStaticFile(renderHome('es', basePath), headers)),
    en: loadOnce(() => createStaticFile(renderHome('en', basePath), headers)),
  };
  app.get('/', OPEN, async (request, reply) => {
    if (!isBrowser(request)) throw new AppError('not_found'); // a program that has lost its path
    return sendStaticFile(strangers, request, reply, await home[readLanguage(request)]());
  });

  const files = {
    '/favicon.svg': loadOnce(() => createStaticFile(ICON_SVG, kept('image/svg+xml'))),
    '/favicon.ico': loadOnce(async () => createStaticFile(await drawIconFile(), kept('image/x-icon'))),
    '/robots.txt': loadOnce(() => createStaticFile(ROBOTS, kept('text/plain; charset=utf-8'))),
  };
  for (const [path, load] of Object.entries(files))
    app.get(path, OPEN, async (request, reply) => sendStaticFile(strangers, request, reply, await load()));
}

function kept(type: string): Readonly<Record<string, string>> {
  return { 'content-type': type, 'cache-control': A_DAY };
}
