// Documents, or parts of them, that show what the sources say. `node scripts/documents.mjs` writes them, and the tidy test
// says when one differs.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/domain/base/language.js';
import { EVENT_TYPES, EVENTS } from '../../src/domain/orders/event-types.js';
import { RAIL_KIND_NAMES } from '../../src/domain/rails/kinds.js';
import { OPENAPI_FILE, PACKAGE_FOLDER } from '../../src/paths.js';
import type { Placement } from '../../src/store/table.js';
import { TABLES } from '../../src/store/tables.js';
import { listColumns } from '../../src/wire/rails/rail-list.js';
import { writeExample, writeSettingTables } from '../settings/written.js';
import { replacePart } from '../support/generated-part.js';
import { drawTables } from '../tidy/architecture.js';
import { contractOf, unusedShapes } from './contract.js';
import { brokenPromises } from './promises.js';
import { writeNewestVersion, writeVersionTable } from './version-pages.js';

export type WrittenDocument = {
  /** Its path from the root. */
  readonly file: string;
  /** The document, with what is written of it written anew. */
  write(before: string): string;
};

export const WRITTEN_DOCUMENTS: readonly WrittenDocument[] = [
  { file: '.env.example', write: writeExample },
  { file: 'docs/settings.md', write: writeSettingTables },
  { file: 'docs/architecture.md', write: drawTables },
  { file: 'docs/contract.txt', write: writeContract },
  { file: 'docs/webhooks.md', write: (page) => writeEvents(page, 'en') },
  { file: 'docs/es/webhooks.md', write: (page) => writeEvents(page, 'es') },
  { file: 'docs/reconciliation.md', write: (page) => writeColumns(page, 'en') },
  { file: 'docs/es/reconciliation.md', write: (page) => writeColumns(page, 'es') },
  { file: 'docs/scaling.md', write: writePlacements },
  { file: 'docs/versions.md', write: (page) => writeVersionTable(page, 'en') },
  { file: 'docs/es/versions.md', write: (page) => writeVersionTable(page, 'es') },
  ...['operations', 'es/operations', 'quick-start', 'es/quick-start', 'webhooks', 'es/webhooks'].map((name) => ({
    file: `docs/${name}.md`,
    write: writeNewestVersion,
  })),
];

export function writeDocuments(): void {
  for (const { file, write } of WRITTEN_DOCUMENTS) {
    const path = join(PACKAGE_FOLDER, file);
    const before = readFileSync(path, 'utf8');
    const now = write(before);
    if (now === before) continue;
    writeFileSync(path, now);
    console.error(`${file} is written.`);
  }
}

function writeContract(before: string): string {
  const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
  const contract = contractOf(document);
  const what = 'These fields changed for accounts of the newest version. Keep what they had with a change in';
  const how = 'src/wire/versions/; see docs/adding-an-interface-change.md.';
  assert.deepEqual(brokenPromises(before, contract), [], `${what} ${how}`);
  assert.deepEqual(
    unusedShapes(document),
    [],
    'These shapes stand in the OpenAPI document, but no operation has them.',
  );
  return contract;
}

const EVENT_WORDS = {
  en: { head: '| type | when | sent |', always: 'always', 'on request': 'on request' },
  es: { head: '| tipo | cuándo | se manda |', always: 'siempre', 'on request': 'si lo pides' },
};

function writeEvents(page: string, language: Language): string {
  const words = EVENT_WORDS[language];
  const rows = EVENT_TYPES.map((type) => {
    const { when, sent } = EVENTS[type];
    return `| \`${type}\` | ${when[language].replace(/charge\.\w+/g, '`$&`')} | ${words[sent]} |`;
  });
  return replacePart(page, { name: 'events', text: [words.head, '|---|---|---|', ...rows].join('\n') });
}

const PLACEMENTS = {
  'by-account': [
    'on the nodes, by `account_id`, together',
    "they grow with a merchant's orders, and every statement of a merchant names the account",
  ],
  everywhere: [
    'on every node, the same rows',
    'statements of one account join them, some are unique over all accounts, and they change seldom',
  ],
  coordinator: ['on the coordinator', 'what follows'],
} as const satisfies Record<Placement, readonly [where: string, why: string]>;

/** Which table is where on a cluster. */
function writePlacements(page: string): string {
  const rows = Object.entries(PLACEMENTS).map(([placement, [where, why]]) => {
    const tables = Object.keys(TABLES).filter((name) => TABLES[name]?.placement === placement);
    return `| ${where} | ${tables.map((name) => `\`${name}\``).join(', ')} | ${why} |`;
  });
  return replacePart(page, {
    name: 'placements',
    text: ['| where | tables | why |', '|---|---|---|', ...rows].join('\n'),
  });
}

const COLUMNS_HEAD = { en: '| rail | columns |', es: '| riel | columnas |' };

/** Of the lists that rails of each kind send for a day. */
function writeColumns(page: string, language: Language): string {
  const rows = RAIL_KIND_NAMES.map((kind) => `| \`${kind}\` | \`${listColumns(kind).join(',')}\` |`);
  return replacePart(page, { name: 'columns', text: [COLUMNS_HEAD[language], '|---|---|', ...rows].join('\n') });
}
