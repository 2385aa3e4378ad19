// What a browser asks a server for by itself: the page at `/`, the icon, and what search engines may read.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import type { GuessLimit } from '../../http/guess-limit.js';
import { isBrowser } from '../../http/request.js';
import { readLanguage } from '../pay/page-reply.js';
import { ICON_SVG } from '../ui/icon.js';
import { OPEN } from '../ui/open.js';
import { createStaticFile, sendStaticFile } from '../ui/static-file.js';
import { PAGE_HEADERS } from './guides.js';
import { renderHome } from './home-page.js';
import { loadOnce } from './load-once.js';

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

// The icon as the file that browsers and bookmarks ask for without being told: an ICO with one PNG for each usual size.
const SIZES = [16, 32, 48];
const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

async function drawIconFile(): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  const pictures = SIZES.map((size) => ({
    size,
    png: new Resvg(ICON_SVG, { fitTo: { mode: 'width', value: size } }).render().asPng(),
  }));
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4); // planes
    head.writeUInt16LE(32, at + 6); // bits for each dot
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}
