// node scripts/bundle.mjs DIST: writes DIST/run/, what is started: our own code in few files, because finding and loading a
// thousand takes longer than running them. Dependencies stay as they were installed; what is a package of developers is taken
// along. Tests import the files of DIST/src/. And DIST/assets/: what pages load, without comments and blanks.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const dist = resolve(process.argv[2]);
const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
buildSync({
  entryPoints: {
    main: join(dist, 'src', 'service', 'main.js'),
    'logo-worker': join(dist, 'src', 'adapters', 'logo-worker.js'),
  },
  outdir: join(dist, 'run'),
  bundle: true,
  splitting: true,
  external: Object.keys({ ...dependencies, ...optionalDependencies }),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8', // scripts that pages load are part of it
  sourcemap: true,
  sourcesContent: false,
});

const web = fileURLToPath(new URL('../src/web', import.meta.url));
buildSync({
  entryPoints: readdirSync(web, { recursive: true })
    .filter((name) => /\.(css|js|ttf)$/.test(name))
    .map((name) => join(web, name)),
  outbase: web,
  outdir: join(dist, 'assets'),
  loader: { '.ttf': 'copy' },
  minify: true, // names at the top of a script stay: it is joined with functions of the server
  target: 'es2022', // as it is written: nothing is rewritten for older browsers
  charset: 'utf8',
});
