// Who may import whom, and that nobody imports in a circle.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import {
  ACTS_LOOK,
  ALSO_ACTS,
  APART,
  MAY_ACT,
  MAY_IMPORT,
  PACKAGE_PLACES,
  PURE_FOLDERS,
  ROOM_EXCEPTIONS,
  ROOMS,
} from './house.js';
import { placeOf, type Rule } from './rule.js';
import { type Import, nameOf as identifierOf, isNode, listOf, parseSource, type Source } from './source.js';

const LAYERS_OF_ROOMS = ['domain', 'wire', 'store', 'actions'];

const DEPENDENCIES: object = JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')).dependencies;
/** Packages of developers that the build takes along into what is started (scripts/bundle.mjs): the used part of 13 MB. */
const TAKEN_ALONG = ['libphonenumber-js'];
/** The build loads it, the service never does. */
const BUILD_ONLY = 'src/api/describe.ts';

export const importRules: readonly Rule[] = [
  {
    name: 'folders import only what the table allows',
    over: 'src and packages',
    holds: ({ file, imports }) =>
      imports.flatMap((one) => {
        const problem = file.startsWith('src/') ? importProblem(file, one) : packageProblem(file, one);
        return problem === null ? [] : [`${one.line}: ${problem}`];
      }),
    bad: [
      "src/domain/base/money.ts | import { AppError } from '../../errors/errors.js';",
      "src/domain/base/money.ts | import type { Settings } from '../../settings/settings.js';",
      "src/domain/base/money.ts | import { readFile } from 'node:fs/promises';",
      "src/domain/base/money.ts | let x: import('../../errors/errors.js').AppError;",
      "src/wire/orders/list.ts | import type { Db } from '../../store/db.js';",
      "src/wire/orders/list.ts | import pg from 'pg';",
      "src/store/orders/orders.ts | export { createOrder } from '../../actions/orders/create-order.js';",
      "src/store/orders/orders.ts | export * from '../../actions/orders/create-order.js';",
      "src/store/orders/orders.ts | import type { Deps } from '../../deps.js';",
      "src/store/orders/orders.ts | import { OperatorError } from '../../errors/operator-error.js';",
      "src/adapters/sms/log.ts | import { sql } from '../../store/sql.js';",
      "src/adapters/sms/log.ts | import type { Deps } from '../../deps.js';",
      "src/memory/cache.ts | import type { Deps } from '../deps.js';",
      "src/actions/a.ts | const x = await import('../api/routes.js');",
      "src/actions/a.ts | import { renderOrder } from '../wire/orders/order.js';",
      "src/actions/a.ts | import type { OrderBody } from '../wire/orders/order.js';",
      "src/actions/a.ts | import { createDeps, type Deps } from '../deps.js';",
      "src/actions/a.ts | import fastify from 'fastify';",
      "src/http/server.ts | import { findOrder } from '../store/orders/orders.js';",
      "src/api/v2.ts | import '../cli/output.js';",
      "src/api/v2.ts | import '../web/routes.js';",
      "src/api/v2.ts | import { loadSettings } from '../settings/settings.js';",
      "src/workers/loop.ts | import { startService } from '../service/compose.js';",
      "src/cli/serve/serve.ts | import type { Server } from '../../http/server.js';",
      "src/deps.ts | import { createCatalogue } from './memory/catalogue.js';",
      "src/store/db.ts | import { x } from '../support/service.js';",
      "src/store/db.ts | import { x } from './accounts';",
      "src/helpers/x.ts | import { x } from '../log.js';",
      "src/domain/orders/a.ts | import type { Payment } from '../money/payment.js';",
      "src/store/orders/a.ts | import { x } from '../webhooks/deliveries/new-deliveries.js';",
      "packages/sdk/src/a.ts | import { AppError } from '../../../src/errors/errors.js';",
      "packages/sdk/src/a.ts | import { x } from '../../embedded-postgres/src/index.js';",
    ],
    good: [
      "src/adapters/sms/log.ts | import type { Settings } from '../../settings/settings.js';\nimport { x } from '../y.js';",
      "src/actions/a.ts | import { \n  type Db, \n  sql, \n } from '../store/db.js';\nimport { join } from 'node:path';",
      "src/actions/a.ts | import { type Deps } from '../deps.js';",
      "src/wire/orders/list.ts | // import { sql } from '../../store/sql.js';\nconst text = \"import x from '../store/sql.js'\";",
      "src/domain/money/a.ts | import type { Order } from '../orders/order.js';",
      "src/cli/orders/a.ts | import { x } from '../money/payment.js';",
      "packages/sdk/src/a.ts | import { x } from './b.js';",
      "packages/sdk/test/a.ts | import { x } from '../src/b.js';",
    ],
  },
  {
    name: 'pages and commands do an act about live money through the table of acts (D81)',
    over: 'src',
    holds: (source) =>
      /^src\/(web|cli|api|workers)\//.test(source.file)
        ? actsIn(source)
            .filter(({ name }) => !mayAct(source.file, name))
            .map(({ name, line }) => `${line}: ${name} is an act: see actions/people/act-as-operator.ts`)
        : [],
    bad: [
      "src/cli/money/payout.ts | import { createPayout } from '../../actions/transfers/create-payout.js';",
      "src/web/dashboard/merchants/a.ts | import { renameAccount } from '../../../actions/accounts/update-account.js';",
      "src/cli/money/ledger.ts | import { adjustBooks } from '../../actions/money/adjust-books.js';",
      "src/cli/accounts/key.ts | import { createPayout } from '../../actions/transfers/create-payout.js';",
      "src/cli/money/payout.ts | const all = await import('../../actions/transfers/create-payout.js');",
      "src/cli/money/payout.ts | import * as payouts from '../../actions/transfers/create-payout.js';",
      "src/web/dashboard/rates/a.ts | import { type Rate, setRate } from '../../../actions/money/set-rate.js';",
    ],
    good: [
      "src/actions/people/a.ts | import { createPayout } from '../transfers/create-payout.js';",
      "src/cli/orders/trigger.ts | import { bounceTransfer } from '../../actions/transfers/change-transfer.js';",
      "src/cli/money/a.ts | import { setRate } from './b.js';",
    ],
  },
  {
    name: 'what the service loads is installed with it: packages of developers give types, or serve the build',
    over: 'src',
    holds: ({ file, imports }) =>
      imports.flatMap(({ target, isType, line }) => {
        if (isType || /^(\.|node:)/.test(target) || file === BUILD_ONLY) return [];
        const name = target.split('/', target.startsWith('@') ? 2 : 1).join('/');
        return name in DEPENDENCIES || TAKEN_ALONG.includes(name)
          ? []
          : [`${line}: ${name} is no dependency of package.json`];
      }),
    bad: [
      "src/wire/reply.ts | import { Type } from 'typebox';",
      "src/api/v2.ts | const x = await import('@fastify/swagger');",
    ],
    good: [
      "src/wire/reply.ts | import type { TSchema } from 'typebox';",
      "src/domain/base/phone.ts | import { parsePhoneNumberFromString } from 'libphonenumber-js/max';",
      "src/wire/csv.ts | import { parse } from 'csv-parse/sync';\nimport { sha256 } from '@noble/hashes/sha2.js';",
      `${BUILD_ONLY} | import swagger from '@fastify/swagger';`,
    ],
  },
];

type ActFunction = { readonly name: string; readonly module: string };

/** What the files of acts import from other actions: acts.ts, and the tables that it puts together. */
function importedByActs(file = 'src/actions/people/acts.ts'): readonly ActFunction[] {
  const { imports } = parseSource(file, readFileSync(join(PACKAGE_FOLDER, file), 'utf8'));
  return imports.flatMap(({ target, isType, names }) => {
    const module = moduleOf(file, target);
    if (isType || !module.startsWith('src/actions/')) return [];
    const tables = names.some((name) => name.startsWith('ACTS_ON_')) ? importedByActs(module) : [];
    return [...tables, ...names.filter((name) => /^[a-z]/.test(name)).map((name) => ({ name, module }))];
  });
}

const IMPORTED_BY_ACTS = importedByActs();
const LOOKS = new Set(ACTS_LOOK);
const ACT_FUNCTIONS = IMPORTED_BY_ACTS.filter(({ name }) => !LOOKS.has(name));
const ACT_NAMES = new Set([...ALSO_ACTS, ...ACT_FUNCTIONS.map(({ name }) => name)]);
const ACT_MODULES = new Set(ACT_FUNCTIONS.map(({ module }) => module));

/** A whole module that has one is as good as the function. */
function actsIn({ file, imports, all, line: lineOf }: Source): readonly Pick<Import & ActFunction, 'name' | 'line'>[] {
  const whole = new Set(all('ImportNamespaceSpecifier').map(lineOf));
  return imports.flatMap(({ target, isType, names, line }) => {
    const module = moduleOf(file, target);
    if (isType || !module.startsWith('src/actions/')) return [];
    if (names.length === 0 || whole.has(line)) return ACT_MODULES.has(module) ? [{ name: module, line }] : [];
    return names.filter((name) => ACT_NAMES.has(name)).map((name) => ({ name, line }));
  });
}

function mayAct(file: string, name: string): boolean {
  const allowed = MAY_ACT[file] ?? {};
  return typeof allowed === 'string' || Object.hasOwn(allowed, name);
}

function moduleOf(file: string, target: string): string {
  return posix.join(posix.dirname(file), target).replace(/\.js$/, '.ts');
}

/** Names of the lists of acts that name nothing: a function that is gone, or an exception that nobody needs. */
export function staleActNames(sources: readonly Source[]): string[] {
  const looks = ACTS_LOOK.filter((look) => !IMPORTED_BY_ACTS.some(({ name }) => name === look));
  const actions = sources.filter(({ file }) => file.startsWith('src/actions/')).map(({ text }) => text);
  const also = ALSO_ACTS.filter(
    (name) => !actions.some((text) => text.includes(`function ${name}(`) || text.includes(`function ${name}<`)),
  );
  const exceptions = Object.entries(MAY_ACT).flatMap(([file, names]) => {
    const source = sources.find((one) => one.file === file);
    const done = new Set(source === undefined ? [] : actsIn(source).map(({ name }) => name));
    if (typeof names === 'string') return done.size > 0 ? [] : [file];
    return Object.keys(names).flatMap((name) => (done.has(name) ? [] : [`${file}: ${name}`]));
  });
  return [...looks, ...also, ...exceptions];
}

function importProblem(file: string, { target, isType }: Import): string | null {
  const from = placeOf(file);
  const allowed = [...(MAY_IMPORT[from] ?? []), ...(MAY_IMPORT[nameOf(file)] ?? [])];
  if (!(from in MAY_IMPORT)) return `${from} is not in the import table`;
  if (!target.startsWith('.')) {
    const isMisplaced = PACKAGE_PLACES[target]?.includes(from) === false;
    const isImpure = PURE_FOLDERS[from]?.includes(target) === false;
    return isMisplaced || isImpure ? `${from} may not import the package ${target}` : null;
  }
  const path = resolveTarget(file, target);
  if (!path.startsWith('src/') || !path.endsWith('.js')) return `${target} is no file of src ending in .js`;
  const name = nameOf(path);
  const to = APART.includes(name) ? name : placeOf(path);
  if (placeOf(path) === from) return roomProblem(nameOf(file), name);
  const may = allowed.includes(to) || (isType && allowed.includes(`type ${to}`));
  return may ? null : `${from} may not import ${isType ? 'types of ' : ''}${to}`;
}

/** Within a layer, a noun builds on those before it. */
function roomProblem(from: string, to: string): string | null {
  if (!LAYERS_OF_ROOMS.includes(placeOf(`src/${from}`))) return null;
  const [own, other] = [from, to].map((name) => (ROOMS as readonly string[]).indexOf(name.split('/')[1] ?? ''));
  if (own === undefined || other === undefined || own < 0 || other <= own) return null;
  return ROOM_EXCEPTIONS[from]?.includes(to) ? null : `${from} may not import ${to}, a room behind its own`;
}

/** The path of a file below src/, without its ending. */
function nameOf(file: string): string {
  return file.replace(/^src\/|\.(tsx?|js)$/g, '');
}

/** A package knows nothing of the service, nor of the package beside it. */
function packageProblem(file: string, { target }: Import): string | null {
  if (!target.startsWith('.')) return null;
  const home = file.split('/', 2).join('/');
  return resolveTarget(file, target).startsWith(`${home}/`) ? null : `a package may not import ${target}`;
}

function resolveTarget(file: string, target: string): string {
  return posix.join(posix.dirname(file), target);
}

type Importing = Pick<Source, 'file' | 'imports'>;

/** Which of the sources each of them imports, types included. */
function importGraph(sources: Iterable<Importing>): ReadonlyMap<string, readonly string[]> {
  const files = new Map([...sources].map(({ file, imports }) => [file, imports] as const));
  return new Map(
    [...files].map(([file, imports]) => [
      file,
      imports.flatMap(({ target }) => {
        if (!target.startsWith('.')) return [];
        const stem = resolveTarget(file, target).replace(/\.js$/, '');
        return [`${stem}.ts`, `${stem}.tsx`].filter((path) => files.has(path));
      }),
    ]),
  );
}

/** Files that nobody imports: what is started, and what somebody forgot. */
export function importedByNobody(sources: Iterable<Importing>): string[] {
  const graph = importGraph(sources);
  const imported = new Set([...graph.values()].flat());
  return [...graph.keys()].filter((file) => !imported.has(file));
}

/** What is exported though no other source names it: who reads `export` looks for users, and there are none. */
export function exportedForNobody(exporting: readonly Source[], others: readonly Source[]): string[] {
  const users = new Map<string, number>();
  for (const { text } of new Set([...exporting, ...others]))
    for (const word of new Set(text.match(/[\w$]+/g))) users.set(word, (users.get(word) ?? 0) + 1);
  return exporting.flatMap(({ file, all }) =>
    all('ExportNamedDeclaration').flatMap(({ declaration }) => {
      const declared = isNode(declaration) ? [declaration, ...listOf(declaration, 'declarations')] : [];
      const names = declared.map(({ id }) => identifierOf(id));
      return names.filter((name) => users.get(name) === 1).map((name) => `${file}: ${name}`);
    }),
  );
}

/** Groups of files that import each other in a circle; after Tarjan. */
export function importCircles(sources: Iterable<Importing>): string[][] {
  const files = importGraph(sources);
  const targets = (file: string) => files.get(file) ?? [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = numbers.size;
    numbers.set(file, number);
    stack.push(file);
    let low = number;
    for (const target of targets(file)) {
      if (!numbers.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, numbers.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === number) {
      const group = stack.splice(stack.lastIndexOf(file));
      if (group.length > 1 || targets(file).includes(file)) circles.push(group.sort());
    }
    return low;
  };
  for (const file of files.keys()) if (!numbers.has(file)) visit(file);
  return circles.sort();
}
