// The merchant's logo, and a stylesheet with the shades of their colour. Both addresses contain what is served, so
// browsers may keep them for a year.

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import { shadesOf } from '../../domain/accounts/colour.js';
import { AppError } from '../../errors/errors.js';
import { createCache } from '../../memory/cache.js';
import { findLogo } from '../../store/accounts/brands.js';
import { FOR_GOOD } from '../ui/asset.js';
import { OPEN } from '../ui/open.js';

/** Logos are a few kilobytes each. */
const MOST_KEPT = 500;
const KEPT_MS = 60_000;

const HEADERS = {
  'cache-control': FOR_GOOD,
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** `colour` is "#rrggbb". */
export function colourPath(colour: string): string {
  return `/assets/colours/${colour.slice(1)}.css`;
}

export function brandRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  const logos = createCache({
    load: (digest: string) => findLogo(deps.db, digest),
    now: () => performance.now(),
    freshMs: KEPT_MS,
    maxAgeMs: 2 * KEPT_MS,
    maxEntries: MOST_KEPT,
  });

  app.get<{ Params: { file: string } }>('/assets/logos/:file', OPEN, async (request, reply) => {
    const [, digest] = /^([0-9a-f]{32})\.png$/.exec(request.params.file) ?? [];
    const bytes = digest === undefined ? null : await logos.find(digest);
    if (bytes === null) throw new AppError('not_found');
    return reply.headers({ ...HEADERS, 'content-type': 'image/png' }).send(bytes);
  });

  app.get<{ Params: { file: string } }>('/assets/colours/:file', OPEN, async (request, reply) => {
    const [, digits] = /^([0-9a-f]{6})\.css$/.exec(request.params.file) ?? [];
    if (digits === undefined) throw new AppError('not_found');
    return reply.headers({ ...HEADERS, 'content-type': 'text/css; charset=utf-8' }).send(colourStyle(`#${digits}`));
  });
}

function colourStyle(colour: string): string {
  const { ink, onLight, onDark } = shadesOf(colour);
  return [
    `:root{--accent:${onLight};--brand:${colour};--brand-ink:${ink}}`,
    `@media (prefers-color-scheme:dark){:root{--accent:${onDark}}}`,
    '@media print{:root{--accent:#000;--brand:#fff;--brand-ink:#000}}',
  ].join('\n');
}
