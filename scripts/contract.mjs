// node scripts/contract.mjs: writes docs/contract.txt, one line per field of the interface, from the OpenAPI document that
// the build makes.
import { readFileSync, writeFileSync } from 'node:fs';
import { prepare } from './prepare.mjs';

prepare();
const { contractFile, contractOf } = await import('../dist/test/docs/contract.js');
const { brokenPromises } = await import('../dist/test/docs/promises.js');
const document = new URL('../dist/openapi.json', import.meta.url);
const contract = contractOf(JSON.parse(readFileSync(document, 'utf8')));
const broken = brokenPromises(readFileSync(contractFile, 'utf8'), contract);
if (broken.length > 0) {
  console.error(`These fields changed for accounts of the newest version: ${broken.join(', ')}.`);
  console.error('Keep what they had with a change in src/wire/versions/; see docs/adding-an-interface-change.md.');
  process.exit(1);
}
writeFileSync(contractFile, contract);
console.error('docs/contract.txt is written.');
