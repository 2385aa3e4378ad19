// The pictures of docs/: each that a page names is there, is described for people who do not see it, is small, and is
// served by the service itself. npm run pictures makes them anew.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startTestService } from '../support/service.js';

const MOST_BYTES = 150 * 1024;
const FOLDER = 'docs/pictures';
const guides = ['docs', 'docs/es'].flatMap((folder) =>
  readdirSync(join(PACKAGE_FOLDER, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
const named = guides.flatMap((guide) =>
  [...readFileSync(join(PACKAGE_FOLDER, guide), 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(
    ([, description = '', target = '']) => ({ guide, description, path: join(dirname(guide), target) }),
  ),
);

test('every picture that a guide names is there and is described', () => {
  assert.ok(named.length >= 14);
  for (const { guide, description, path } of named) {
    assert.ok(existsSync(join(PACKAGE_FOLDER, path)), `${guide} shows ${path}`);
    assert.equal(dirname(path), FOLDER, guide);
    assert.ok(description.length >= 20, `${guide} describes ${path}`);
  }
});

test('every picture is used, and small enough to wait for', () => {
  const used = new Set(named.map(({ path }) => path));
  for (const name of readdirSync(join(PACKAGE_FOLDER, FOLDER))) {
    assert.ok(used.has(join(FOLDER, name)), `${name} is in no guide`);
    const { length } = readFileSync(join(PACKAGE_FOLDER, FOLDER, name));
    assert.ok(length < MOST_BYTES, `${name} has ${length} bytes`);
  }
});

test('pages show them with their size, also below another path, and the service sends them with a tag', async () => {
  const below = await startTestService({ COBRO_BASE_URL: 'https://shop.example/pagos' });
  const { text } = await below.call('GET', '/docs/en/dashboard', { headers: { accept: 'text/html' } });
  const images = [
    ...text.matchAll(/<img src="\/pagos(\/docs\/pictures\/[^"]+)" alt="[^"]+" width="\d+" height="\d+"/g),
  ];
  assert.ok(images.length >= 4);
  for (const [, path = ''] of images) {
    const reply = await below.call('GET', path);
    assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'image/png'], path);
    const again = await below.call('GET', path, { headers: { 'if-none-match': reply.headers['etag'] ?? '' } });
    assert.equal(again.status, 304, path);
  }
});
