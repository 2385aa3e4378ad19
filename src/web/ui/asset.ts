// Files that pages load. A file's name contains a digest of its content, so browsers may cache it for a year: a changed
// file has another name.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { GuessLimit } from '../../http/guess-limit.js';
import { ASSETS_FOLDER } from '../../paths.js';
import { OPEN } from './open.js';
import { createStaticFile, type StaticFile, sendStaticFile } from './static-file.js';

/** For a path that contains a digest of what is served there. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

export type Asset = { readonly path: string; readonly type: string; readonly body: string };

const BASE_STYLE = readAsset('ui/base.css');

/** One stylesheet from the shared styles and these files, in this order, so that a page requests a single file. */
export function styleAsset(name: string, files: readonly string[]): Asset {
  return createAsset(name, 'css', BASE_STYLE + files.map(readAsset).join(''));
}

/** A script from one file and the functions that it shares with the server. */
export function scriptAsset(name: string, shared: readonly CallableFunction[], file: string): Asset {
  return createAsset(name, 'js', ["'use strict';", ...shared.map(String), readAsset(file)].join('\n'));
}

export function assetRoutes(app: FastifyInstance, strangers: GuessLimit, assets: readonly Asset[]): void {
  for (const { path, type, body } of assets) {
    // Compressed at the first request, because commands that serve nothing load the assets, too.
    let file: Promise<StaticFile> | undefined;
    app.get(path, OPEN, async (request, reply) => {
      file ??= createStaticFile(body, { 'content-type': type, 'cache-control': FOR_GOOD });
      return sendStaticFile(strangers, request, reply, await file);
    });
  }
}

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

function createAsset(name: string, extension: keyof typeof TYPES, body: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${digest}.${extension}`, type: TYPES[extension], body };
}

/** A stylesheet or script by its path below src/web/. */
export function readAsset(file: string): string {
  return readFileSync(join(ASSETS_FOLDER, file), 'utf8');
}
