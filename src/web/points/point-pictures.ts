// The pictures of payment points: the mark that an operator has uploaded, or a tile that the service draws (D56). Each is drawn once
// for each name, size and mark.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import { createCache } from '../../memory/cache.js';
import { findPointMark } from '../../store/points/point-marks.js';
import { OPEN } from '../ui/open.js';
import { hasTag } from '../ui/static-file.js';
import { drawPointImage, type PicturedPoint, type PictureSize, SIDES } from './point-image.js';

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

type PointPicture = { readonly bytes: Buffer; readonly etag: string; readonly side: number };

const MOST_KEPT = 1_000;
const MARK_FRESH_MS = 5_000;
const FOREVER = { freshMs: Number.POSITIVE_INFINITY, maxAgeMs: Number.POSITIVE_INFINITY } as const;

/** null if there is no such point. */
function createPointPictures(
  deps: Pick<Deps, 'db' | 'points'>,
): (code: string, size: PictureSize) => Promise<PointPicture | null> {
  const now = () => performance.now();
  const marks = createCache({
    load: (code: string) => findPointMark(deps.db, code),
    now,
    freshMs: MARK_FRESH_MS,
    maxAgeMs: 2 * MARK_FRESH_MS,
    maxEntries: MOST_KEPT,
  });
  const drawn = createCache({
    async load(key: string): Promise<PointPicture> {
      const { size, mark, ...point }: PicturedPoint & { size: PictureSize; mark: string | null } = JSON.parse(key);
      const bytes = await drawPointImage(point, size, mark === null ? null : await markOf(point.code));
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return { bytes, etag, side: SIDES[size] };
    },
    now,
    ...FOREVER,
    maxEntries: MOST_KEPT,
  });
  const markOf = async (code: string) => (await marks.find(code))?.picture ?? null;

  return async (code, size) => {
    const point = (await deps.points.byCode()).get(code);
    if (point === undefined) return null;
    const { name, kind } = point;
    const mark = (await marks.find(code))?.digest ?? null;
    return drawn.find(JSON.stringify({ code, name, kind, size, mark }));
  };
}
