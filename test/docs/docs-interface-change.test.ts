// docs/adding-an-interface-change.md is true: applied to a copy of the sources, its first blocks are refused by the compiler
// in the files that it names, all of them together compile, and the service of the copy treats old and new accounts as the
// page says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';

const page = readFileSync(join(PACKAGE_FOLDER, 'docs', 'adding-an-interface-change.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', file = '', text = '']) => ({ language, file, text }),
);
const told = blocks.findIndex(({ file }) => file === 'errors');

const copy = mkdtempSync(join(tmpdir(), 'cobro-change-'));
after(() => rmSync(copy, { recursive: true }));
// What the build has made beside the compiled sources, such as stylesheets, is needed to run.
for (const name of ['src', 'test/support', 'dist/src', 'tsconfig.json', 'package.json'])
  cpSync(join(PACKAGE_FOLDER, name), join(copy, name), { recursive: true });
writeFileSync(
  join(copy, 'tsconfig.guide.json'),
  JSON.stringify({ extends: './tsconfig.json', include: ['src', 'test/ask.ts'] }),
);
for (const name of ['node_modules', 'packages', 'migrations', 'catalogue', 'docs'])
  symlinkSync(join(PACKAGE_FOLDER, name), join(copy, name));

/** What an account of a version sends and gets, asked of the service of the copy. */
writeFileSync(
  join(copy, 'test', 'ask.ts'),
  `import { test } from 'node:test';
import { startTestService } from './support/service.js';

test('ask', async () => {
  const service = await startTestService();
  const asked: unknown[] = [];
  for (const interfaceVersion of ['2026-11-15', '2027-01-01'])
    for (const name of ['name', 'title']) {
      const { keys } = await service.account({ interfaceVersion });
      const key = keys.test.private;
      const body = {
        product: { id: 'A', price: 150, [name]: 'Funda' },
        customer: { name: 'Ana', email: 'ana@example.com' },
        payment: {},
      };
      const { json: made } = await service.call('POST', '/v2/orders', { key, body });
      const empty = { key, body: { ...body, product: { id: 'A', price: 150 } } };
      const { json: refused } = await service.call('POST', '/v2/orders', empty);
      const refund = await refundOf(key, made.id);
      asked.push({ interfaceVersion, sent: name, read: made.product?.name ?? null, blamed: refused.param, ...refund });
    }
  console.log('ASKED ' + JSON.stringify(asked));

  async function refundOf(key: string, id: string | undefined) {
    if (id === undefined) return {};
    await service.call('POST', '/v1/test/orders/' + id + '/payments', { key, body: { scenario: 'exact' } });
    const { json } = await service.call('POST', '/v2/orders/' + id + '/refunds', { key, body: { reason: 'x' } });
    const { json: list } = await service.call('GET', '/v1/refunds', { key });
    const named = (record: object) => ['reason', 'note'].filter((field) => field in record).join();
    return { inAnswer: named(json.refund), inList: named(list.data[0]) };
  }
});
`,
);

test('after its first blocks the compiler refuses the files that the page names', () => {
  for (const block of blocks.slice(0, told)) apply(block);
  assert.deepEqual(compile(), blocks[told]?.text.trim().split('\n'));
});

test('after all of its blocks everything compiles', () => {
  for (const block of blocks.slice(told + 1)) apply(block);
  assert.deepEqual(compile(), []);
});

test('an old account goes on with the old names, and a new one has the new ones', () => {
  run(join(PACKAGE_FOLDER, 'scripts', 'openapi.mjs'), 'dist');
  const [, asked = ''] = /ASKED (.*)/.exec(run('dist/test/ask.js')) ?? [];
  const old = { interfaceVersion: '2026-11-15', blamed: 'product.name', inAnswer: 'reason', inList: 'reason' };
  const fresh = { interfaceVersion: '2027-01-01', blamed: 'product.title', inAnswer: 'note', inList: 'note' };
  assert.deepEqual(JSON.parse(asked), [
    { ...old, sent: 'name', read: 'Funda' },
    { ...old, sent: 'title', read: 'Funda' }, // the newer name is understood, too
    { interfaceVersion: '2027-01-01', sent: 'name', read: null, blamed: 'product.title' },
    { ...fresh, sent: 'title', read: 'Funda' },
  ]);
});

/** Writes a new file, or replaces each run of `-` lines by the `+` lines behind it. */
function apply({ language, file, text }: (typeof blocks)[number]): void {
  const path = join(copy, file);
  if (language === 'ts') writeFileSync(path, text);
  if (language !== 'diff') return;
  let source = readFileSync(path, 'utf8');
  for (const [, removed = '', added = ''] of text.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    assert.ok(source.includes(unmarked(removed)), `${file} has ${removed}`);
    source = source.replace(unmarked(removed), () => unmarked(added));
  }
  writeFileSync(path, source);
}

function unmarked(lines: string): string {
  return lines.replace(/^[-+]/gm, '');
}

/** Compiles the copy; returns the files with errors. */
function compile(): string[] {
  const tsc = join(PACKAGE_FOLDER, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.guide.json'], { cwd: copy, encoding: 'utf8' });
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}

function run(...command: readonly string[]): string {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }; // its output is for us, not for this run's reporter
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8', env });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}
