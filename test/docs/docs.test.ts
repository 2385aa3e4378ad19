// The documents tell the truth: their examples are sent to a real service and answered as they say, and the files,
// headings, commands and settings they name exist.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { buildProgram } from '../../src/cli/program.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { commandContext } from '../../src/service/command-context.js';
import { SETTING_NAMES } from '../../src/settings/settings.js';
import { type Reply, startTestService } from '../support/service.js';

type Fence = { readonly kind: string; readonly text: string; readonly before: string };
type Words = Readonly<Record<string, string>>;

const documents = ['.', 'docs', 'docs/es'].flatMap((folder) =>
  readdirSync(join(PACKAGE_FOLDER, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
);
const read = (path: string): string => readFileSync(join(PACKAGE_FOLDER, path), 'utf8');

// With the rate limit of a fresh installation, because its headers are documented.
const service = await startTestService({ COBRO_RATE_LIMIT: '100' });
const variables: Words = {
  URL: '',
  KEY: service.merchant.keys.test.private,
  PUBLIC_KEY: service.merchant.keys.test.public,
};

// README.md and then docs/api.md are read as one story: ids and cursors of an answer that is shown are used further down.
const shownToReal = new Map<string, string>();
for (const path of ['README.md', 'docs/api.md']) {
  const fences = fencesOf(read(path));
  for (const [index, fence] of fences.entries()) {
    const first = (fence.text.split('\n', 1)[0] ?? '').replace(/ \\$/, '');
    if (fence.kind === 'sh' && fence.text.startsWith('curl ')) {
      const next = fences[index + 1];
      test(`${path}: ${first} …`, () => runExample(fence, next));
    } else if (fence.kind === 'json' && fences[index - 1]?.kind !== 'sh') {
      // A body that stands alone. It is sent by another merchant, so that the story's list stays as it is.
      const key = service.other.keys.test.private;
      test(`${path}: the body after "${fence.before.trim().split('\n').at(-1)}" is accepted`, async () => {
        assert.equal((await service.call('POST', '/v2/orders', { key, body: fence.text })).status, 200);
      });
    }
  }
}

async function runExample(fence: Fence, next: Fence | undefined): Promise<void> {
  const isAnswer = next !== undefined && ['json', 'http'].includes(next.kind) && !/\n#/.test(next.before);
  const reply = await curl(fence.text);
  const status = statedStatus(fence) ?? (isAnswer ? statedStatus(next) : undefined) ?? 200;
  assert.equal(reply.status, status, reply.text);
  if (!isAnswer) return;
  if (next.kind === 'http') compareHead(next.text, reply);
  else compareValues(JSON.parse(next.text), reply.json, '');
}

/** The status that the sentence just before a fence states: "… answers `409`". */
function statedStatus({ before }: Fence): number | undefined {
  const status = /answers `(\d{3})`[^`]*$/.exec(before.trimEnd().split('\n\n').at(-1) ?? '')?.[1];
  return status === undefined ? undefined : Number(status);
}

test('the examples that the tests above should find are there', () => {
  const kinds = ['README.md', 'docs/api.md'].flatMap((path) => fencesOf(read(path)));
  assert.ok(kinds.filter(({ kind, text }) => kind === 'sh' && text.startsWith('curl ')).length >= 12);
  assert.ok(kinds.filter(({ kind }) => kind === 'json').length >= 7);
});

test('every curl of the documents is an example of its own, so that none goes untried', () => {
  for (const path of ['README.md', 'docs/api.md']) {
    for (const { kind, text } of fencesOf(read(path))) {
      if (kind !== 'sh') continue;
      assert.ok(!/\ncurl /.test(text), `${path}: one curl per block: ${text}`);
    }
  }
});

test('every relative link points to a file and a heading that exist', () => {
  let links = 0;
  for (const path of documents) {
    for (const [, target = ''] of withoutFences(read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? path : join(dirname(path), file);
      assert.ok(existsSync(join(PACKAGE_FOLDER, linked)), `${path} links to ${target}`);
      if (anchor !== undefined) assert.ok(anchorsOf(read(linked)).has(anchor), `${path} links to ${target}`);
      links += 1;
    }
  }
  assert.ok(links > 20);
});

test('every npx cobro command exists, with the options that are shown', async () => {
  const program = await buildProgram(commandContext, 'all');
  let commands = 0;
  for (const path of documents) {
    for (const [, line = ''] of read(path).matchAll(/npx cobro\b([^`\n]*)/g)) {
      checkCommand(program, line, path);
      commands += 1;
    }
  }
  assert.ok(commands > 15);
});

test('every setting that is named exists, unless it is marked as not built yet', () => {
  // What a shop's own program calls the address and its key.
  const ofShops = ['COBRO_URL', 'COBRO_KEY'];
  for (const path of documents) {
    const declaredHere = [...read(path).matchAll(/^\+ +name: '(\w+)',$/gm)].map(([, name]) => name);
    for (const paragraph of read(path).split('\n\n')) {
      if (/not built yet/i.test(paragraph)) continue;
      for (const name of paragraph.match(/\b(COBRO|OTEL)_[A-Z_]+/g) ?? []) {
        const isOfShop = ofShops.includes(name) && /\/(sdk|examples)\.md$/.test(path);
        assert.ok(isOfShop || SETTING_NAMES.includes(name) || declaredHere.includes(name), `${path} names ${name}`);
      }
    }
  }
});

test('every npm script that is named exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Words };
  for (const path of documents) {
    for (const [, run, name = ''] of read(path).matchAll(/\bnpm (run )?([a-z]+)\b(?= *(?:`|--|#|\n|$))/g)) {
      if (run === undefined && !['start', 'test'].includes(name)) continue;
      assert.ok(name in scripts, `${path} names npm run ${name}`);
    }
  }
});

test('README.md stays short, and every entry of its folder map exists', () => {
  const readme = read('README.md');
  assert.ok(readme.split('\n').length <= 100);
  const map =
    fencesOf(readme)
      .find(({ text }) => text.startsWith('bin/'))
      ?.text.split('\n') ?? [];
  assert.ok(map.length > 10);
  for (const line of map) {
    const entry = line.split(' ', 1)[0] ?? '';
    assert.ok(existsSync(join(PACKAGE_FOLDER, entry)), `the folder map names ${entry}`);
  }
});

test('docs/decisions.md has every decision once, in order, and all that the code cites', () => {
  const numbers = [...read('docs/decisions.md').matchAll(/^\*\*D(\d+)\.\*\*/gm)].map(([, number]) => Number(number));
  assert.ok(numbers.length >= 60);
  assert.ok(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0)));
  for (const name of readdirSync(join(PACKAGE_FOLDER, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    for (const [, number] of read(`src/${name}`).matchAll(/\bD([1-9]\d?)\b/g)) {
      assert.ok(numbers.includes(Number(number)), `src/${name} cites D${number}`);
    }
  }
});

/** The fenced blocks of a document, each with the text between it and the one before. */
function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let end = 0;
  for (const match of markdown.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)) {
    fences.push({ kind: match[1] ?? '', text: match[2] ?? '', before: markdown.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return fences;
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The names by which headings can be linked to. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Sends what a curl command would send. */
async function curl(command: string): Promise<Reply> {
  const [program, ...words] = shellWords(command);
  assert.equal(program, 'curl');
  const headers: Record<string, string> = {};
  const data: string[] = [];
  let [address, user] = ['', ''];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(':');
      headers[name.toLowerCase()] = value.join(':').trim();
    } else if (word === '-d') data.push(words.shift() ?? '');
    else if (word === '-u') user = words.shift() ?? '';
    else if (word !== '-i') address = word.replace('http://127.0.0.1:8080', '');
  }
  if (data.length > 0) headers['content-type'] ??= 'application/x-www-form-urlencoded';
  const call = {
    headers: { ...headers, authorization: `Basic ${Buffer.from(user).toString('base64')}` },
    ...(data.length > 0 && { body: data.join('&') }),
  };
  return service.call(data.length > 0 ? 'POST' : 'GET', address, call);
}

/** Splits a command as a shell does: quotes, continued lines, variables outside single quotes. */
function shellWords(command: string): string[] {
  let line = command.replaceAll('\\\n', ' ');
  for (const [shown, real] of shownToReal) line = line.replaceAll(shown, real);
  const expand = (text: string) =>
    text.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? assert.fail(`$${name} is not set`));
  return (line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"|[^'"]+/g, (part, single?: string, double?: string) =>
      single !== undefined ? single : expand(double ?? part),
    ),
  );
}

/** What differs from one run to the next; everything else in an answer must be as it is shown. */
const CHANGING = new Set([
  'id',
  'shortId',
  'clabe',
  'createdAt',
  'updatedAt',
  'expiresAt',
  'request_id',
  'next_cursor',
  'created_at',
  'url',
]);

function compareValues(shown: unknown, real: unknown, path: string): void {
  const name = path.split('.').at(-1) ?? '';
  if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof real === 'object' && real !== null, path);
    assert.deepEqual(Object.keys(real), Object.keys(shown), `the fields of the answer ${path}`);
    for (const [field, value] of Object.entries(shown)) {
      compareValues(value, (real as Record<string, unknown>)[field], `${path}.${field}`);
    }
  } else if (CHANGING.has(name) && !path.endsWith('product.id')) {
    assert.equal(typeof real, typeof shown, path);
    if (typeof real === 'string') shownToReal.set(String(shown), real);
  } else {
    const plain = (value: unknown) => (typeof value === 'string' ? value.replace(/\b\d{18}\b/g, 'CLABE') : value);
    assert.equal(plain(real), plain(shown), path);
  }
}

/** The status line and the headers that a document shows; the tokens left change. */
function compareHead(shown: string, reply: Reply): void {
  const [statusLine = '', ...lines] = shown.split('\n');
  assert.equal(statusLine.split(' ')[1], String(reply.status));
  assert.ok(lines.length > 0);
  const plain = (text: string | undefined) => text?.replace(/;r=\d+/, ';r=N');
  for (const line of lines) {
    const [name = '', ...value] = line.split(':');
    assert.equal(plain(reply.headers[name]), plain(value.join(':').trim()), name);
  }
}

/** Walks down the commands that a line names; what follows must be their options and as many arguments as they take. */
function checkCommand(program: Command, line: string, path: string): void {
  let command = program;
  const where = `${path}: npx cobro${line}`;
  const words = shellLike(line.replace(/ > \S+$/, ''));
  const childNamed = (name = '') =>
    command.commands.find((child) => child.name() === name || child.aliases().includes(name));
  for (let child = childNamed(words[0]); child !== undefined; child = childNamed(words[0])) {
    words.shift();
    command = child;
  }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('--')) {
      assert.ok(command.registeredArguments.length > 0 || word === '…', `${where}: unknown command ${word}`);
      continue;
    }
    if (word === '--help' || word === '--version') continue;
    const option = command.options.find(({ long }) => long === word);
    assert.ok(option !== undefined, `${where}: unknown option ${word}`);
    if (option.required) words.shift();
  }
}

/** The words of a command that stands in a sentence: it ends where the sentence goes on. */
function shellLike(line: string): string[] {
  const [command = ''] = line.split(/[.:;,)|]( |$)| {2,}/, 1);
  return command.match(/"[^"]*"|\S+/g) ?? [];
}

test('the threat model names tests that are there', () => {
  const named = [...read('docs/security.md').matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file ?? '');
  assert.ok(named.length > 20);
  for (const file of named) assert.ok(existsSync(join(PACKAGE_FOLDER, file)), file);
});
