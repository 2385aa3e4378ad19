// Serves the pictures of payment points.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import { OPEN } from '../ui/open.js';
import { hasTag } from '../ui/static-file.js';
import { createPointPictures } from './point-pictures.js';

/** A point that gets its mark shows it before long. */
const CACHED = 'public, max-age=600';

export function pointImageRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'points'>): void {
  const pictureOf = createPointPictures(deps);
  app.get<{ Params: { file: string } }>('/assets/providers/:file', OPEN, async (request, reply) => {
    const [, code = '', size] = /^(.+)-(small|medium)\.png$/.exec(request.params.file) ?? [];
    const picture = size === undefined ? null : await pictureOf(code, size === 'small' ? 'small' : 'medium');
    if (picture === null) throw new AppError('not_found');
    reply.headers({ etag: picture.etag, 'cache-control': CACHED, 'content-type': 'image/png' });
    return hasTag(request.headers['if-none-match'], picture.etag) ? reply.code(304).send() : reply.send(picture.bytes);
  });
}
