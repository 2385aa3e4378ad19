// The SDK as a developer gets it: packed, installed into an empty project, used from ESM, CommonJS and TypeScript, and
// its README followed to the letter.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { signWebhook } from '@cobro/sdk';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startHookService } from '../webhooks/engines.js';
import { installSdk } from './installed.js';
import { prints, receives, samplesOf } from './readme.js';

const run = promisify(execFile);
const service = await startHookService();
const url = `http://127.0.0.1:${await service.listen()}`;
const project = await installSdk();
const installed = join(project, 'node_modules', '@cobro', 'sdk');
const env = { PATH: process.env['PATH'] ?? '', COBRO_URL: url, COBRO_KEY: service.key };

test('the tarball has both builds with their types, a README and a license, and nothing else', () => {
  const names = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$|LICENSE/.test(name),
  );
  const others = names.filter((name) => !/^dist\/(src|cjs)\/[\w/-]+\.(js|d\.ts)$/.test(name)).sort();
  assert.deepEqual(others, ['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json']);
  assert.ok(names.includes('dist/src/generated/api.d.ts') && names.includes('dist/cjs/generated/api.d.ts'));
});

const PROGRAM = `
const cobro = new Cobro({ url: process.env.COBRO_URL, key: process.env.COBRO_KEY });
cobro.orders.create({
  product: { id: '1', name: 'Funda', price: 150 },
  customer: { name: 'Ana', email: 'ana@example.com' },
  payment: {},
}).then(async (order) => {
  await cobro.test.pay(order.id);
  const missing = await cobro.orders.get('ch_x').catch((error) => error instanceof NotFoundError);
  console.log((await cobro.orders.get(order.id)).status, missing);
});
`;

for (const [name, head] of [
  ['esm.mjs', "import { Cobro, NotFoundError } from '@cobro/sdk';"],
  ['cjs.cjs', "const { Cobro, NotFoundError } = require('@cobro/sdk');"],
] as const) {
  test(`${name} of an empty project sells`, async () => {
    await writeFile(join(project, name), `${head}\n${PROGRAM}`);
    const { stdout } = await run(process.execPath, [join(project, name)], { env });
    assert.equal(stdout, 'ACCEPTED true\n');
  });
}

test('TypeScript finds the types from ESM and from CommonJS, without any other types', async () => {
  const good = `
    import { Cobro, type Order, type Webhook, verifyWebhook } from '@cobro/sdk';
    declare const key: string;
    const cobro = new Cobro({ url: 'http://127.0.0.1:8080', key });
    export const clabe: Promise<string> = cobro.orders.get('ch_1').then((order: Order) => order.payment.clabe);
    export const webhook: Promise<Webhook> = verifyWebhook('{}', { 'webhook-id': '1' }, ['whsec_AAAA']);
    export async function all(): Promise<number> {
      let sum = 0;
      for await (const payment of cobro.payments.list({ state: 'applied' })) sum += payment.amount;
      return sum;
    }
  `;
  await writeFile(join(project, 'good.mts'), good);
  await writeFile(join(project, 'good.cts'), good);
  await writeFile(join(project, 'bad.mts'), good.replace('order.payment.clabe', 'order.clabe'));
  assert.equal(await compile('good.mts', 'good.cts'), '');
  assert.match(await compile('bad.mts'), /bad\.mts\(5,\d+\): error TS2339: Property 'clabe' does not exist/);
  // As most programs are compiled: with a bundler, for a page.
  assert.equal(
    await compile('good.mts', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom'),
    '',
  );
});

async function compile(...args: readonly string[]): Promise<string> {
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', ''];
  const usual = args.includes('--module') ? [] : ['--module', 'nodenext', '--lib', 'es2022'];
  const tried = run(process.execPath, [tsc, ...flags, ...usual, ...args], { cwd: project });
  return tried.then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
}

const samples = samplesOf(readFileSync(join(installed, 'README.md'), 'utf8'), ['js', 'ts']);

test('the README has samples of each kind', () => {
  assert.ok(samples.length >= 10);
  assert.ok(samples.some(({ kind }) => kind === 'ts'));
  assert.ok(samples.some(({ text }) => text.includes('createServer')));
  assert.ok(samples.some(({ text }) => text.includes('export default')));
});

for (const [index, { kind, text, title }] of samples.entries()) {
  const name = `README, ${title}`;
  const file = join(project, `sample-${index}.${kind === 'ts' ? 'mts' : 'mjs'}`);
  const program = { command: process.execPath, args: () => [file], file, text, env };
  if (kind === 'ts') test(`${name}: the sample compiles`, () => compiles(file, text));
  else if (text.includes('createServer'))
    test(`${name}: the receiver takes webhooks of the service`, () => receives(service, program));
  else if (text.includes('export default')) test(`${name}: the handler takes a webhook`, () => handles(file, text));
  else test(`${name}: the sample runs and prints what it says`, () => prints(program));
}

async function compiles(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  assert.equal(await compile(file), '');
}

async function handles(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  const { default: handler } = await import(pathToFileURL(file).href);
  const WEBHOOK_SECRET = 'whsec_Y29icm8tdGVzdC12ZWN0b3Itc2VjcmV0';
  const signed = await signWebhook({ type: 'charge.success', order_info: { order_id: 'SMG-1' } }, WEBHOOK_SECRET);
  const ask = (body: string) =>
    new Request('https://shop.example.com/', { method: 'POST', headers: signed.headers, body });
  assert.equal(await (await handler.fetch(ask(signed.body), { WEBHOOK_SECRET })).text(), 'charge.success SMG-1');
  assert.equal((await handler.fetch(ask('{}'), { WEBHOOK_SECRET })).status, 401);
}
