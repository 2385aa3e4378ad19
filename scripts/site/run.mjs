// node scripts/site/run.mjs DIST: renders the guides into DIST/site. The build calls it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from './build.mjs';

buildSite(join(fileURLToPath(import.meta.url), '..', '..', '..'), process.argv[2]);
