// What `npm pack` puts into the tarball: the service, compiled, with the packages of this repository inside it and nothing
// that belongs to one platform.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../src/paths.js';

const EMBEDDED = '@cobro/embedded-postgres';

test('the tarball holds the compiled service and its own packages, and leaves the rest to npm', async () => {
  const npm = process.env['npm_execpath'];
  const [command, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const { stdout } = await promisify(execFile)(
    command ?? '',
    [...args, 'pack', '--dry-run', '--json', '--ignore-scripts'],
    { cwd: PACKAGE_FOLDER, maxBuffer: 16 * 1024 * 1024 },
  );
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout);
  const paths = files.map(({ path }) => path);
  for (const path of [
    'bin/cobro.mjs',
    'dist/run/main.js',
    'dist/openapi.json',
    'dist/site/site.json',
    'dist/site/es/webhooks.json',
    `node_modules/${EMBEDDED}/dist/src/index.js`,
  ]) {
    assert.ok(paths.includes(path), path);
  }
  const others = paths.filter(
    (path) => path.startsWith('node_modules/') && !path.startsWith(`node_modules/${EMBEDDED}/`),
  );
  assert.deepEqual(others, [], 'npm installs them for the platform of whoever installs the tarball');
  assert.deepEqual(
    paths.filter((path) => path.includes('/test/')),
    [],
  );
});

test('the peers of the bundled package are dependencies of the service, in the same versions', () => {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(PACKAGE_FOLDER, ...path, 'package.json'), 'utf8'));
  const { dependencies, optionalDependencies } = read();
  const { peerDependencies, version } = read('packages', 'embedded-postgres');
  assert.equal(dependencies[EMBEDDED], version);
  const all = { ...dependencies, ...optionalDependencies };
  for (const [name, range] of Object.entries(peerDependencies)) assert.equal(all[name], range, name);
  assert.match(peerDependencies['embedded-postgres'], /^\d/, 'the programs of PostgreSQL are pinned to one version');
});
