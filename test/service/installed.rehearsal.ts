// The package as it is installed: from the tarball to a first order, without compiling and without packages for
// developers.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { installTarball, spawnNpx } from '../support/installed.js';
import { makeFolder } from '../support/process.js';
import { basic, orderBody } from '../support/service.js';
import { until } from '../support/until.js';

const started = performance.now();
const { folder, packageFolder } = await installTarball();

test('npx cobro serve in a folder of its own makes a first order, and stops when npx is killed', async (t) => {
  const npx = spawnNpx(folder, ['serve'], { PORT: '0' });
  let output = '';
  for (const stream of [npx.stdout, npx.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const greeting = /Cobro is ready at (\S+)[\s\S]*?(sk_test_\w+)[\s\S]*first order/;
  await until('it greets', () => greeting.test(output) || npx.exitCode !== null, 60_000);
  const [, url = '', key = ''] = greeting.exec(output) ?? assert.fail(output);
  const reply = await fetch(`${url}/v2/orders`, {
    method: 'POST',
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    body: JSON.stringify(orderBody()),
  });
  assert.equal(reply.status, 200, await reply.text());
  t.diagnostic(`packed, installed and a first order in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  assert.doesNotMatch(output, /Compiling|Installing/);
  assert.ok(!existsSync(join(folder, 'node_modules', 'typescript')), 'without packages for developers');

  npx.kill('SIGKILL'); // it can pass nothing on
  await until('the service has stopped', () => output.includes('"msg":"stopped"'), 20_000);
  await assert.rejects(fetch(`${url}/health/live`));
  const postmaster = join(folder, 'data', 'postgres', 'postmaster.pid');
  await until('its database has stopped', () => !existsSync(postmaster));
});

test('the package has every file that its own documents link to, and no sources or tests', async () => {
  const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  for (const name of await readdir(join(packageFolder, 'docs')))
    if (name.endsWith('.md')) documents.push(`docs/${name}`);
  let links = 0;
  for (const path of documents) {
    const text = (await readFile(join(packageFolder, path), 'utf8')).replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file = ''] = target.split('#');
      // Guides for programmers point into the sources, which a checkout has.
      if (/^[a-z]+:/.test(target) || file === '' || /^\.\.\/(src|test)\//.test(target)) continue;
      assert.ok(existsSync(join(packageFolder, dirname(path), file)), `${path} links to ${target}`);
      links++;
    }
  }
  assert.ok(links > 20);
  for (const name of ['src', 'test', 'scripts', 'tsconfig.json', 'bench']) {
    assert.ok(!existsSync(join(packageFolder, name)), name);
  }
});

test('a command in a wrong folder makes no database and no folder there, and says where it looked', async () => {
  const elsewhere = await makeFolder();
  for (const args of [['account', 'list'], ['doctor'], ['migrate'], ['order', 'list', '--account', 'x']]) {
    const bin = join(packageFolder, 'bin', 'cobro.mjs');
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, [bin, ...args], { cwd: elsewhere }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      ),
    );
    assert.match(output, /There is no database in [^\n]+data\. Start the service or run `npx cobro migrate --create`/);
    assert.deepEqual(await readdir(elsewhere), [], args.join(' '));
  }
});
