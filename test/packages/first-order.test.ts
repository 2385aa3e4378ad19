// From two tarballs to the first paid test order in an empty folder: the service and the SDK are packed, unpacked and
// run as a developer would, with nothing of this checkout but the packages of others that npm would fetch.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { installTarball, spawnNpx } from '../support/installed.js';
import { until } from '../support/until.js';
import { packSdk } from './installed.js';

const run = promisify(execFile);
const startedAt = performance.now();
const [{ folder }, sdk] = await Promise.all([installTarball(), packSdk()]);

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
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  const home = join(folder, 'node_modules', '@cobro', 'sdk');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', sdk, '-C', home, '--strip-components=1']);
  const unpacked = seconds();
  const npx = spawnNpx(folder, ['serve'], { PORT: '0' });
  after(() => npx.kill('SIGKILL'));
  let output = '';
  for (const stream of [npx.stdout, npx.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const greeting = /Cobro is ready at (\S+)[\s\S]*?(sk_test_\w+)/;
  await until('it greets', () => greeting.test(output) || npx.exitCode !== null, 60_000);
  const [, COBRO_URL = '', COBRO_KEY = ''] = greeting.exec(output) ?? assert.fail(output);
  const ready = seconds();
  await writeFile(join(folder, 'first.mjs'), PROGRAM);
  const env = { PATH: process.env['PATH'] ?? '', COBRO_URL, COBRO_KEY };
  const { stdout } = await run(process.execPath, ['first.mjs'], { cwd: folder, env, timeout: 60_000 });
  assert.deepEqual(stdout.trim().split('\n'), ['charge.pending first', 'charge.success first']);
  t.diagnostic(`unpacked after ${unpacked} s, ready after ${ready} s, paid and verified after ${seconds()} s`);
  npx.kill('SIGTERM');
  await until('it stops', () => output.includes('"msg":"stopped"'), 20_000);
});
