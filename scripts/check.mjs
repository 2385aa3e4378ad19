// npm run check: format, lint, types and the tests of the house and of what documents name, without a database. With --fix it
// mends what can be mended, also what documents show of the sources.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTypes, prepare } from './prepare.mjs';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const fix = process.argv.includes('--fix');

prepare();
if (fix) await import('./documents.mjs');
checkTypes();
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const steps = [
  [biome, 'check', '--error-on-warnings', ...(fix ? ['--write'] : [])],
  ['--test', ...['tidy/tidy', 'tidy/linear', 'docs/docs'].map((name) => join(root, 'dist', 'test', `${name}.test.js`))],
];
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
