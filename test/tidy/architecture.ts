// The tables of docs/architecture.md, drawn from the rules (docs/written-documents.ts).
import { TABLES } from '../../src/store/tables.js';
import { replacePart } from '../support/generated-part.js';
import { MAY_IMPORT } from './house.js';

/** The text with its generated parts drawn anew. */
export function drawTables(text: string): string {
  const withImports = replacePart(text, { name: 'imports', text: importTable() });
  return replacePart(withImports, { name: 'tables', text: databaseTable() });
}

function importTable(): string {
  const rows = Object.entries(MAY_IMPORT)
    .filter(([, allowed]) => allowed.length > 0)
    .map(([from, allowed]) => {
      const names = allowed.filter((one) => !one.startsWith('type ')).map(code);
      const types = allowed.filter((one) => one.startsWith('type ')).map((one) => code(one.slice('type '.length)));
      const typesToo = types.length === 0 ? [] : [`types of ${types.join(', ')}`];
      const isException = from.includes('/');
      return `| ${code(from)} | ${isException ? 'also ' : ''}${[...names, ...typesToo].join(', ')} |`;
    });
  const none = Object.keys(MAY_IMPORT).filter((from) => MAY_IMPORT[from]?.length === 0);
  return ['| | may import |', '|---|---|', ...rows, `| ${none.map(code).join(', ')} | nothing of ours |`].join('\n');
}

function databaseTable(): string {
  const rows = Object.entries(TABLES).map(([table, { key, owner, holds, placement, kept, personal }]) => {
    const stays = typeof kept === 'string' ? kept : 'purged by age';
    const erased = typeof personal === 'string' ? personal : 'erased';
    return `| ${[code(table), code(key), code(`store/${owner}`), placement, stays, erased, holds].join(' | ')} |`;
  });
  return [
    '| table | key | written by | on a cluster | rows stay | of a customer | holds |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
