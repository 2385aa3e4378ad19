// Finds the files that ship with the program, wherever it is installed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the build made. This file runs as src/paths.js of it in tests, and elsewhere as part of a file in run/. */
const BUILD_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..');
/** What is started: the service in few files. */
export const SERVICE_FILE = join(BUILD_FOLDER, 'run', 'main.js');
/** The stylesheets and scripts of src/web/, which browsers load as they are. */
export const ASSETS_FOLDER = join(BUILD_FOLDER, 'assets');
/** What the build has taken out of large packages. */
export const VENDOR_FOLDER = join(BUILD_FOLDER, 'vendor');
/** The guides, rendered. */
export const SITE_FOLDER = join(BUILD_FOLDER, 'site');
/** What the service tells of its routes. */
export const OPENAPI_FILE = join(BUILD_FOLDER, 'openapi.json');

/** The folder of package.json. */
export const PACKAGE_FOLDER = join(BUILD_FOLDER, '..');
export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'migrations');
export const CATALOGUE_FOLDER = join(PACKAGE_FOLDER, 'catalogue');

export const VERSION: string = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')).version;
