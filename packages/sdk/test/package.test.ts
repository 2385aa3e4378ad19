// What the package promises about itself: small, without dependencies and side effects, and at home in any runtime.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { refusal, startStandIn } from './stand-in.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = (folder: string) =>
  readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(root, 'dist', folder, name), 'utf8'));

for (const folder of ['src', 'cjs']) {
  test(`dist/${folder} has less than 10 KB when it is compressed`, (t) => {
    const bytes = gzipSync(built(folder).join('\n')).length;
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 3_000, 'it was measured');
    assert.ok(bytes < 10_240, `${bytes} bytes`);
  });
}

test('it has no dependencies, no install scripts and no side effects, and imports only itself', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    assert.equal(manifest[name], undefined);
  for (const name of ['preinstall', 'install', 'postinstall']) assert.equal(manifest.scripts[name], undefined);
  assert.equal(manifest.sideEffects, false);
  for (const text of built('src')) {
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g))
      assert.match(target ?? '', /^\.\/.*\.js$/);
  }
  for (const text of built('cjs')) {
    for (const [, target] of text.matchAll(/require\("([^"]+)"\)/g)) assert.match(target ?? '', /^\.\/.*\.js$/);
  }
});

test('it works where there is nothing of Node.js, only what the web has', async () => {
  const service = await startStandIn({ status: 404, body: refusal('order_not_found') }, { body: { id: 'ch_1' } });
  const program = `
    const used = [];
    for (const name of ['process', 'Buffer', 'setImmediate', 'clearImmediate', 'global', 'require', 'module']) {
      const value = globalThis[name];
      // The fetch of Node.js itself may use Node.js.
      const get = () => {
        if (new Error().stack.split('\\n')[2].includes('/dist/src/')) used.push(name);
        return value;
      };
      Object.defineProperty(globalThis, name, { get });
    }
    const { Cobro, signWebhook, verifyWebhook } = await import(${JSON.stringify(join(root, 'dist', 'src', 'index.js'))});
    const cobro = new Cobro({ url: '${service.url}', key: 'pk_test_1' });
    const code = await cobro.orders.get('ch_0').catch((error) => error.code);
    const order = await cobro.orders.create({ product: { id: '1', name: 'x', price: 1 }, customer: { name: 'x', email: 'x@y' }, payment: {} });
    const { body, headers } = await signWebhook({ type: 'charge.success' }, 'whsec_AAAA');
    const { type } = await verifyWebhook(body, new Headers(headers), 'whsec_AAAA');
    console.log(JSON.stringify([code, order.id, type, used]));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  assert.deepEqual(JSON.parse(stdout), ['order_not_found', 'ch_1', 'charge.success', []]);
});

test('a private key is refused where there is a page, unless a test says that it is none', async () => {
  const { Cobro } = await import('../src/index.js');
  Object.assign(globalThis, { document: {} });
  try {
    const options = { url: 'http://127.0.0.1:1', key: 'sk_test_1' };
    assert.throws(() => new Cobro(options), /private key .* must never be in a page/);
    new Cobro({ ...options, allowPrivateKeyInBrowser: true });
    new Cobro({ ...options, key: 'pk_test_1' });
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
});
