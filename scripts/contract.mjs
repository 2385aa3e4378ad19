// node scripts/contract.mjs: writes docs/contract.txt, one line per field of the interface, from the OpenAPI document that
// the build makes.
import { readFileSync, writeFileSync } from 'node:fs';
import { prepare } from './prepare.mjs';

prepare();
const { contractFile, contractOf } = await import('../dist/test/docs/contract.js');
const document = new URL('../dist/openapi.json', import.meta.url);
writeFileSync(contractFile, contractOf(JSON.parse(readFileSync(document, 'utf8'))));
console.error('docs/contract.txt is written.');
