// node scripts/site/run.mjs FOLDER: renders the guides into a new folder. The build calls it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from './build.mjs';

buildSite(join(fileURLToPath(import.meta.url), '..', '..', '..'), process.argv[2]);
