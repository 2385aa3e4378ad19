// node scripts/settings.mjs: writes .env.example and the tables of docs/settings.md from the declarations of the settings.
import { readFileSync, writeFileSync } from 'node:fs';
import { prepare } from './prepare.mjs';

prepare();
const { exampleFile, settingsDocument, writeExample, writeTables } = await import('../dist/test/settings/written.js');
writeFileSync(exampleFile, writeExample());
writeFileSync(settingsDocument, writeTables(readFileSync(settingsDocument, 'utf8')));
console.error('.env.example and the tables of docs/settings.md are written.');
