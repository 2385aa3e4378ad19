// Rules over the code of one file: environment, time and chance, amounts, types, memory, and manners.
import { posix } from 'node:path';
import { found, isPure, type Rule } from './rule.js';
import { isNode, listOf, type Node, nameOf, type Source } from './source.js';

const TIME_AND_CHANCE =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bperformance\.now\b|\brandom(UUID|Bytes|Int)\b|\bset(Timeout|Interval|Immediate)\b/;

/** What turns an amount into floating point. Amounts are bigint, so the compiler already refuses `amount * 0.16`. */
const FLOATS = /\* ?\d*\.\d|\bparseFloat\b|\.toFixed\b|\.toPrecision\b|\bMath\.round\b/;

/** Leaving bigint, `Number(amount)`, is for the two files that write JSON numbers; a digit or a time may be a Number. */
const LEAVES_BIGINT = ['src/domain/base/money.ts', 'src/domain/orders/exchange.ts'];
const AMOUNT_AS_NUMBER = /\bNumber\([^)]*(amount|price|fee|iva|rate|millionths|pesos|centavos|minimum|fixed)\w*\)?/i;

/** Only money.ts divides amounts. exchange.ts writes rates; shuffle.ts splits serials, clock.ts makes seconds and colour.ts mixes colours, which are no amounts. */
const DIVIDES = [
  ...LEAVES_BIGINT,
  'src/domain/base/shuffle.ts',
  'src/domain/base/clock.ts',
  'src/domain/accounts/colour.ts',
];

const MOST_FILES = 25;

/** Whoever asks here has no account, so no version. */
const WITHOUT_ACCOUNT = ['src/api/rails.ts', 'src/api/health.ts'];

export const codeRules: readonly Rule[] = [
  {
    name: 'only settings.ts reads the environment',
    over: 'src',
    holds: ({ file, code }) =>
      file === 'src/settings/settings.ts' ? [] : found(code, /\bprocess\.env\b|\bprocess\[|\bloadEnvFile\b/),
    bad: ['const level = process.env.LEVEL;', "process['env'].LEVEL;", "process.loadEnvFile('.env');"],
    good: ['src/settings/settings.ts | process.env', '// process.env is read elsewhere', "const text = 'process.env';"],
  },
  {
    name: 'domain and wire know neither time nor chance',
    over: 'src',
    holds: ({ file, code }) => (isPure(file) ? found(code, TIME_AND_CHANCE) : []),
    bad: [
      'const now = Date.now();',
      'const clock = { now: Date.now };',
      'src/wire/orders/list.ts | const now = new Date();',
      `src/wire/orders/list.ts | const id = \`\${Math.random()}\`;`,
      'performance.now()',
      'randomUUID()',
    ],
    good: ['new Date(ms).toISOString() // not Date.now()', 'src/deps.ts | Date.now()'],
  },
  {
    name: 'domain and wire remember nothing between calls',
    over: 'src',
    holds: (source) => (isPure(source.file) ? memories(source) : []),
    bad: [
      'let last = 0;',
      'export let last = 0;',
      'const known = new Map<string, number>();',
      'const known: ReadonlyMap<string, WeakMap<object, number>> = new Map([["a", new WeakMap()]]);',
      'const known = new WeakMap<object, number>();',
      'const known: Record<string, number> = {}; function f(a: string) { known[a] = 1; }',
      'const list: string[] = []; export const f = (a: string) => { list.push(a); };',
      'const counts = { all: 0 }; export const f = () => { counts.all++; };',
      'const FORM = /a/g;',
    ],
    good: [
      'const KINDS: ReadonlySet<string> = new Set(["a"]); const NAMES: Readonly<Record<string, string>> = { a: "b" };',
      'function f() { let sum = 0; const seen = new Set<string>(); seen.add("a"); return sum; }',
      'const FORM = /a/;',
      'src/memory/cache.ts | const known = new Map<string, number>();',
    ],
  },
  {
    name: 'no floating point arithmetic on amounts',
    over: 'src',
    holds: ({ file, code }) =>
      /^src\/(domain|wire|store|actions)\/(?!accounts\/colour\.ts)/.test(file) ? found(code, FLOATS) : [],
    bad: [
      'const iva = fee * 0.16;',
      'const iva = fee * 1.16;',
      'src/wire/orders/order.ts | price.toFixed(2)',
      'src/store/orders/orders.ts | Number.parseFloat(row.amount)',
      'src/actions/a.ts | Math.round(amount)',
    ],
    good: ['const fee = amount * 290n; // not amount * 0.029', 'const ms = hours * 3_600_000;'],
  },
  {
    name: 'an amount leaves bigint only in money.ts and exchange.ts',
    over: 'src',
    holds: ({ file, code }) => (LEAVES_BIGINT.includes(file) ? [] : found(code, AMOUNT_AS_NUMBER)),
    bad: [
      'Number(fee.amount)',
      'src/cli/accounts/fee.ts | Number(schedule.fixed)',
      'src/store/a.ts | Number(row.price_amount)',
    ],
    good: ['src/domain/base/money.ts | Number(amount) / 100', 'Number(value)', 'toJsonNumber(order.amount)'],
  },
  {
    name: 'in domain and wire only money.ts divides',
    over: 'src',
    holds: (source) => (isPure(source.file) && !DIVIDES.includes(source.file) ? divisions(source) : []),
    bad: ['const fee = (amount * points) / 10_000n;', 'src/wire/orders/order.ts | price /= 100n;', 'a/b'],
    good: ['src/domain/base/money.ts | const n = n / d;', 'const form = /^a \\/ b$/; // 1 / 2'],
  },
  {
    name: 'routes for merchants read and answer through in-version.ts, in the version of the account (D35)',
    over: 'src',
    holds: ({ file, code }) =>
      /^src\/api\/[a-z0-9-]+\.ts$/.test(file) && !WITHOUT_ACCOUNT.includes(file)
        ? found(code, /\bJSON\.stringify\b|\.read\(/)
        : [],
    bad: [
      'src/api/v2.ts | const read = CreateOrder.read(readBody(request, serviceName));',
      'src/api/balance.ts | sendJson(reply, JSON.stringify(renderBalance(balances)));',
    ],
    good: ['src/api/rails.ts | TillLookup.read(body)', 'src/api/balance.ts | sendReply(reply, Balance, balance);'],
  },
  {
    name: "only client-address.ts and connections.ts look at a client's socket, and nobody at request.ip (D76)",
    over: 'src',
    holds: ({ file, code }) =>
      /^src\/(http\/(client-address|connections)\.ts$|settings\/)/.test(file)
        ? []
        : found(code, /\bremoteAddress\b|\b(request|req)\.ips?\b|\btrustProxy: /),
    bad: [
      'src/api/rails.ts | open(user, request.ip)',
      'src/web/a.ts | request.raw.socket.remoteAddress',
      'src/http/server.ts | const options = { trustProxy: true };',
    ],
    good: ['src/api/rails.ts | open(user, request.address)', 'src/http/client-address.ts | socket.remoteAddress'],
  },
  {
    name: 'no any',
    over: 'src and packages',
    holds: (source) => source.all('TSAnyKeyword').map((node) => `${source.line(node)}: any`),
    bad: ['let x: any;', 'x as any', 'let x: Promise<any>;', 'type X = any[];', 'function f(x: number | any) {}'],
    good: ["// any number: any\nconst text = 'as any'; const anyone = fc.any;"],
  },
  {
    name: 'no literal is spread where it stands: its members are written there, and a long table is long',
    over: 'src',
    holds: (source) =>
      source
        .all('SpreadElement', 'JSXSpreadAttribute')
        .filter(({ argument }) => /^(Array|Object)Expression$/.test(bare(argument)?.type ?? ''))
        .map((node) => `${source.line(node)}: ${source.text.slice(node.start, node.end).slice(0, 40)}`),
    bad: [
      'const a = [...[1, 2], 3];',
      'f(...([1, 2] as const));',
      'const a = { ...{ b, c }, d };',
      'src/web/a.tsx | const a = <B {...{ c, d }} />;',
    ],
    good: ['const a = { ...(b && { c }), ...d }; const e = [...f, ...(g ? [h] : [])]; f(...[1].map(h));'],
  },
  {
    name: 'no non-null assertion',
    over: 'src and packages',
    holds: (source) => source.all('TSNonNullExpression').map((node) => `${source.line(node)}: !`),
    bad: ['rows[0]!.id', 'find(x)!;', 'const id = row!', `const text = \`\${row!.id}\`;`],
    good: [`if (!a && b !== c && b != c) x = 'wow!'; const form = /a!b/; \`wow! \${a}\`; // wow!`],
  },
  {
    name: 'no file of code has more than 300 lines; texts, catalogues and tables may',
    over: 'src and packages',
    holds: (source) => {
      const lines = source.text.split('\n').length - 1;
      return lines > 300 && !isTextOrTable(source) ? [`${lines} lines`] : [];
    },
    bad: [
      `${'x\n'.repeat(300)}function f() {}\n`,
      `${'x\n'.repeat(300)}if (a) {}\n`,
      `src/web/page.tsx | ${'x\n'.repeat(301)}`,
    ],
    good: [
      `${'x\n'.repeat(299)}function f() {}\n`,
      `export const texts = {\n${'a: 1,\n'.repeat(300)}b: (n: number) => \`\${n}\` };\n`,
      `src/web/pay/texts.ts | ${'x\n'.repeat(300)}function f() {}\n`,
    ],
  },
  {
    name: 'the texts of pages stand in texts.ts, those of a list also in the list',
    over: 'src',
    holds: ({ file, code }) =>
      /^src\/web\//.test(file) && !/\/(texts|[\w-]+-list)\.tsx?$/.test(file) ? found(code, /\binBoth[(<]/) : [],
    bad: ['src/web/pay/page.tsx | const TEXTS = inBoth({});', 'src/web/pay/texts-es.ts | const TEXTS = inBoth({});'],
    good: [
      'src/web/pay/texts.ts | const TEXTS = inBoth({});',
      'src/web/dashboard/tips/tips-list.tsx | const TEXTS = inBoth({});',
      'src/domain/messages/sms.ts | const TEXTS = inBoth({});',
    ],
  },
  {
    name: 'every file opens with a comment',
    over: 'src and packages',
    holds: ({ text }) => (/^(#!.*\n)?\/\/ \S.{9}/.test(text) ? [] : ['1: no comment']),
    bad: ["import x from 'y';\n// Late comes the comment.", '// Short\n', ''],
    good: ['// What it is for.\n'],
  },
  {
    name: 'nothing is left for later, and no check is switched off',
    over: 'src and packages',
    holds: ({ text }) => found(text, /\b(TODO|FIXME)\b|biome-ignore-all|@ts-(ignore|nocheck|expect-error)/),
    bad: ['// TODO: think', '/* FIXME */', '// @ts-ignore: it works'],
    good: ['// todos los pagos'],
  },
  {
    name: 'no test is skipped, singled out or left to do',
    over: 'test',
    holds: skippedTests,
    bad: [
      "test.skip('x', () => {});",
      "test.only('x');",
      "it.todo('x');",
      "context.skip('later')",
      "test('x', { skip: true }, () => {});",
      "test('x', { todo: 'later' }, () => {});",
    ],
    good: ["assert.equal(text, '.skip('); // .only(", "test('x', { skip: false }, () => {});"],
  },
];

/** Somebody who looks for a file reads the names of a whole folder, so there must not be too many. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder}: ${count}`);
}

/** A file of texts, or one that only declares: it has no function with statements, and is no page. */
function isTextOrTable({ file, all }: Source): boolean {
  return file.endsWith('/texts.ts') || (all('BlockStatement').length === 0 && !file.endsWith('.tsx'));
}

/** Module-level state: variables that are assigned, collections that are not read-only, literals that are changed. */
function memories(source: Source): string[] {
  const declarations = listOf(source.program, 'body').flatMap((node) => {
    const declaration = isNode(node['declaration']) ? node['declaration'] : node;
    return declaration.type === 'VariableDeclaration' ? [declaration] : [];
  });
  const names = new Set<string>();
  const problems: string[] = [];
  for (const declaration of declarations) {
    if (declaration['kind'] !== 'const') problems.push(`${source.line(declaration)}: ${String(declaration['kind'])}`);
    for (const { id, init } of listOf(declaration, 'declarations') as Declarator[]) {
      names.add(nameOf(id));
      if (isCollection(init) && !isReadonly(source, id)) problems.push(`${source.line(declaration)}: not read-only`);
      const flags = isNode(init) && init.type === 'RegExpLiteral' ? String(init['flags']) : '';
      if (/[gy]/.test(flags)) problems.push(`${source.line(declaration)}: a pattern that remembers where it was`);
    }
  }
  for (const node of source.all('NewExpression')) {
    if (/^Weak(Map|Set)$/.test(nameOf(node['callee']))) problems.push(`${source.line(node)}: weak memory`);
  }
  return [...problems, ...changesOf(source, names)];
}

type Declarator = Node & { readonly id: unknown; readonly init: unknown };

function isCollection(init: unknown): boolean {
  return isNode(init) && init.type === 'NewExpression' && /^(Map|Set|LRUCache)$/.test(nameOf(init['callee']));
}

function isReadonly(source: Source, id: unknown): boolean {
  if (!isNode(id) || !isNode(id['typeAnnotation'])) return false;
  const { start, end } = id['typeAnnotation'];
  return /^: ?Readonly(Map|Set)</.test(source.text.slice(start, end));
}

/** Changes of what these names stand for, anywhere in the file. */
function changesOf(source: Source, names: ReadonlySet<string>): string[] {
  const changes = [
    ...source.all('AssignmentExpression').map((node) => ({ node, changed: node['left'] })),
    ...source.all('UpdateExpression').map((node) => ({ node, changed: node['argument'] })),
    ...source.all('CallExpression').flatMap((node) => {
      const callee = node['callee'];
      const isChange =
        isNode(callee) && /^(push|pop|shift|unshift|splice|set|add|delete|clear)$/.test(nameOf(callee['property']));
      return isChange ? [{ node, changed: callee }] : [];
    }),
  ];
  return changes.flatMap(({ node, changed }) => {
    if (!isNode(changed) || changed.type !== 'MemberExpression') return [];
    const name = rootName(changed);
    return names.has(name) && !isShadowed(source, name) ? [`${source.line(node)}: changes ${name}`] : [];
  });
}

/** The first name of `a.b[c].d`. */
function rootName(node: unknown): string {
  if (isNode(node) && node.type === 'MemberExpression') return rootName(node['object']);
  return nameOf(node);
}

/** Whether a name is declared more than once in the file: then it may be another one that changes. */
function isShadowed(source: Source, name: string): boolean {
  return source.all('VariableDeclarator').filter(({ id }) => nameOf(id) === name).length > 1;
}

/** An expression without what only the compiler reads around it. */
function bare(node: unknown): Node | null {
  if (!isNode(node)) return null;
  return isNode(node['expression']) ? bare(node['expression']) : node;
}

function divisions(source: Source): string[] {
  return source
    .all('BinaryExpression', 'AssignmentExpression')
    .filter(({ operator }) => operator === '/' || operator === '/=')
    .map((node) => `${source.line(node)}: ${source.text.slice(node.start, node.end)}`);
}

function skippedTests(source: Source): string[] {
  const isQuiet = (node: unknown) => /^(skip|only|todo)$/.test(nameOf(node));
  const calls = source.all('CallExpression').filter(({ callee }) => isNode(callee) && isQuiet(callee['property']));
  const options = source.all('ObjectProperty').filter(({ key, value }) => {
    const isOff = isNode(value) && value.type === 'BooleanLiteral' && value['value'] === false;
    return isQuiet(key) && isNode(value) && /Literal$/.test(value.type) && !isOff;
  });
  return [...calls, ...options].map(
    (node) => `${source.line(node)}: ${source.text.slice(node.start, node.end).slice(0, 40)}`,
  );
}
