// node scripts/vendor.mjs DIST: writes DIST/vendor/: what the service needs of large packages, so that it need not install them.
// bwip-js is 1.4 MB of 13, and the page of the API reference is one script.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const folder = join(resolve(process.argv[2]), 'vendor');
mkdirSync(folder, { recursive: true });
const bwip = createRequire(import.meta.url).resolve('bwip-js/node');
buildSync({
  entryPoints: [bwip],
  outfile: join(folder, 'bwip.cjs'),
  ...{ bundle: true, minify: true, format: 'cjs', platform: 'node', target: 'node20.19' },
  legalComments: 'inline',
});
