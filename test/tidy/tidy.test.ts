// The rules of the house, held over the sources (docs/architecture.md). Needs no database: `npm run check` runs it alone.
// Every rule is proven able to fail by examples that it must refuse, and not to fail on examples that are fine.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '../../src/paths.js';
import { TABLES } from '../../src/store/tables.js';
import { WRITTEN_DOCUMENTS } from '../docs/written-documents.js';
import { afterBlock, readGuide } from '../support/applied-guide.js';
import { codeRules, crowdedFolders } from './code-rules.js';
import { APART, MAY_IMPORT, ROOM_EXCEPTIONS } from './house.js';
import { exportedForNobody, importCircles, importedByNobody, importRules, staleActNames } from './import-rules.js';
import { placeOf, type Rule } from './rule.js';
import { unscopedStatements } from './scope-rules.js';
import { parseSource, readSources, type Source } from './source.js';
import { migratedTables, rimWrites, sqlRules } from './sql-rules.js';
import { wordRules } from './word-rules.js';

const src = readSources('src');
const packages = readSources('packages');
const isTest = (file: string) => /^packages\/[^/]+\/test\//.test(file);
const over: Readonly<Record<Rule['over'], readonly Source[]>> = {
  src: [...src.values()],
  'src and packages': [...src.values(), ...[...packages.values()].filter(({ file }) => !isTest(file))],
  test: [...readSources('test').values(), ...[...packages.values()].filter(({ file }) => isTest(file))],
};

test('the sources are found', () => {
  for (const file of [
    'src/service/main.ts',
    'src/domain/base/money.ts',
    'src/store/orders/orders.ts',
    'src/web/pay/layout.tsx',
  ]) {
    assert.ok(src.has(file), file);
  }
  assert.ok(over.test.some(({ file }) => file === 'test/tidy/tidy.test.ts'));
});

for (const rule of [...importRules, ...sqlRules, ...codeRules, ...wordRules]) {
  test(rule.name, () => {
    const wrong = over[rule.over].flatMap((source) => rule.holds(source).map((what) => `${source.file}:${what}`));
    assert.deepEqual(wrong, []);
  });
  test(`${rule.name}: the rule can fail, and not on what is fine`, () => {
    const check = (example: string) => rule.holds(exampleSource(example));
    for (const example of rule.bad) assert.notDeepEqual(check(example), [], `should be refused: ${example}`);
    for (const example of rule.good) assert.deepEqual(check(example), [], `should be fine: ${example}`);
  });
}

function exampleSource(example: string): Source {
  const [, file = 'src/domain/a.ts', text = example] = /^((?:src|packages)\/\S+) \| ([\s\S]*)$/.exec(example) ?? [];
  return parseSource(file, text);
}

test('the lists about acts name what there is', () => {
  assert.deepEqual(staleActNames(over.src), []);
});

test('every file of src is imported by another, but for what is started, so that none is forgotten', () => {
  const started = ['src/adapters/logo-worker.ts', 'src/api/describe.ts', 'src/service/main.ts'];
  const declared = /\.d\.ts$/; // of a package, which the compiler finds by itself
  assert.deepEqual(
    importedByNobody(over.src).filter((file) => !declared.test(file)),
    started,
  );
  const forgotten = [
    parseSource('src/a.ts', "import './b.js';"),
    parseSource('src/b.ts', ''),
    parseSource('src/c.ts', ''),
  ];
  assert.deepEqual(importedByNobody(forgotten), ['src/a.ts', 'src/c.ts']);
});

test('what src exports is named by another source, types included', () => {
  const others = [...over['src and packages'], ...over.test, ...readSources('bench').values()];
  assert.deepEqual(exportedForNobody(over.src, others), []);
  const own = ['export const a = 1, b = a;', 'export function c(): d {}', 'export type d = 1;'];
  const found = exportedForNobody([exampleSource(own.join('\n'))], [exampleSource("import { b } from './x.js';")]);
  assert.deepEqual(found, ['src/domain/a.ts: a', 'src/domain/a.ts: c', 'src/domain/a.ts: d']);
});

test('nobody imports in a circle, types included', () => {
  assert.deepEqual(importCircles(over['src and packages']), []);
});

test('a circle is found, and a diamond is none', () => {
  const sources = (...examples: string[]) => importCircles(examples.map(exampleSource));
  assert.deepEqual(
    sources(
      "src/domain/a.ts | import { b } from './b.js';",
      "src/domain/b.ts | export type { C } from './c/c.js';",
      "src/domain/c/c.tsx | import type { A } from '../a.js';",
    ),
    [['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c/c.tsx']],
  );
  assert.deepEqual(sources("src/domain/a.ts | import type { A } from './a.js';"), [['src/domain/a.ts']]);
  assert.deepEqual(
    sources(
      "src/domain/a.ts | import './b.js'; import './c.js';",
      "src/domain/b.ts | import './d.js';",
      "src/domain/c.ts | import './d.js';",
      'src/domain/d.ts | x',
    ),
    [],
  );
});

test('no folder of src has more than 25 files beside each other', () => {
  assert.deepEqual(crowdedFolders([...src.keys()]), []);
});

test('the steps of the guides that add something fit the sources, and folders have room for their files', () => {
  const texts = new Map([...src.values()].map(({ file, text }) => [file, text]));
  const guides = readdirSync(join(PACKAGE_FOLDER, 'docs')).filter((name) => name.startsWith('adding-'));
  for (const { first, rest } of guides.map(readGuide))
    for (const block of [...first, ...rest])
      texts.set(
        block.file,
        afterBlock(block, () => texts.get(block.file) ?? ''),
      );
  assert.deepEqual(crowdedFolders([...texts.keys()]), []);
});

test('a crowded folder is found, whatever its sub-folders hold', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`);
  assert.deepEqual(crowdedFolders([...files('src/a', 26), ...files('src/b', 25), ...files('src/b/c', 25)]), [
    'src/a: 26',
  ]);
});

test('the rim calls no function of the store that writes or locks', () => {
  assert.deepEqual(rimWrites(over.src), []);
});

test('a write by the rim is found, also behind another function or a fragment', () => {
  const store = [
    'src/store/a.ts | const INSERT = sql`insert into orders (id) values (1)`;\nexport const insert = () => db.query(INSERT);',
    "src/store/b.ts | import { insert } from './a.js';\nexport function save() { return insert(); }\nexport const read = () => sql`select id from orders`;\nexport function lock() { return sql`select id from orders for update`; }",
  ];
  const rim = (text: string) => rimWrites([...store, text].map(exampleSource));
  assert.equal(rim("src/api/x.ts | import { save } from '../store/b.js';").length, 1);
  assert.equal(rim("src/cli/x.ts | import { insert } from '../store/a.js';").length, 1);
  assert.equal(rim("src/web/x/y.ts | import { lock } from '../../store/b.js';").length, 1);
  assert.equal(rim("src/workers/loops.ts | import { lock } from '../store/b.js';").length, 1);
  assert.equal(rim("src/api/x.ts | import * as b from '../store/b.js'; b.save();").length, 1);
  assert.deepEqual(rim("src/api/x.ts | import * as b from '../store/b.js'; b.read();"), []);
  assert.deepEqual(rim("src/api/x.ts | import { read } from '../store/b.js';"), []);
  assert.deepEqual(rim("src/actions/x.ts | import { save } from '../store/b.js';"), []);
  assert.deepEqual(rim("src/workers/engines/webhook-engine.ts | import { save } from '../../store/b.js';"), []);
});

test('statements on tables of merchants name account and mode', () => {
  assert.deepEqual(unscopedStatements(over.src), []);
});

test('one that forgets account or mode is found, also in a join; a fragment may name them', () => {
  const found = (text: string) => unscopedStatements([exampleSource(`src/store/a.ts | ${text}`)], new Set());
  assert.equal(found('const a = sql`select id from orders where id = ${id}`').length, 2);
  assert.equal(found('const a = sql`delete from orders where account_id = ${id}`').length, 1);
  assert.equal(found('const a = sql`update brands set colour = 1`').length, 1);
  const both = 'where r.account_id = 1 and r.livemode';
  assert.equal(found(`const a = sql\`select 1 from refunds r join orders o on o.id = r.order_id ${both}\``).length, 2);
  const joined = 'join orders o on o.account_id = r.account_id and o.livemode = r.livemode and o.id = r.order_id';
  assert.deepEqual(found(`const a = sql\`select 1 from refunds r ${joined} ${both}\``), []);
  const fragment = 'const own = (scope) => sql`account_id = ${scope.accountId} and livemode = ${scope.mode}`;';
  assert.deepEqual(found(`${fragment}\nconst a = (scope) => sql\`select id from orders where \${own(scope)}\``), []);
  const listed = 'const LIST = `account_id, livemode, id`;\nconst COLUMNS = named(LIST);';
  assert.equal(found(`${listed}\nconst a = sql\`select \${COLUMNS} from orders where id = 1\``).length, 2);
  assert.deepEqual(found('const a = sql`select id from rails`'), []);
  assert.deepEqual(unscopedStatements([], new Set(['src/store/a.ts#b'])), ['src/store/a.ts#b needs no exemption']);
});

test('every name in the import table is a folder or a file of src', () => {
  const places = new Set([...src.keys()].flatMap((file) => [placeOf(file), file.replace(/^src\/|\.tsx?$/g, '')]));
  for (const place of [...APART, ...Object.entries(ROOM_EXCEPTIONS).flat(2)]) assert.ok(places.has(place), place);
  for (const [from, allowed] of Object.entries(MAY_IMPORT)) {
    for (const place of [from, ...allowed]) assert.ok(places.has(place.replace('type ', '')), place);
  }
});

test('migrations are numbered one after the other, each once', () => {
  const numbers = readdirSync(MIGRATIONS_FOLDER).map((name) => Number(name.slice(0, 4)));
  assert.deepEqual(
    numbers.sort((one, other) => one - other),
    numbers.map((_, index) => index + 1),
  );
});

test('every table of the migrations has an owner that is there, and no other table has one', () => {
  const texts = readdirSync(MIGRATIONS_FOLDER)
    .sort()
    .map((name) => readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'));
  assert.deepEqual(Object.keys(TABLES).sort(), [...migratedTables(texts), 'schema_migrations'].sort());
  for (const { owner } of Object.values(TABLES)) {
    assert.ok(
      [...src.keys()].some((file) => file.startsWith(`src/store/${owner}`)),
      owner,
    );
  }
});

test('tables are read out of migrations through renaming and dropping', () => {
  const first = 'create table a (id int); create table if not exists b (id int); create table c (id int);';
  assert.deepEqual(migratedTables([first, 'alter table a rename to d; drop table c;']), ['b', 'd']);
});

test('every file and folder that docs/architecture.md names is there', () => {
  const text = readFileSync(join(PACKAGE_FOLDER, 'docs', 'architecture.md'), 'utf8');
  const files = [...text.matchAll(/`([a-z-]+\/[\w/-]+\.tsx?)`/g)].map(([, file]) => `src/${file}`);
  const tree = [...text.matchAll(/^((?:bin|src|packages|migrations|catalogue|test)\/\S*) {2}/gm)].map(
    ([, name]) => name,
  );
  assert.ok(files.length > 40 && tree.length > 20);
  for (const name of [...files, ...tree]) assert.ok(existsSync(join(PACKAGE_FOLDER, name ?? '')), name);
});

for (const { file, write } of WRITTEN_DOCUMENTS) {
  test(`${file} is as the sources say`, () => {
    const text = readFileSync(join(PACKAGE_FOLDER, file), 'utf8');
    assert.equal(text, write(text), 'run: npm run check -- --fix');
  });
}
