// From two tarballs to the first paid test order in an empty folder: the service and the SDK are packed, unpacked and
// run as a developer would, with nothing of this checkout but the packages of others that npm would fetch.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startProgram } from '../support/example-program.js';
import { until } from '../support/until.js';
import { installSdk, pack } from './installed.js';

const run = promisify(execFile);

const PROGRAM = `
import { createServer } from 'node:http';
import { Cobro, verifyWebhook } from '@cobro/sdk';

const cobro = new Cobro({ url: process.env.COBRO_URL, key: process.env.COBRO_KEY });
const server = createServer(async (request, response) => {
  const webhook = await verifyWebhook(Buffer.concat(await request.toArray()), request.headers, secret);
  response.writeHead(204).end();
  console.log(webhook.type, webhook.data.order_info.order_id);
  if (webhook.data.paid) server.close();
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const { secret } = await cobro.webhooks.create({ url: 'http://127.0.0.1:' + server.address().port + '/' });
const order = await cobro.orders.create({
  product: { id: 'first', name: 'Funda', price: 150 },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: { type: 'SPEI' },
});
await cobro.test.pay(order.id);
`;

test('two tarballs in an empty folder become a first paid order with a verified webhook', async (t) => {
  const startedAt = performance.now();
  const times: string[] = [];
  const lap = (what: string) => times.push(`${what} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const [tarball, folder] = await Promise.all([pack('service'), installSdk()]);
  lap('packed and SDK installed at');
  await unpackService(tarball, folder);
  const cobro = startProgram(join(folder, 'node_modules', '.bin', 'cobro'), ['serve'], {
    cwd: folder,
    env: { PORT: '0', COBRO_LOG_LEVEL: 'warn' },
  });
  const url = await until('the service greets', () => /ready at (\S+)/.exec(cobro.output())?.[1], 60_000).catch(
    (error) => assert.fail(`${error.message}: ${cobro.output()}`),
  );
  const key = /(sk_test_\S+)/.exec(cobro.output())?.[1] ?? assert.fail(cobro.output());
  lap('service ready at');
  await writeFile(join(folder, 'first.mjs'), PROGRAM);
  const program = run(process.execPath, ['first.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], COBRO_URL: url, COBRO_KEY: key },
    timeout: 60_000,
  });
  assert.deepEqual((await program).stdout.trim().split('\n'), ['charge.pending first', 'charge.success first']);
  lap('paid and verified at');
  t.diagnostic(`tarball to first paid order: ${times.join(', ')}`);
  cobro.process.kill('SIGTERM');
  await until('the service stops', () => cobro.process.exitCode !== null, 20_000);
  assert.deepEqual((await readdir(folder)).sort(), [
    'data',
    'first.mjs',
    'node_modules',
    'package-lock.json',
    'package.json',
  ]);
});

/** What `npm install cobro-….tgz` makes. The packages of others, which npm would fetch, are links into this checkout. */
async function unpackService(tarball: string, folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'cobro');
  await mkdir(home);
  await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  const lock = JSON.parse(await readFile(join(PACKAGE_FOLDER, 'package-lock.json'), 'utf8'));
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  for (const name of productionPackages(lock.packages, Object.keys(dependencies))) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(PACKAGE_FOLDER, 'node_modules', name), join(modules, name));
  }
  await mkdir(join(modules, '.bin'), { recursive: true });
  await symlink(join(home, 'bin', 'cobro.mjs'), join(modules, '.bin', 'cobro'));
}

type Locked = Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;

/** Those that stand directly in node_modules and are not for development; ours come in the tarball. */
function productionPackages(locked: Locked, wanted: readonly string[]): string[] {
  const names = Object.entries(locked).flatMap(([path, { dev, link }]) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    return name === undefined || dev === true || link === true ? [] : [name];
  });
  assert.ok(wanted.every((name) => names.includes(name) || name.startsWith('@cobro/')));
  return names;
}
