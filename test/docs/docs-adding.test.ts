// The guides docs/adding-….md are true. Applied to one copy of the sources, what they add is as small as they say, their
// first steps are refused by the compiler as they say, all of their steps compile and keep the rules of the house, and the
// service of the copy does what they promise (applied-guides.ts).
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { type CompilerError, copySources, readGuide } from '../support/applied-guide.js';
import { codeRules } from '../tidy/code-rules.js';
import { importRules } from '../tidy/import-rules.js';
import { parseSource } from '../tidy/source.js';
import { sqlRules } from '../tidy/sql-rules.js';
import { wordRules } from '../tidy/word-rules.js';

/** The steps of each guide: new files, and files that change. */
const STEPS = {
  'adding-a-page.md': [
    ['sql', 'migrations/9999_tips.sql'],
    ['ts', 'src/store/money/tips.ts'],
    ['diff', 'src/store/money/tables.ts'],
    ['tsx', 'src/web/dashboard/tips/tips-list.tsx'],
    ['diff', 'src/web/dashboard/sections.ts'],
  ],
  'adding-a-payment-point.md': [
    ['ts', 'src/domain/points/voucher.ts'],
    ['diff', 'src/domain/points/payment-point.ts'],
  ],
  'adding-a-rail.md': [
    ['ts', 'src/domain/rails/codi.ts'],
    ['diff', 'src/domain/rails/kinds.ts'],
  ],
  'adding-a-worker.md': [
    ['ts', 'src/actions/money/watch-odd-money.ts'],
    ['diff', 'src/settings/groups/orders.ts'],
    ['diff', 'src/workers/loops.ts'],
  ],
  'adding-an-event-type.md': [
    ['diff', 'src/domain/orders/event-types.ts'],
    ['diff', 'src/cli/orders/trigger.ts'],
    ['diff', 'src/actions/transfers/change-transfer.ts'],
  ],
  'adding-an-interface-change.md': [
    ['diff', 'src/wire/money/refund.ts'],
    ['diff', 'src/wire/orders/create-order.ts'],
    ['diff', 'src/wire/money/refund.ts'],
    ['diff', 'src/wire/orders/create-order.ts'],
    ['diff', 'src/cli/orders/order.ts'],
    ['diff', 'src/cli/orders/trigger.ts'],
    ['ts', 'src/wire/versions/2027-01-01.ts'],
    ['diff', 'src/wire/versions/versions.ts'],
  ],
} as const;
const MOST_LINES_OF_A_PAGE = 60;

const guides = Object.keys(STEPS).map((name) => ({ name, ...readGuide(name) }));
const blocks = guides.flatMap(({ first, rest }) => [...first, ...rest]);
const copy = copySources();

test('every guide of something to add is applied', () => {
  const names = readdirSync(join(PACKAGE_FOLDER, 'docs')).filter((name) => name.startsWith('adding-'));
  assert.deepEqual(names.sort(), Object.keys(STEPS));
});

test('the guides change so many files and no more', () => {
  const steps = guides.map(({ name, first, rest }) => [
    name,
    [...first, ...rest].map(({ language, file }) => [language, file]),
  ]);
  assert.deepEqual(Object.fromEntries(steps), STEPS);
  const page =
    blocks
      .find(({ language }) => language === 'tsx')
      ?.text.trimEnd()
      .split('\n') ?? [];
  assert.ok(page.length <= MOST_LINES_OF_A_PAGE, `the page has ${page.length} lines`);
});

test('after their first steps the compiler says what the guides say, and nothing else', () => {
  for (const { first } of guides) copy.apply(first);
  const promised = guides.flatMap(({ errors }) => errors);
  // What the compiler says of other files, which change no more, it says of them after all steps, too.
  const changing = guides.flatMap(({ rest }) => rest.map(({ file }) => file));
  const said = copy.check([...changing, ...promised.map((line) => line.replace(/:.*/, ''))]);
  assert.deepEqual(
    said.filter((error) => !promised.some((line) => isPromised(error, line))),
    [],
  );
  assert.deepEqual(
    promised.filter((line) => !said.some((error) => isPromised(error, line))),
    [],
  );
});

function isPromised({ file, message }: CompilerError, line: string): boolean {
  const [where, what = ''] = line.split(/: (.*)/);
  return file === where && message.includes(what);
}

test('after all of their steps everything compiles', () => {
  for (const { rest } of guides) copy.apply(rest);
  assert.deepEqual(copy.compile(['test']), []);
});

test('what they add keeps the rules of the house, and its form', () => {
  const files = [...new Set(blocks.map(({ file }) => file))].filter((file) => /\.tsx?$/.test(file));
  const wrong = files.flatMap((file) => {
    const source = parseSource(file, copy.read(file));
    return [...importRules, ...sqlRules, ...codeRules, ...wordRules]
      .filter(({ over }) => over !== 'test')
      .flatMap((rule) => rule.holds(source).map((what) => `${rule.name}: ${file}:${what}`));
  });
  assert.deepEqual(wrong, []);
  copy.run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...files);
});

test('the service of the copy does what they promise', () => {
  copy.run(join(PACKAGE_FOLDER, 'scripts', 'openapi.mjs'), 'dist');
  copy.run('dist/test/docs/applied-guides.js');
});
