// Documents, or parts of them, that show what the sources say. `node scripts/documents.mjs` writes them, and the tidy test
// says when one differs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Language } from '../../src/domain/base/language.js';
import { EVENT_TYPES, EVENTS } from '../../src/domain/orders/event-types.js';
import { OPENAPI_FILE } from '../../src/paths.js';
import { writeExample, writeSettingTables } from '../settings/written.js';
import { replacePart } from '../support/generated-part.js';
import { drawTables } from '../tidy/architecture.js';
import { contractOf } from './contract.js';
import { brokenPromises } from './promises.js';

export type WrittenDocument = {
  /** Its path from the root. */
  readonly file: string;
  /** The document with what is written of it written anew. */
  write(before: string): string;
};

export const WRITTEN_DOCUMENTS: readonly WrittenDocument[] = [
  { file: '.env.example', write: writeExample },
  { file: 'docs/settings.md', write: writeSettingTables },
  { file: 'docs/architecture.md', write: drawTables },
  { file: 'docs/contract.txt', write: writeContract },
  { file: 'docs/webhooks.md', write: (page) => writeEvents(page, 'en') },
  { file: 'docs/es/webhooks.md', write: (page) => writeEvents(page, 'es') },
];

function writeContract(before: string): string {
  const contract = contractOf(JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')));
  const what = 'These fields changed for accounts of the newest version. Keep what they had with a change in';
  const how = 'src/wire/versions/; see docs/adding-an-interface-change.md.';
  assert.deepEqual(brokenPromises(before, contract), [], `${what} ${how}`);
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
