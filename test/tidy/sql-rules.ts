// Where SQL stands and who writes which table. Statements are read out of the sources as text.
import { posix } from 'node:path';
import { TABLES } from '../../src/store/tables.js';
import type { Rule } from './rule.js';
import { isNode, listOf, type Node, nameOf, type Source, walk } from './source.js';

const WRITES =
  /\binsert\s+into\s|\bdelete\s+from\s|\bupdate\s+(?:only\s+)?[\w.]+(?:\s+(?:as\s+)?\w+)?\s+set\s|\bmerge\s+into\s|\btruncate\s+table\s/i;
const LOCKS = /\bfor\s+(?:no\s+key\s+)?update\b|\bpg_(?:try_)?advisory_/i;
const STATEMENT =
  /^\s*(?:with\s+\w+\s+as\s|select\s[\s\S]*\sfrom\s|select\s+\S+\(|insert\s+into\s|delete\s+from\s|update\s+\w+\s[\s\S]*\bset\s|set\s+transaction\s)/i;
const WRITTEN_TABLE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate\s+table)\s+(?:only\s+)?(\w+)|\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\s/gi;

/** Where statements that write and transactions may stand. */
const MAY_WRITE = /^src\/(actions|store|workers\/engines)\//;
/** The tags of store/sql.ts. */
const TAGS = new Set(['sql', 'reading']);

/** The tag makes the text and the values of a statement, and the pool hands them to the driver. */
const DOOR = [
  ...['src/store/sql.ts', 'src/store/db.ts', 'src/store/run-behind.ts'],
  ...['src/store/cluster/shard-db.ts', 'src/store/cluster/shard-guard.ts'],
];
/** The migrator speaks to the server before there is a pool, with a client of its own. */
const MIGRATOR = 'src/store/migrate.ts';

export const sqlRules: readonly Rule[] = [
  {
    name: 'transactions stand in actions, in the store and in the engines alone',
    over: 'src',
    holds: (source) =>
      MAY_WRITE.test(source.file)
        ? []
        : source.all('CallExpression').flatMap((node) => {
            const callee = node['callee'];
            const isTransaction = isNode(callee) && nameOf(callee['property']) === 'transaction';
            return isTransaction ? [`${source.line(node)}: a transaction`] : [];
          }),
    bad: [
      'src/api/v2.ts | await deps.db.transaction((tx) => cancel(tx));',
      'src/web/dashboard/sections.ts | deps.db\n  .transaction(async (tx) => {});',
      'src/cli/accounts/fee.ts | await db.transaction(work)',
      'src/workers/loops.ts | deps.db.transaction(work)',
      'src/memory/orders.ts | db.transaction(work)',
    ],
    good: [
      'src/actions/a.ts | deps.db.transaction(work)',
      'src/workers/engines/webhook-engine.ts | deps.db.transaction(work)',
      'src/api/v2.ts | // db.transaction(work)',
    ],
  },
  {
    name: 'SQL is written in the store alone',
    over: 'src',
    holds: ({ file, texts, imports }) =>
      file.startsWith('src/store/')
        ? []
        : [
            ...imports.filter(({ target }) => /store\/sql\.js$/.test(target)).map(({ line }) => `${line}: the tag`),
            ...texts
              .filter(({ text }) => STATEMENT.test(text) || WRITES.test(text))
              .map(({ text, line }) => `${line}: ${firstWords(text)}`),
          ],
    bad: [
      "src/cli/keeping/doctor.ts | db.query({ text: 'select clock_timestamp() as at', values: [] })",
      'src/actions/a.ts | tx.query(sql`\n  insert into orders (id)\n  values (${id})`);',
      "src/api/a.ts | const text = 'update orders set status = 1';",
      'src/actions/a.ts | const text = `with x as (select 1) select id from x`;',
      "src/web/a.ts | import { sql } from '../store/sql.js';",
    ],
    good: [
      "src/cli/webhooks/webhook.ts | const text = 'delete an endpoint; what was on its way is not sent'; // delete from orders",
      "src/web/texts.ts | const text = 'select one of the orders';",
      'src/store/a.ts | const x = sql`select id from orders`;',
    ],
  },
  {
    name: 'a statement is written with the tag',
    over: 'src',
    holds: (source) => [
      ...source
        .all('ObjectExpression')
        .filter((node) => hasKeys(node, 'text', 'values') && !DOOR.includes(source.file))
        .map((node) => `${source.line(node)}: { text, values }`),
      ...(source.file.startsWith('src/store/') && source.file !== MIGRATOR
        ? source.texts
            .filter(({ text, tag }) => !TAGS.has(tag) && (STATEMENT.test(text) || WRITES.test(text)))
            .map(({ text, line }) => `${line}: ${firstWords(text)}`)
        : []),
    ],
    bad: [
      "src/store/a.ts | db.query({ text: 'x', values: [] });",
      "src/store/a.ts | db.query({ name: 'y', text, values });",
      'src/store/a.ts | const FIND = `\nselect id\nfrom orders`;',
      "src/store/a.ts | const FIND = 'select id from orders where id = $1';",
      'src/store/a.ts | raw(`delete from ${table}`)',
    ],
    good: [
      'src/store/a.ts | sql`select ${COLUMNS} from orders`',
      'src/store/a.ts | reading(scope)`select ${COLUMNS} from orders`',
      'src/store/a.ts | const row = { text: sms.text, phone: sms.phone };',
      'src/store/a.ts | raw(`coalesce(sum(${account}), 0) as ${account}`)',
    ],
  },
  {
    name: 'a table is written by its owner alone',
    over: 'src',
    holds: ({ file, texts }) =>
      texts.flatMap(({ text, line }) =>
        [...text.matchAll(WRITTEN_TABLE)].flatMap(([, first, second]) => {
          const table = first ?? second ?? '';
          const owner = TABLES[table]?.owner;
          if (owner === undefined) return isStatement(text) ? [`${line}: ${table} is in no table of the house`] : [];
          return file.startsWith(`src/store/${owner}`) ? [] : [`${line}: ${table} belongs to store/${owner}`];
        }),
      ),
    bad: [
      'src/store/money/books.ts | sql`with changed as (\n  update orders\n  set status = 1)`',
      'src/store/money/books.ts | sql`insert into webhook_deliveries (id) select 1`',
      'src/store/webhooks/upkeep.ts | sql`delete from idempotency_keys where true`',
      'src/store/orders/orders.ts | sql`update webhook_deliveries d set state = 1`',
      'src/store/orders/orders.ts | sql`update webhook_deliveries as d\n set state = 1`',
      'src/store/orders/orders.ts | sql`insert into secrets (id) values (1)`',
    ],
    good: [
      'src/store/orders/orders.ts | sql`insert into orders (id) values (1) on conflict do update set id = 2`',
      'src/store/money/payments.ts | sql`select id from orders for update`',
      'src/store/rails/rails.ts | sql`update rails set name = 1`',
    ],
  },
  {
    name: 'a statement names its columns',
    over: 'src',
    holds: ({ texts }) => texts.flatMap(({ text, line }) => stars(text).map((what) => `${line}: ${what}`)),
    bad: [
      'sql`select * from orders`',
      'sql`SELECT\n  *\n  FROM orders`',
      'sql`select o.* from orders o`',
      'sql`select *, 1`',
      'sql`insert into x (id) select distinct * from y returning id`',
    ],
    good: ['sql`select *\n  from input`', 'sql`select count(*) from orders`', '// select * from orders'],
  },
];

/**
 * Columns are named, so that a new one never changes an answer. Exempt are sources whose columns the same statement
 * spells out: the rows of `json_to_recordset(…) as row(…)`, and the CTE `input` made of them.
 */
function stars(text: string): string[] {
  const matches = [...text.matchAll(/\bselect\s+(?:distinct\s+)?(?:\w+\.)?\*\s*(?:from\s+(\w+))?/gi)];
  return matches
    .filter(([, from = '']) => !['json_to_recordset', 'input'].includes(from))
    .map(([what]) => what.replace(/\s+/g, ' ').trim());
}

function isStatement(text: string): boolean {
  return STATEMENT.test(text);
}

function firstWords(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, 50);
}

function hasKeys(node: Node, ...keys: readonly string[]): boolean {
  const names = listOf(node, 'properties').map(({ key }) => nameOf(key));
  return keys.every((key) => names.includes(key));
}

/** The tables that migrations leave behind. */
export function migratedTables(migrations: readonly string[]): string[] {
  const tables = new Set<string>();
  const changes =
    /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)|\balter\s+table\s+(\w+)\s+rename\s+to\s+(\w+)|\bdrop\s+table\s+(?:if\s+exists\s+)?(\w+)/gi;
  for (const [, created, old, renamed, dropped] of migrations.flatMap((text) => [...text.matchAll(changes)])) {
    for (const gone of [old, dropped]) if (gone !== undefined) tables.delete(gone);
    for (const made of [created, renamed]) if (made !== undefined) tables.add(made);
  }
  return [...tables].sort();
}

/** Folders that render what actions do: they may read from the store, never write or lock. */
const RIM = /^src\/(http|api|web|cli)\/|^src\/workers\/[\w-]+\.ts$/;

/** Imports by the rim of store functions that write or lock, also through another function of the store. */
export function rimWrites(sources: Iterable<Source>): string[] {
  const all = [...sources];
  const writers = writersOf(all.filter(({ file }) => file.startsWith('src/store/')));
  return all
    .filter(({ file }) => RIM.test(file))
    .flatMap((source) => {
      const spaces = namespacesOf(source);
      return source.imports.flatMap(({ target, names, line }) => {
        const path = targetOf(source.file, target);
        if (path === null) return [];
        const used = names.flatMap((name) => [name, ...(spaces.get(name) ?? [])]);
        return used
          .filter((name) => writers.has(`${path}#${name}`))
          .map((name) => `${source.file}:${line}: ${name} writes or locks; call an action`);
      });
    });
}

/** Every name of the store that stands for something that writes or locks, as `file#name`. */
function writersOf(store: readonly Source[]): ReadonlySet<string> {
  const units = store.flatMap((source) => unitsOf(source));
  const writers = new Set(units.filter(({ isWriting }) => isWriting).map(({ id }) => id));
  for (let before = -1; before !== writers.size; ) {
    before = writers.size;
    for (const { id, uses } of units) if (uses.some((used) => writers.has(used))) writers.add(id);
  }
  return writers;
}

export type Unit = {
  /** `file#name` */
  readonly id: string;
  readonly line: number;
  /** Its templates, with `${}` for what they fill in. */
  readonly text: string;
  readonly isWriting: boolean;
  readonly uses: readonly string[];
};

/** The functions and constants at the top of a file, and the names that each of them uses. */
export function unitsOf(source: Source): Unit[] {
  const { file, program, imports } = source;
  const imported = new Map(
    imports.flatMap(({ target, names }) => {
      const path = targetOf(file, target);
      return path === null ? [] : names.map((name) => [name, `${path}#${name}`] as const);
    }),
  );
  return listOf(program, 'body').flatMap((statement) => {
    const node = isNode(statement['declaration']) ? statement['declaration'] : statement;
    const declared = node.type === 'FunctionDeclaration' ? [node] : listOf(node, 'declarations');
    return declared.map((one) => {
      const uses = new Set<string>();
      const texts: string[] = [];
      const lists = new Set<Node>();
      walk(one, (inner) => {
        const name = nameOf(inner);
        if (name !== '') uses.add(imported.get(name) ?? `${file}#${name}`);
        for (const list of columnLists(inner)) for (const part of listOf(list, 'quasis')) lists.add(part);
        if (inner.type === 'TemplateElement' && !lists.has(inner)) texts.push((inner['value'] as { raw: string }).raw);
      });
      const isWriting = texts.some((text) => WRITES.test(text) || LOCKS.test(text));
      const id = `${file}#${nameOf(one['id'])}`;
      return { id, line: source.line(one), text: texts.join('${}'), isWriting, uses: [...uses] };
    });
  });
}

/** Names of columns, with `named` or for it. They say what is read, and not whose it is. */
function columnLists(node: Node): Node[] {
  const isNamed = node.type === 'CallExpression' && nameOf(node['callee']) === 'named';
  const given = isNamed ? listOf(node, 'arguments') : node.type === 'VariableDeclarator' ? [node['init']] : [];
  return given.filter(isNode).filter(({ type }) => type === 'TemplateLiteral');
}

/** What is used of a namespace: `import * as webhooks` and `webhooks.switchOff`. */
function namespacesOf(source: Source): ReadonlyMap<string, readonly string[]> {
  const spaces = new Map(
    source.all('ImportNamespaceSpecifier').map(({ local }) => [nameOf(local), [] as string[]] as const),
  );
  for (const { object, property } of source.all('MemberExpression')) spaces.get(nameOf(object))?.push(nameOf(property));
  return spaces;
}

function targetOf(file: string, target: string): string | null {
  if (!target.startsWith('.')) return null;
  return posix.join(posix.dirname(file), target).replace(/\.js$/, '.ts');
}
