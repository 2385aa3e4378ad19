// node scripts/documents.mjs: writes what documents show of the sources. `npm run check -- --fix` does so, too.
import { readFileSync, writeFileSync } from 'node:fs';
import { prepare } from './prepare.mjs';

prepare();
const { WRITTEN_DOCUMENTS } = await import('../dist/test/docs/written-documents.js');
const root = new URL('../', import.meta.url);
for (const { file, write } of WRITTEN_DOCUMENTS) {
  const before = readFileSync(new URL(file, root), 'utf8');
  const after = write(before);
  if (after === before) continue;
  writeFileSync(new URL(file, root), after);
  console.error(`${file} is written.`);
}
