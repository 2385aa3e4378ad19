// Finds the files that ship with the program, wherever it is installed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. This file runs as dist/src/paths.js. */
export const PACKAGE_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'migrations');
export const CATALOGUE_FOLDER = join(PACKAGE_FOLDER, 'catalogue');
/** The guides, rendered by the build. */
export const SITE_FOLDER = join(PACKAGE_FOLDER, 'dist', 'site');
/** What the service tells of its routes, written by the build. */
export const OPENAPI_FILE = join(PACKAGE_FOLDER, 'dist', 'openapi.json');

export const VERSION: string = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')).version;
