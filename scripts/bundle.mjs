// node scripts/bundle.mjs DIST: writes DIST/run/, what is started: our own code in few files, because finding and loading a
// thousand takes longer than running them. Packages stay as they were installed. Tests import the files of DIST/src/.
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const dist = resolve(process.argv[2]);
buildSync({
  entryPoints: {
    main: join(dist, 'src', 'service', 'main.js'),
    'logo-worker': join(dist, 'src', 'adapters', 'logo-worker.js'),
  },
  outdir: join(dist, 'run'),
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8', // scripts that pages load are part of it
  sourcemap: true,
  sourcesContent: false,
});
