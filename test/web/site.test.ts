// What a person or a program gets at `/` and below /docs: pages in the right language, a search that needs no script, files
// that browsers ask for by themselves, and the error body for programs.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { PACKAGE_FOLDER, SITE_FOLDER } from '../../src/paths.js';
import { assertProblem } from '../support/problem.js';
import { startTestService } from '../support/service.js';
import { textOf } from './fixtures.js';

const service = await startTestService();
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

test('a browser at / sees what this is, in its language, with links to everything', async () => {
  for (const [language, words] of [
    ['es-MX', 'Cobra por SPEI, en efectivo y en bancos'],
    ['en-US', 'Get paid by SPEI, in cash and at banks'],
  ] as const) {
    const reply = await get('/', { ...HTML, 'accept-language': language });
    assert.equal(reply.status, 200);
    assert.ok(textOf(reply).includes(words));
    assert.equal(reply.headers['vary'], 'accept, accept-encoding, accept-language');
    const links = [...reply.text.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);
    for (const path of [`/docs/${language.slice(0, 2)}`, '/docs/reference', '/dashboard', '/health/ready'])
      assert.ok(links.includes(path), path);
  }
  assert.ok(textOf(await get('/?lang=en', HTML)).includes('Get paid'));
});

test('a program at / gets the error body that it knows', async () => {
  for (const accept of [undefined, '*/*', 'application/json'])
    assertProblem(await get('/', accept === undefined ? {} : { accept }), { status: 404, error: 'not_found' });
});

test('the contents at /docs are in the language of the visitor, those at /docs/en always in English', async () => {
  for (const path of ['/docs', '/docs/', '/docs?a=b']) {
    const spanish = await get(path);
    assert.equal(spanish.status, 200);
    assert.ok(textOf(spanish).includes('Documentación de Cobro'));
    assert.equal(spanish.headers['vary'], 'accept-encoding, accept-language');
  }
  for (const reply of [await get('/docs', { 'accept-language': 'en' }), await get('/docs/en/')])
    assert.ok(textOf(reply).includes('Cobro documentation'));
});

test('a guide is whole without JavaScript, says which languages it has, and loads nothing from elsewhere', async () => {
  const { status, text, headers } = await get('/docs/es/webhooks');
  assert.equal(status, 200);
  assert.match(text, /<html lang="es-MX"/);
  assert.match(text, /<h2 id="la-firma">La firma<\/h2>/);
  assert.match(text, /href="\/docs\/en\/webhooks" hreflang="en"/);
  assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\/(?!www\.standardwebhooks\.com")/);
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'/);
  assert.doesNotMatch(headers['content-security-policy'] ?? '', /unsafe/);
});

test('programs find every guide as Markdown in /llms.txt, with links that lead on', async () => {
  const list = await get('/llms.txt');
  assert.equal(list.status, 200);
  assert.match(list.text, /^# Cobro\n\n> /);
  const paths = [...list.text.matchAll(/\]\([^)]*?(\/docs\/[\w-]+\.md)\): \S/g)].map(([, path = '']) => path);
  assert.ok(paths.length > 20, list.text);
  const followed = new Set<string>();
  for (const path of [...paths, '/docs/es/webhooks.md']) {
    const { status, text, headers } = await get(path);
    assert.deepEqual([status, headers['content-type']], [200, 'text/markdown; charset=utf-8'], path);
    assert.match(text, /^# /, path);
    assert.doesNotMatch(text, /^<!--/m, path);
    for (const [, target = ''] of text.matchAll(/\]\((\/[^)#]+)/g)) followed.add(target);
  }
  assert.ok(followed.size > 20);
  for (const target of followed) assert.equal((await get(target, HTML)).status, 200, target);
});

test('a search without a script finds the section, with and without accents, and nothing dangerous comes back', async () => {
  const { status, text } = await get('/docs/es/search?q=clave+de+rastreo');
  assert.equal(status, 200);
  assert.match(text, /<a href="\/docs\/es\/refunds#/);
  const hits = (await get('/docs/es/search?q=que%20pasa%20en%20cada%20caso')).text;
  assert.match(hits, /<a href="\/docs\/es\/payments#qué-pasa-en-cada-caso">/);
  for (const query of ['', '%20', 'zzzzzz', '%3Cscript%3Ealert(1)%3C/script%3E', 'a'.repeat(3_000), '%00', '\\'])
    assert.equal((await get(`/docs/en/search?q=${query}`)).status, 200, query);
  assert.doesNotMatch((await get('/docs/en/search?q=%3Cscript%3Ex')).text, /<script>x/);
  assert.equal((await get('/docs/en/search?q=a&q=b')).status, 200);
});

test('a search costs no more than a page', async () => {
  await get('/docs/en/search?q=order');
  const before = process.cpuUsage();
  for (let i = 0; i < 20; i++) await get('/docs/en/search?q=the+order+is+paid+by+a+customer+with+a+key');
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 20_000 < 30, `${(user + system) / 20_000} ms of processor time each`);
});

test('a page that is not there is a page for people and the error body for programs', async () => {
  for (const path of ['/docs/en/nope', '/docs/nope', '/docs/samples/nope', '/docs/js/nope.js', '/docs/en/../../x']) {
    assertProblem(await get(path), { status: 404, error: 'not_found' }, path);
    if (path.includes('..')) continue;
    const shown = await get(path, HTML);
    assert.equal(shown.status, 404);
    assert.match(shown.headers['content-type'] ?? '', /^text\/html/, path);
  }
});

test('no path of the file system can be asked for', async () => {
  for (const path of ['..%2f..%2fpackage.json', 'en%2f..%2f..%2f..%2fpackage', 'samples/..%2fsite.json', 'site.json'])
    assert.equal((await get(`/docs/${path}`)).status, 404, path);
});

test('the icon is a real one in three sizes, and robots are told what is not for them', async () => {
  const { rawPayload: icon, headers } = await service.app.inject('/favicon.ico');
  assert.equal(headers['content-type'], 'image/x-icon');
  assert.equal(icon.readUInt16LE(4), 3);
  for (let at = 6; at < 6 + 3 * 16; at += 16) {
    const offset = icon.readUInt32LE(at + 12);
    const { width, height } = PNG.sync.read(icon.subarray(offset, offset + icon.readUInt32LE(at + 8)));
    assert.deepEqual([width, height], [icon.readUInt8(at), icon.readUInt8(at + 1)]);
  }
  assert.match((await get('/favicon.svg')).headers['content-type'] ?? '', /^image\/svg\+xml/);
  const robots = await get('/robots.txt');
  assert.match(robots.text, /^User-agent: \*\n(Disallow: \/\S+\n)+$/);
  assert.doesNotMatch(robots.text, /docs/);
});

test('below another path every link and asset starts with it', async () => {
  const below = await startTestService({ COBRO_BASE_URL: 'https://example.com/pay-service' });
  for (const path of ['/', '/docs/en', '/docs/en/webhooks', '/docs/es/search?q=spei', '/docs/reference']) {
    const { text } = await below.call('GET', path, { headers: HTML });
    const links = [...text.matchAll(/(?:href|src|action|data-index|data-home)="(\/[^"]*)"/g)].map(
      ([, link = '']) => link,
    );
    assert.ok(links.length > 0, path);
    for (const link of links) assert.ok(link.startsWith('/pay-service/'), `${path} has ${link}`);
  }
});

test('every guide of docs/ is on the site or left out for a reason, and every page of the list is there', () => {
  const plan = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'docs', 'site.json'), 'utf8'));
  const site = JSON.parse(readFileSync(join(SITE_FOLDER, 'site.json'), 'utf8'));
  const shown: string[] = site.groups.flatMap(({ pages }: { pages: string[] }) => pages);
  assert.equal(new Set(shown).size, shown.length);
  for (const slug of shown) assert.ok(existsSync(join(SITE_FOLDER, 'en', `${slug}.json`)), slug);
  const listed: string[] = plan.groups.flatMap(({ pages }: { pages: string[] }) => pages);
  for (const slug of listed) {
    const file: string = plan.elsewhere[slug] ?? `docs/${slug}.md`;
    assert.equal(shown.includes(slug), existsSync(join(PACKAGE_FOLDER, file)), slug);
  }
  const guides = readdirSync(join(PACKAGE_FOLDER, 'docs')).filter((name) => name.endsWith('.md'));
  for (const name of guides) {
    const slug = name.replace('.md', '');
    assert.notEqual(shown.includes(slug), slug in plan.leftOut, name);
  }
  for (const name of readdirSync(join(PACKAGE_FOLDER, 'docs', 'es'))) {
    assert.ok(existsSync(join(SITE_FOLDER, 'es', name.replace('.md', '.json'))), name);
  }
});
