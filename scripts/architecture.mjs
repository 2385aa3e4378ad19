// node scripts/architecture.mjs: writes the tables of docs/architecture.md from the rules that the tidy test enforces.
import { readFileSync, writeFileSync } from 'node:fs';
import { prepare } from './prepare.mjs';

prepare();
const { architectureDocument, drawTables } = await import('../dist/test/tidy/architecture.js');
writeFileSync(architectureDocument, drawTables(readFileSync(architectureDocument, 'utf8')));
console.error('The tables of docs/architecture.md are written.');
