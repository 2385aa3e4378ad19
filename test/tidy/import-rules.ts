// Who may import whom, and that nobody imports in a circle.
import { posix } from 'node:path';
import { MAY_IMPORT, PACKAGE_PLACES, PURE_FOLDERS } from './house.js';
import { placeOf, type Rule } from './rule.js';
import type { Import, Source } from './source.js';

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
      "src/domain/money.ts | import { AppError } from '../errors.js';",
      "src/domain/money.ts | import type { Settings } from '../settings.js';",
      "src/domain/money.ts | import { readFile } from 'node:fs/promises';",
      "src/domain/money.ts | let x: import('../errors.js').AppError;",
      "src/wire/list.ts | import type { Db } from '../store/db.js';",
      "src/wire/list.ts | import pg from 'pg';",
      "src/store/orders/orders.ts | export { createOrder } from '../../actions/create-order.js';",
      "src/store/orders/orders.ts | export * from '../../actions/create-order.js';",
      "src/store/orders/orders.ts | import type { Deps } from '../../deps.js';",
      "src/store/orders/orders.ts | import { OperatorError } from '../../operator-error.js';",
      "src/adapters/sms/log.ts | import { sql } from '../../store/sql.js';",
      "src/adapters/sms/log.ts | import type { Deps } from '../../deps.js';",
      "src/memory/cache.ts | import type { Deps } from '../deps.js';",
      "src/actions/a.ts | const x = await import('../api/routes.js');",
      "src/actions/a.ts | import { renderOrder } from '../wire/order-v2.js';",
      "src/actions/a.ts | import type { OrderBody } from '../wire/order-v2.js';",
      "src/actions/a.ts | import { createDeps, type Deps } from '../deps.js';",
      "src/actions/a.ts | import fastify from 'fastify';",
      "src/http/server.ts | import { findOrder } from '../store/orders/orders.js';",
      "src/api/v2.ts | import '../cli/output.js';",
      "src/api/v2.ts | import '../web/routes.js';",
      "src/api/v2.ts | import { loadSettings } from '../settings.js';",
      "src/workers/loop.ts | import { startService } from '../compose.js';",
      "src/cli/serve.ts | import type { Server } from '../http/server.js';",
      "src/deps.ts | import { createCatalogue } from './memory/catalogue.js';",
      "src/store/db.ts | import { x } from '../../test/support/service.js';",
      "src/store/db.ts | import { x } from './accounts';",
      "src/helpers/x.ts | import { x } from '../log.js';",
      "packages/sdk/src/a.ts | import { AppError } from '../../../src/errors.js';",
      "packages/sdk/src/a.ts | import { x } from '../../embedded-postgres/src/index.js';",
    ],
    good: [
      "src/adapters/sms/log.ts | import type { Settings } from '../../settings.js';\nimport { x } from '../y.js';",
      "src/actions/a.ts | import { \n  type Db, \n  sql, \n } from '../store/db.js';\nimport { join } from 'node:path';",
      "src/actions/a.ts | import { type Deps } from '../deps.js';",
      "src/wire/list.ts | // import { sql } from '../store/sql.js';\nconst text = \"import x from '../store/sql.js'\";",
      "packages/sdk/src/a.ts | import { x } from './b.js';",
      "packages/sdk/test/a.ts | import { x } from '../src/b.js';",
    ],
  },
];

function importProblem(file: string, { target, isType }: Import): string | null {
  const from = placeOf(file);
  const allowed = [...(MAY_IMPORT[from] ?? []), ...(MAY_IMPORT[file.replace(/^src\/|\.tsx?$/g, '')] ?? [])];
  if (!(from in MAY_IMPORT)) return `${from} is not in the import table`;
  if (!target.startsWith('.')) {
    const isMisplaced = PACKAGE_PLACES[target]?.includes(from) === false;
    const isImpure = PURE_FOLDERS[from]?.includes(target) === false;
    return isMisplaced || isImpure ? `${from} may not import the package ${target}` : null;
  }
  const path = resolveTarget(file, target);
  if (!path.startsWith('src/') || !path.endsWith('.js')) return `${target} is no file of src ending in .js`;
  const to = placeOf(path);
  const may = to === from || allowed.includes(to) || (isType && allowed.includes(`type ${to}`));
  return may ? null : `${from} may not import ${isType ? 'types of ' : ''}${to}`;
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

/** Groups of files that import each other in a circle, types included; after Tarjan. */
export function importCircles(sources: Iterable<Pick<Source, 'file' | 'imports'>>): string[][] {
  const files = new Map([...sources].map(({ file, imports }) => [file, imports] as const));
  const targets = (file: string) =>
    (files.get(file) ?? []).flatMap(({ target }) => {
      if (!target.startsWith('.')) return [];
      const stem = resolveTarget(file, target).replace(/\.js$/, '');
      return [`${stem}.ts`, `${stem}.tsx`].filter((path) => files.has(path));
    });
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
