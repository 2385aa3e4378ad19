// The documentation: shared bytes, compressed once, asked for again without a body, and a reference that its own policy
// allows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PAY_STYLE } from '../../src/web/pay/assets.js';
import { startTestService } from '../support/service.js';
import { launchChromium, openPage } from './chromium.js';

const service = await startTestService();
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers });

const page = (await get('/docs/explorer')).body;
const script = /<script src="(\/docs\/js\/scalar\.[0-9a-f]{16}\.js)">/.exec(page)?.[1] ?? assert.fail(page);
const FILES = [
  ...['/docs/reference', '/docs/explorer', '/docs/js/scalar.js', script, '/openapi.json', PAY_STYLE.path],
  ...['/docs/en/webhooks', '/docs/es', '/docs/es/search.json', '/docs/samples/receiver.php', '/favicon.ico'],
];

for (const path of FILES) {
  test(`${path.replace(/\.[0-9a-f]{16}/, '')} has the same bytes in each encoding, and a tag for each`, async () => {
    const plain = await get(path);
    assert.equal(plain.statusCode, 200);
    const tags = new Set([plain.headers['etag']]);
    for (const [accepted, encoding, open] of [
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
      ['identity', undefined, (bytes: Buffer) => bytes],
      ['br;q=0, *;q=0.0', undefined, (bytes: Buffer) => bytes],
    ] as const) {
      const reply = await get(path, { 'accept-encoding': accepted });
      assert.equal(reply.headers['content-encoding'], encoding, accepted);
      assert.ok(open(reply.rawPayload).equals(plain.rawPayload), accepted);
      assert.equal(Number(reply.headers['content-length']), reply.rawPayload.length);
      assert.equal(reply.headers['vary'], 'accept-encoding');
      assert.equal(reply.headers['x-content-type-options'], 'nosniff');
      tags.add(reply.headers['etag']);
    }
    assert.equal(tags.size, 3);
  });

  test(`${path.replace(/\.[0-9a-f]{16}/, '')} is not sent to who has it, nor to HEAD`, async () => {
    const accepted = { 'accept-encoding': 'br' };
    const whole = await get(path, accepted);
    const etag = String(whole.headers['etag']);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const reply = await get(path, { ...accepted, 'if-none-match': tag });
      assert.deepEqual([reply.statusCode, reply.rawPayload.length], [304, 0], tag);
      assert.equal(reply.headers['etag'], etag);
    }
    assert.equal((await get(path, { ...accepted, 'if-none-match': '"x"' })).statusCode, 200);
    const head = await get(path, accepted, 'HEAD');
    assert.deepEqual([head.statusCode, head.rawPayload.length], [200, 0]);
    for (const name of ['etag', 'content-length', 'content-type', 'content-encoding'])
      assert.equal(head.headers[name], whole.headers[name], name);
  });
}

test('the script is kept for good under its digest, and asked for again under its old name', async () => {
  assert.equal((await get(script)).headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal((await get('/docs/js/scalar.js')).headers['cache-control'], 'no-cache');
  assert.equal((await get('/docs/js/scalar.0000000000000000.js')).statusCode, 404);
});

test('an answer of the script costs no work that grows with it', async () => {
  await get('/docs/js/scalar.js', {}, 'HEAD');
  const before = process.cpuUsage();
  for (let i = 0; i < 20; i++) await get('/docs/js/scalar.js', { 'accept-encoding': 'gzip' }, 'HEAD');
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 20_000 < 20, `${(user + system) / 20_000} ms of processor time each`);
});

test('the reference lists every operation without a script of its own, in less than 300 KB for the first view', async () => {
  const html = (await get('/docs/reference')).body;
  const document: { paths: Record<string, object> } = (await get('/openapi.json')).json();
  for (const path of Object.keys(document.paths)) assert.ok(html.includes(`</b> ${path}</code>`), path);
  assert.match(html, /<code>customer\.email<\/code>/, 'fields inside of fields');
  assert.ok(html.includes('href="/docs/explorer"'));
  const loaded = [...html.matchAll(/(?:src|href)="(\/[^"#]*\.(?:css|js))"/g)].map(([, file = '']) => file);
  assert.ok(loaded.length > 0 && loaded.every((file) => !file.includes('scalar')), loaded.join());
  const bytes = await Promise.all(
    ['/docs/reference', ...loaded].map(async (file) => (await get(file)).rawPayload.length),
  );
  const sum = bytes.reduce((total, one) => total + one, 0);
  assert.ok(sum < 300_000, `${sum} bytes`);
});

test('the name of a guide leads to it in the language of whoever asks', async () => {
  for (const language of ['es', 'en']) {
    const { statusCode, headers } = await get('/docs/quick-start/', { 'accept-language': language });
    assert.equal(statusCode, 302);
    const { pathname } = new URL(String(headers['location']));
    assert.equal(pathname, `/docs/${language}/quick-start`);
    assert.equal((await get(pathname)).statusCode, 200);
  }
});

test('a path that leads nowhere is a page for people and the error body for programs', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const [path, language, words] of [
    ['/anything-unknown', 'es-MX', 'Esta página no existe'],
    ['/anything/unknown?x=1', 'en', 'There is no such page'],
    ['/docs/es/nothing', 'en', 'Esta página no existe'],
  ] as const) {
    const shown = await get(path, { ...browser, 'accept-language': language });
    assert.equal(shown.statusCode, 404);
    assert.match(String(shown.headers['content-type']), /^text\/html/);
    assert.ok(shown.body.includes(words), path);
  }
  for (const [path, headers] of [
    ['/anything-unknown', {}],
    ['/v1/anything', browser],
    ['/rails/anything', browser],
  ] as const)
    assert.match(String((await get(path, headers)).headers['content-type']), /^application\/json/, path);
});

test('Chromium shows the explorer with its policy, without a complaint and without another site', async () => {
  const live = await startTestService();
  const url = `http://127.0.0.1:${await live.listen()}`;
  const browser = await launchChromium();
  const viewport = { width: 1280, height: 900 };
  const { page: shown, problems } = await openPage(browser, `${url}/pay/none`, { viewport });
  problems.length = 0; // of a page that is not there
  // A busy machine takes long to run 4 MB of script.
  await shown.goto(`${url}/docs/explorer`, { timeout: 120_000 });
  await shown.getByText('Create an order').first().waitFor({ timeout: 120_000 });
  assert.deepEqual(problems, []);
  const policy = String((await live.app.inject('/docs/explorer')).headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
});
