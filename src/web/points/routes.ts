// Serves the images of payment points, which the service draws itself (D56).
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import { createCache } from '../../memory/cache.js';
import { hasTag } from '../ui/static-file.js';
import { drawPointImage, type PicturedPoint, type PictureSize } from './point-image.js';

const MOST_KEPT = 1_000;

export function pointImageRoutes(app: FastifyInstance, deps: Pick<Deps, 'points'>): void {
  const pictures = createPictures();
  app.get<{ Params: { file: string } }>(
    '/assets/providers/:file',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const [, code = '', size] = /^(.+)-(small|medium)\.png$/.exec(request.params.file) ?? [];
      const point = (await deps.points.byCode()).get(code);
      if (point === undefined || size === undefined) throw new AppError('not_found');
      const picture = await pictures(point, size === 'small' ? 'small' : 'medium');
      reply.headers({ etag: picture.etag, 'cache-control': 'public, max-age=86400', 'content-type': 'image/png' });
      return hasTag(request.headers['if-none-match'], picture.etag)
        ? reply.code(304).send()
        : reply.send(picture.bytes);
    },
  );
}

type Picture = { readonly bytes: Buffer; readonly etag: string };

/** Draws each image once per name and size, so that a renamed point gets a new image. */
function createPictures() {
  const drawn = createCache({
    async load(key: string): Promise<Picture> {
      const { size, ...point }: PicturedPoint & { size: PictureSize } = JSON.parse(key);
      const bytes = await drawPointImage(point, size);
      return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
    },
    now: () => performance.now(),
    freshMs: Number.POSITIVE_INFINITY,
    maxAgeMs: Number.POSITIVE_INFINITY,
    maxEntries: MOST_KEPT,
  });
  return ({ code, name, kind }: PicturedPoint, size: PictureSize) =>
    drawn.find(JSON.stringify({ code, name, kind, size }));
}
