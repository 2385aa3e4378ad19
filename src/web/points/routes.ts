// The pictures of payment points, drawn by the service itself (D56).
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import type { PaymentPoint } from '../../domain/payment-point.js';
import { AppError } from '../../errors.js';
import { drawPointImage } from './point-image.js';

export function pointImageRoutes(app: FastifyInstance, deps: Pick<Deps, 'catalogue'>): void {
  app.get<{ Params: { file: string } }>(
    '/assets/providers/:file',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const [, code = '', size] = /^(.+)-(small|medium)\.png$/.exec(request.params.file) ?? [];
      const provider = (await deps.catalogue.byCode()).get(code);
      if (provider === undefined || size === undefined) throw new AppError('not_found');
      const image = pictureOf(provider, size === 'small' ? 'small' : 'medium');
      reply.headers({ etag: image.etag, 'cache-control': 'public, max-age=86400', 'content-type': 'image/png' });
      return request.headers['if-none-match'] === image.etag ? reply.code(304).send() : reply.send(image.bytes);
    },
  );
}

type Picture = { readonly bytes: Buffer; readonly etag: string };
const pictures = new Map<string, Picture>();

/** Drawn once per name and size: a point that is renamed gets a new picture. */
function pictureOf(provider: PaymentPoint, size: 'small' | 'medium'): Picture {
  const key = JSON.stringify([provider.code, provider.name, provider.kind, size]);
  const known = pictures.get(key);
  if (known !== undefined) return known;
  const bytes = drawPointImage(provider, size);
  const picture = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  if (pictures.size > 1000) pictures.clear();
  pictures.set(key, picture);
  return picture;
}
