// The rules of the house, held over the sources as text (docs/architecture.md, "Who may import whom"). Needs no database:
// `npm run check` runs it alone. Every rule is a function of a file and is proven able to fail by a bad example.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { test } from 'node:test';
import { PACKAGE_FOLDER } from '../src/paths.js';

/** A path such as `src/domain/money.ts` and the text of that file; tells what is wrong with it. */
type Rule = (file: string, text: string) => string[];

/**
 * Who may import whom. A word is a folder of src/ or a file directly in it; with `type ` before it only its types. A
 * folder may always import itself. What is not listed is forbidden, so a new folder or root file needs a line here.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  wire: ['domain', 'errors', 'operator-error'],
  store: ['domain', 'errors', 'operator-error', 'type log'],
  adapters: ['domain', 'errors', 'operator-error', 'type log', 'type deps', 'type settings'],
  actions: ['domain', 'wire', 'store', 'errors', 'operator-error', 'type adapters', 'type deps'],
  pages: ['domain', 'wire', 'store', 'actions', 'errors', 'paths', 'type deps', 'type settings'],
  api: [
    ...['domain', 'wire', 'store', 'actions', 'pages', 'errors', 'operator-error', 'paths'],
    ...['type deps', 'type log', 'type settings'],
  ],
  workers: ['domain', 'wire', 'store', 'actions', 'errors', 'type adapters', 'type deps', 'type log', 'type settings'],
  cli: [
    ...['domain', 'wire', 'store', 'adapters', 'actions', 'pages', 'api', 'workers'],
    ...['errors', 'operator-error', 'log', 'paths', 'settings', 'deps', 'database', 'service'],
  ],
  errors: ['type domain', 'error-catalogue', 'fault-catalogue'],
  'error-catalogue': [],
  'fault-catalogue': ['type domain'],
  types: [],
  log: [],
  'operator-error': [],
  paths: [],
  settings: ['domain', 'operator-error'],
  deps: ['domain', 'store', 'adapters', 'actions', 'paths', 'type log', 'type settings'],
  database: ['adapters', 'store', 'wire', 'operator-error', 'paths', 'type log', 'type settings'],
  service: ['actions', 'api', 'workers', 'database', 'deps', 'operator-error', 'type log', 'type settings'],
  main: ['cli', 'operator-error'],
};

/** Packages that have one place in the program. `pure` folders may import nothing else from outside at all. */
const PACKAGE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  pg: ['store', 'adapters'],
  fastify: ['api'],
  commander: ['cli'],
};
const PURE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  domain: ['node:crypto', 'libphonenumber-js/min', 'lossless-json'], // digests and permutations; telephones; numbers as text
  wire: ['typebox', 'csv-parse/sync', 'csv-stringify/sync'],
};

const imports: Rule = (file, text) => {
  const from = placeOf(file);
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`${from} is not in the import table`];
  return importsOf(text).flatMap(({ target, isType }) => {
    if (!target.startsWith('.')) {
      const wrongPlace = PACKAGE_FOLDERS[target]?.includes(from) === false;
      const impure = PURE_FOLDERS[from]?.includes(target) === false;
      return wrongPlace || impure ? [`${from} may not import the package ${target}`] : [];
    }
    const path = posix.join(posix.dirname(file), target);
    if (!path.startsWith('src/') || !path.endsWith('.js')) return [`${target} is no file of src ending in .js`];
    const to = placeOf(path);
    const may = to === from || allowed.includes(to) || (isType && allowed.includes(`type ${to}`));
    return may ? [] : [`${from} may not import ${isType ? 'types of ' : ''}${to}`];
  });
};

const environment: Rule = (file, text) =>
  file === 'src/settings.ts' ? [] : found(codeOf(text), /\bprocess\.env\b|\bprocess\[|\bloadEnvFile\b/);

/** Time and chance are handed in, so that the same inputs give the same answer. */
const timeAndChance: Rule = (file, text) =>
  isPure(file)
    ? found(
        codeOf(text),
        /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bperformance\.now\b|\brandom(UUID|Bytes|Int)\b|\bset(Timeout|Interval|Immediate)\b/,
      )
    : [];

/** What turns an amount into floating point. Amounts are bigint, so the compiler already refuses `amount * 0.16`. */
const floatArithmetic: Rule = (file, text) =>
  /^src\/(domain|wire|store|actions)\//.test(file)
    ? found(codeOf(text), /\* ?\d*\.\d|\bparseFloat\b|\.toFixed\b|\.toPrecision\b|\bMath\.round\b/)
    : [];

/** Leaving bigint, `Number(amount)`, is for the two files that write JSON numbers; a digit or a time may be a Number. */
const LEAVES_BIGINT = ['src/domain/money.ts', 'src/domain/exchange.ts'];
const amountsAsNumbers: Rule = (file, text) =>
  LEAVES_BIGINT.includes(file)
    ? []
    : found(codeOf(text), /\bNumber\([^)]*(amount|price|fee|iva|rate|millionths|pesos|centavos|minimum|fixed)\w*\)?/i);

/** Only money.ts divides amounts. exchange.ts writes rates; shuffle.ts splits serials and clock.ts makes seconds, which are no amounts. */
const DIVIDES = [...LEAVES_BIGINT, 'src/domain/shuffle.ts', 'src/domain/clock.ts'];
const division: Rule = (file, text) =>
  isPure(file) && !DIVIDES.includes(file) ? found(codeOf(text), /[\w)\]] \/=? [\w(]/) : [];

const length: Rule = (_file, text) => {
  const lines = text.split('\n').length - 1;
  return lines > 300 ? [`${lines} lines, more than 300`] : [];
};

const opening: Rule = (_file, text) => (/^\/\/ \S.{9}/.test(text) ? [] : ['does not open with a comment']);

const noAny: Rule = (_file, text) => found(codeOf(text), /(:|<|\bas|\bsatisfies|[|&=,(]) ?any\b(?! ?[:=(.])/);

const nonNull: Rule = (_file, text) => found(codeOf(text), /[\w)\]]!(?!=)/);

const leftovers: Rule = (_file, text) =>
  found(text, /\b(TODO|FIXME)\b|biome-ignore-all|@ts-(ignore|nocheck|expect-error)/);

/**
 * Columns are named, so that a new one never changes an answer. Exempt are sources whose columns the same statement
 * spells out: the rows of `json_to_recordset(…) as row(…)`, and the CTE `input` made of them.
 */
const SPELT_OUT = ['json_to_recordset', 'input'];
const selectStar: Rule = (_file, text) =>
  [
    ...text.matchAll(
      /\bselect\s+(?:distinct\s+)?(?:\w+\.)?\*\s*(?:, extras_text::json as extras\s+)?(?:from\s+(\w+))?/gi,
    ),
  ]
    .filter(([, source = '']) => !SPELT_OUT.includes(source))
    .map(([found]) => `${found.replace(/\s+/g, ' ').trim()}: name the columns`);

const quietTests: Rule = (_file, text) =>
  found(codeOf(text), /\.(skip|only|todo)\(|\b(skip|only|todo): (true\b|STRING)/);

type Example = string;

// Each rule with the files it holds for, examples that must fail and examples that must not. An example is a code, or
// `file | code`.
const rules: { name: string; over: 'src' | 'test'; holds: Rule; bad: readonly Example[]; good: readonly Example[] }[] =
  [
    {
      name: 'folders import only what the table allows',
      over: 'src',
      holds: imports,
      bad: [
        "src/domain/money.ts | import { AppError } from '../errors.js';",
        "src/domain/money.ts | import type { Settings } from '../settings.js';",
        "src/domain/money.ts | import { readFile } from 'node:fs/promises';",
        "src/wire/list.ts | import type { Db } from '../store/db.js';",
        "src/wire/list.ts | import pg from 'pg';",
        "src/store/orders.ts | export { createOrder } from '../actions/create-order.js';",
        "src/store/orders.ts | import type { Deps } from '../deps.js';",
        "src/adapters/sms/log.ts | import { sql } from '../../store/sql.js';",
        "src/adapters/sms/log.ts | import { createDeps } from '../../deps.js';",
        "src/actions/a.ts | const x = await import('../api/server.js');",
        "src/actions/a.ts | import { createDeps, type Deps } from '../deps.js';",
        "src/actions/a.ts | import fastify from 'fastify';",
        "src/api/v2.ts | import '../cli/output.js';",
        "src/api/v2.ts | import { loadSettings } from '../settings.js';",
        "src/workers/loop.ts | import { startService } from '../service.js';",
        "src/cli/serve.ts | import '../main.js';",
        "src/service.ts | import { buildProgram } from './cli/program.js';",
        "src/store/db.ts | import { x } from '../../test/support/service.js';",
        "src/store/db.ts | import { x } from './accounts';",
        'src/helpers/x.ts | ',
      ],
      good: [
        "src/adapters/sms/log.ts | import type { Deps } from '../../deps.js';\nimport { x } from '../y.js';",
        "src/actions/a.ts | import { \n  type Db, \n  sql, \n } from '../store/db.js';\nimport { join } from 'node:path';",
        "src/wire/list.ts | // import { sql } from '../store/sql.js';",
      ],
    },
    {
      name: 'only settings.ts reads the environment',
      over: 'src',
      holds: environment,
      bad: ['const level = process.env.LEVEL;', "process['env'].LEVEL;", "process.loadEnvFile('.env');"],
      good: ['src/settings.ts | process.env', '// process.env is read elsewhere'],
    },
    {
      name: 'domain and wire know neither time nor chance',
      over: 'src',
      holds: timeAndChance,
      bad: [
        'const now = Date.now();',
        'const clock = { now: Date.now };',
        'src/wire/list.ts | const now = new Date();',
        `src/wire/list.ts | const id = \`\${Math.random()}\`;`,
        'performance.now()',
        'randomUUID()',
      ],
      good: ['new Date(ms).toISOString() // not Date.now()', 'src/deps.ts | Date.now()'],
    },
    {
      name: 'no floating point arithmetic on amounts',
      over: 'src',
      holds: floatArithmetic,
      bad: [
        'const iva = fee * 0.16;',
        'const iva = fee * 1.16;',
        'src/wire/order-v2.ts | price.toFixed(2)',
        'src/store/orders.ts | Number.parseFloat(row.amount)',
        'src/actions/a.ts | Math.round(amount)',
      ],
      good: ['const fee = amount * 290n; // not amount * 0.029', 'const ms = hours * 3_600_000;'],
    },
    {
      name: 'an amount leaves bigint only in money.ts and exchange.ts',
      over: 'src',
      holds: amountsAsNumbers,
      bad: [
        'Number(fee.amount)',
        'src/cli/fee.ts | Number(schedule.fixed)',
        'src/store/a.ts | Number(row.price_amount)',
      ],
      good: ['src/domain/money.ts | Number(amount) / 100', 'Number(value)', 'toJsonNumber(order.amount)'],
    },
    {
      name: 'in domain and wire only money.ts divides',
      over: 'src',
      holds: division,
      bad: ['const fee = (amount * points) / 10_000n;', 'src/wire/order-v2.ts | price /= 100n;'],
      good: ['src/domain/money.ts | return n / d;', 'const form = /^a / b$/; // 1 / 2'],
    },
    {
      name: 'no file has more than 300 lines',
      over: 'src',
      holds: length,
      bad: ['x\n'.repeat(301)],
      good: ['x\n'.repeat(300)],
    },
    {
      name: 'every file opens with a comment',
      over: 'src',
      holds: opening,
      bad: ["import x from 'y';\n// Late comes the comment.", '// Short\n', ''],
      good: ['// What it is for.\n'],
    },
    {
      name: 'no any',
      over: 'src',
      holds: noAny,
      bad: ['let x: any;', 'x as any', 'Promise<any>', 'Record<string, any>', 'type X = any[];', '(x: number | any)'],
      good: ["// any number: any\nconst text = 'as any'; const anyone = fc.any;"],
    },
    {
      name: 'no non-null assertion',
      over: 'src',
      holds: nonNull,
      bad: ['rows[0]!.id', 'find(x)!;', 'const id = row!', `const text = \`\${row!.id}\`;`],
      good: [`if (!a && b !== c && b != c) x = 'wow!'; const form = /a!b/; \`wow! \${a}\`; // wow!`],
    },
    {
      name: 'nothing is left for later, and no check is switched off',
      over: 'src',
      holds: leftovers,
      bad: ['// TODO: think', '/* FIXME */', '// @ts-ignore: it works'],
      good: ['// todos los pagos'],
    },
    {
      name: 'a statement names its columns',
      over: 'src',
      holds: selectStar,
      bad: ['select * from orders', 'SELECT\n  *\n  FROM orders', 'select o.* from orders o', 'select *, 1'],
      good: ['select *\n  from input', 'select count(*) from orders; select id from free'],
    },
    {
      name: 'no test is skipped, singled out or left to do',
      over: 'test',
      holds: quietTests,
      bad: [
        "test.skip('x', () => {});",
        "test.only('x');",
        "it.todo('x');",
        "context.skip('later')",
        "test('x', { skip: true }, () => {});",
        "test('x', { todo: 'later' }, () => {});",
      ],
      good: ["assert.equal(text, '.skip('); // .only("],
    },
  ];

const sources = { src: readSources('src'), test: readSources('test') };

test('the sources are found', () => {
  for (const file of ['src/main.ts', 'src/domain/money.ts', 'src/store/orders.ts']) assert.ok(sources.src.has(file));
  assert.ok(sources.test.has('test/tidy.test.ts'));
});

for (const { name, holds, over, bad, good } of rules) {
  test(name, () => {
    const wrong = [...sources[over]].flatMap(([file, text]) => holds(file, text).map((what) => `${file}: ${what}`));
    assert.deepEqual(wrong, []);
  });
  test(`${name}: the rule can fail, and not on what is fine`, () => {
    const check = (example: Example) => {
      const [, file = 'src/domain/a.ts', text = example] = /^(src\/\S+) \| ([\s\S]*)$/.exec(example) ?? [];
      return holds(file, text);
    };
    for (const example of bad) assert.notDeepEqual(check(example), [], `should be refused: ${example}`);
    for (const example of good) assert.deepEqual(check(example), [], `should be fine: ${example}`);
  });
}

test('every name in the import table is a folder or a file of src, or of the design', () => {
  const places = new Set([...sources.src.keys()].map(placeOf));
  const known = new Set(places);
  for (const [from, allowed] of Object.entries(MAY_IMPORT)) {
    for (const place of [from, ...allowed]) assert.ok(known.has(place.replace('type ', '')), place);
  }
});

test('every setting that is read stands in .env.example, and the other way round', () => {
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
  const read = names(sources.src.get('src/settings.ts') ?? '', /\bread\s*\.\w+\(\s*'([A-Z][A-Z0-9_]*)'/g);
  const listed = names(readFileSync(join(PACKAGE_FOLDER, '.env.example'), 'utf8'), /^# ?([A-Z][A-Z0-9_]*)=/gm);
  assert.ok(read.includes('PORT'));
  assert.deepEqual(listed, read);
});

function readSources(folder: string): Map<string, string> {
  const root = join(PACKAGE_FOLDER, folder);
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.filter((name) => /\.tsx?$/.test(name)).sort();
  return new Map(
    files.map((name) => [`${folder}/${name.split(sep).join('/')}`, readFileSync(join(root, name), 'utf8')]),
  );
}

/** The folder of src/ that a file is in, or its own name when it is directly there. */
function placeOf(file: string): string {
  return (file.split('/')[1] ?? '').replace(/\.(tsx?|js)$/, '');
}

function isPure(file: string): boolean {
  return /^src\/(domain|wire)\//.test(file);
}

function importsOf(text: string): { target: string; isType: boolean }[] {
  const statements =
    /^(?:import|export)\s(type\s)?[^;'"]*?\bfrom\s+['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...text.matchAll(statements)].map(([, type, from, bare, dynamic]) => ({
    target: from ?? bare ?? dynamic ?? '',
    isType: type !== undefined,
  }));
}

/** Where a pattern stands, as "line: what". */
function found(text: string, pattern: RegExp): string[] {
  return text.split('\n').flatMap((line, index) => {
    const what = pattern.exec(line)?.[0];
    return what === undefined ? [] : [`line ${index + 1}: ${what.trim()}`];
  });
}

/**
 * The code of a text: without comments, with STRING, REGEX and TEMPLATE for the words in them. What a template fills in
 * is code and stays; lines keep their numbers.
 */
function codeOf(text: string): string {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|(?<=[=(,:;!&|?{}[\n]\s*|return\s+|^)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;
  return text.replace(token, (match) => {
    const lines = match.replace(/[^\n]/g, '');
    if (match.startsWith('//') || match.startsWith('/*')) return lines;
    if (match.startsWith('/')) return 'REGEX';
    if (!match.startsWith('`')) return 'STRING';
    const filledIn = [...match.matchAll(/\$\{([^}]*)/g)].map(([, code = '']) => codeOf(code).replaceAll('\n', ' '));
    return `TEMPLATE(${filledIn.join(', ')})${lines}`;
  });
}
