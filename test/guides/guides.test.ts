// The guides tell the truth: every sample of them is run from top to bottom on a real service and answered as it is shown.
// A block that nothing tries fails, unless a comment above it says why: <!-- not run: … --> or <!-- tried in FILE -->.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SCENARIOS } from '../../src/domain/money/scenario.js';
import { RAIL_KIND_NAMES, railKindOf } from '../../src/domain/rails/kinds.js';
import { ERROR_CODES, errorEntry } from '../../src/errors/errors.js';
import { forOperators } from '../../src/errors/for-operators.js';
import { forPeople } from '../../src/errors/for-people.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { makeFolder } from '../support/process.js';
import { startTestService } from '../support/service.js';
import { fencesOf } from './fences.js';
import { checkTriedIn, createStory, isAnswer, type Story } from './story.js';

/** For merchants, in both languages. */
const MERCHANTS = [
  ...['quick-start', 'test-mode', 'spei', 'cash', 'checkout', 'sms', 'email', 'payments', 'refunds'],
  ...['webhooks', 'errors', 'versions'],
];
/** For the operator: its treasurer, its accountant, and a Mexican bank. */
const OPERATORS = ['rails', 'reconciliation', 'ledger', 'operations'];
const inBoth = (names: readonly string[]) => names.flatMap((name) => [`docs/${name}.md`, `docs/es/${name}.md`]);
/** They look at all payments, books and people, so nothing else may happen in their database. */
const ALONE = inBoth(OPERATORS);
/** Show the headers of the limit that a fresh installation has. */
const LIMITED = inBoth(['api']);
const GUIDES = [...inBoth(MERCHANTS), ...ALONE, ...LIMITED];
const read = (path: string) => readFileSync(join(PACKAGE_FOLDER, path), 'utf8');

const shared = startPlace();

for (const guide of GUIDES) {
  const fences = fencesOf(read(guide));
  const story = startStory(
    LIMITED.includes(guide) ? startPlace({ COBRO_RATE_LIMIT: '100' }) : ALONE.includes(guide) ? startPlace() : shared,
  );
  for (const [index, fence] of fences.entries()) {
    const before = fences[index - 1];
    const { notRun, triedIn } = fence.marks;
    const name = `${guide}:${fence.line} ${fence.kind} ${(fence.text.split('\n', 1)[0] ?? '').slice(0, 60)}`;
    const isTold = ['json', 'http', 'text'].includes(fence.kind) && isRun(before) && isAnswer(fence);
    if (notRun !== null || isTold) continue;
    test(name, async () => {
      if (triedIn !== null) checkTriedIn(fence, guide);
      else await (await story).tell(fence, fences[index + 1]);
    });
  }
}

test('README.md: the request is answered as it shows', async () => {
  const fences = fencesOf(read('README.md'));
  const request = fences.findIndex(({ text }) => text.startsWith('curl '));
  await (await startStory(shared)).tell(fences[request] ?? assert.fail('it has a request'), fences[request + 1]);
});

function isRun(fence: ReturnType<typeof fencesOf>[number] | undefined): boolean {
  return fence !== undefined && ['sh', 'js'].includes(fence.kind) && fence.marks.notRun === null;
}

/** Each guide has a merchant of its own. */
async function startStory(place: ReturnType<typeof startPlace>): Promise<Story> {
  const { service, ...rest } = await place;
  return createStory({ service, merchant: await service.account({ name: 'Reader' }), ...rest });
}

async function startPlace(env: Readonly<Record<string, string>> = {}) {
  const service = await startTestService(env);
  return { service, folder: await makeFolder(), url: `http://127.0.0.1:${await service.listen()}` };
}

test('the guides have the same samples and chapters in both languages', () => {
  for (const name of [...MERCHANTS, ...OPERATORS, 'api', 'moving']) {
    const [english, spanish] = [read(`docs/${name}.md`), read(`docs/es/${name}.md`)];
    const headings = (text: string) => (withoutFences(text).match(/^#+ /gm) ?? []).map((marks) => marks.trim());
    if (!['payments', 'versions', 'errors'].includes(name)) {
      assert.deepEqual(headings(spanish), headings(english), `the headings of ${name}`);
      const requests = (text: string) =>
        fencesOf(text)
          .filter(({ kind }) => kind === 'sh')
          .map(({ text: sample }) => sample);
      assert.deepEqual(requests(spanish), requests(english), `the samples of ${name}`);
    }
    assert.notEqual(spanish, english);
  }
});

test('the SDK and the examples have the same samples and chapters in both languages', () => {
  for (const [english, spanish] of [
    ['packages/sdk/README.md', 'docs/es/sdk.md'],
    ['examples/README.md', 'docs/es/examples.md'],
  ] as const) {
    const headings = (path: string) => (withoutFences(read(path)).match(/^#+ /gm) ?? []).map((marks) => marks.trim());
    assert.deepEqual(headings(spanish), headings(english), spanish);
    const samples = (path: string) => fencesOf(read(path)).map(({ kind, text }) => ({ kind, text }));
    assert.deepEqual(samples(spanish), samples(english), spanish);
  }
});

test('docs/es/errors.md has every error and fault that a merchant can meet, with the same numbers', () => {
  const rows = (guide: string) =>
    new Map([...read(guide).matchAll(/^\| `(\w+)` \| (\d{3}) \| (\d+) \|/gm)].map(([, code, ...rest]) => [code, rest]));
  const english = rows('docs/errors.md');
  const spanish = rows('docs/es/errors.md');
  const apart = { ...forOperators, ...forPeople };
  const merchants = [...english.keys()].filter((code) => !(String(code) in apart));
  assert.deepEqual([...spanish.keys()].sort(), merchants.sort(), 'docs/es/errors.md has a row for each');
  for (const [code, numbers] of spanish) assert.deepEqual(numbers, english.get(code), code);
  const faults = (guide: string, heading: string) =>
    [...(read(guide).split(heading)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  assert.deepEqual(
    faults('docs/es/errors.md', '## Todas las fallas de un campo'),
    faults('docs/errors.md', '## Every fault of a field'),
  );
});

test('a number that a guide gives for an error is its own', () => {
  let numbers = 0;
  for (const guide of GUIDES) {
    for (const [, code = '', number] of read(guide).matchAll(/`(\w+)`(?: \(|, )(\d{4})\)/g)) {
      const named = ERROR_CODES.find((one) => one === code) ?? assert.fail(`${guide} names ${code}`);
      assert.equal(String(errorEntry(named).number), number, `${guide}: ${code}`);
      numbers += 1;
    }
  }
  assert.ok(numbers > 8);
});

test('docs/test-mode.md has every scenario, in both languages', () => {
  for (const guide of ['docs/test-mode.md', 'docs/es/test-mode.md']) {
    const table = read(guide).split('<!-- scenarios -->')[1]?.split('\n\n')[1] ?? '';
    const names = [...table.matchAll(/^\| `(\w+)` \| ?/gm)].map(([, name]) => name).filter((one) => one !== 'scenario');
    assert.deepEqual(names, [...SCENARIOS], guide);
  }
});

test('docs/rails.md, in both languages, has every field of the notices that it shows, and says which are needed', () => {
  for (const [guide, yes] of [
    ['docs/rails.md', 'yes'],
    ['docs/es/rails.md', 'sí'],
  ] as const) {
    for (const kind of RAIL_KIND_NAMES) {
      const table = read(guide).split(`<!-- fields: ${kind} -->`)[1]?.split('\n\n')[1] ?? '';
      const rows = [...table.matchAll(/^\| `(\w+)` \| (\S+) \|/gm)].map(([, name, needed]) => [name, needed]);
      const { fields } = railKindOf({ kind });
      const wanted = Object.entries(fields).map(([name, { isRequired }]) => [name, isRequired ? yes : 'no']);
      assert.deepEqual(rows, wanted, `${guide}: ${kind}`);
    }
  }
});

test('a sample that nothing tries is found', async () => {
  const story = await startStory(shared);
  const [python, other, wrong] = fencesOf(
    '```python\nx = 1\n```\n\n```sh\nmake it\n```\n\n```sh\ncurl $URL/nowhere\n```\n',
  );
  for (const fence of [python, other, wrong]) {
    await assert.rejects(async () => story.tell(fence ?? assert.fail(), undefined), { name: 'AssertionError' });
  }
});

test('every guide of the list is there', () => {
  for (const guide of GUIDES) assert.ok(existsSync(join(PACKAGE_FOLDER, guide)), guide);
});

function withoutFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}
