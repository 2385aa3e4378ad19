// npm test: sets up what the tests need and runs them all, or those whose path contains one of the words given:
// npm test -- domain api/orders. npm run rehearse does so with the rehearsals.
import { checkTypes, prepare, prepareTools } from './prepare.mjs';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
prepare();
checkTypes();
for (const [tools, file] of [
  ['openapi', 'dist/test/docs/openapi-tools.rehearsal.js'],
  ['chains', 'dist/test/adapters/chains/anvil.test.js'],
])
  if (words.length === 0 || words.some((word) => file.includes(word))) prepareTools(tools);
await import('../dist/test/support/run-tests.js');
