// The files that pages load: real stylesheets and scripts, checked like all other sources, served under a digest of what is
// in them and kept for good.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { Script } from 'node:vm';
import { ASSETS_FOLDER, PACKAGE_FOLDER } from '../../src/paths.js';
import { DASHBOARD_SCRIPT, DASHBOARD_STYLE } from '../../src/web/dashboard/frame/assets.js';
import { DOCS_SCRIPT, DOCS_STYLE } from '../../src/web/docs/assets.js';
import { FORM_SCRIPT, PAY_SCRIPT, PAY_STYLE } from '../../src/web/pay/assets.js';
import { makeOrder, startPayService } from './fixtures.js';

const service = await startPayService();
const ASSETS = [PAY_STYLE, PAY_SCRIPT, FORM_SCRIPT, DASHBOARD_STYLE, DASHBOARD_SCRIPT, DOCS_STYLE, DOCS_SCRIPT];
const FOLDER = join(PACKAGE_FOLDER, 'src', 'web');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(css|js)$/.test(name))
  .map((name) => join(FOLDER, name));

for (const asset of ASSETS) {
  test(`${asset.path.replace(/\.\w{16}/, '')} is served for good, under a digest of what is in it`, async () => {
    const digest = createHash('sha256').update(asset.body).digest('hex').slice(0, 16);
    assert.equal(/\.([0-9a-f]{16})\.(css|js)$/.exec(asset.path)?.[1], digest);
    const { status, headers, text } = await service.call('GET', asset.path);
    assert.deepEqual([status, text], [200, asset.body]);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(headers['content-type'] ?? '', asset.path.endsWith('.css') ? /^text\/css;/ : /^text\/javascript;/);
    assert.equal((await service.call('GET', asset.path.replace(digest, '0'.repeat(16)))).status, 404);
  });
}

test('a page asks for one stylesheet and at most one script, by the names they are served under', async () => {
  const filesOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const order = await makeOrder(service);
  assert.deepEqual(filesOf((await service.call('GET', `/pay/${order.id}`)).text), [PAY_STYLE.path, PAY_SCRIPT.path]);
  assert.deepEqual(filesOf((await service.call('GET', '/dashboard')).text), [
    DASHBOARD_STYLE.path,
    DASHBOARD_SCRIPT.path,
  ]);
  assert.deepEqual(filesOf((await service.call('GET', '/docs')).text), [DOCS_STYLE.path, DOCS_SCRIPT.path]);
});

test('every stylesheet and script of the sources is served: in an asset, or as the worker of the customer page', async () => {
  assert.ok(FILES.length >= 9);
  const worker = (await service.call('GET', '/pay/worker.js')).text;
  const served = [...ASSETS.map(({ body }) => body), worker];
  for (const file of FILES) {
    const text = readFileSync(join(ASSETS_FOLDER, relative(FOLDER, file)), 'utf8');
    assert.ok(text.length > 100 && text.length < readFileSync(file, 'utf8').length, file);
    assert.ok(
      served.some((body) => body.includes(text)),
      file,
    );
  }
});

test('the script is valid, and has the time left in the words of the server', () => {
  assert.doesNotThrow(() => new Script(PAY_SCRIPT.body));
  assert.match(PAY_SCRIPT.body, /^function formatTimeLeft\(/m);
});

test('Biome and the compiler check every stylesheet and script', () => {
  const biome = run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', ...FILES]);
  assert.equal(biome.status, 0, biome.output);
  assert.match(biome.output, new RegExp(`Checked ${FILES.length} files`));
  for (const folder of ['pay/files', 'docs']) {
    const compiler = run('typescript/bin/tsc', ['-p', join(FOLDER, folder)]);
    assert.equal(compiler.status, 0, compiler.output);
  }
});

function run(program: string, parameters: readonly string[]) {
  const path = join(PACKAGE_FOLDER, 'node_modules', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...parameters], {
    cwd: PACKAGE_FOLDER,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('a class of the dashboard is defined in one stylesheet: sections do not change the looks of one another', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of FILES.filter((name) => name.includes('/dashboard/') && name.endsWith('.css')))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^\s*\.([a-z-]+) \{$/gm))
      owners.set(name, (owners.get(name) ?? new Set()).add(file));
  assert.ok(owners.size > 50);
  assert.deepEqual(
    [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `.${name}: ${[...files].join(', ')}`),
    [],
  );
});
