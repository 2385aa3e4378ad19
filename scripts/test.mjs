// npm test: sets up what the tests need and runs them all, or those whose path contains one of the words given:
// npm test -- domain api/orders
import { checkTypes, prepare, prepareOpenApiTools } from './prepare.mjs';

const words = process.argv.slice(2);
prepare();
checkTypes();
if (words.length === 0 || words.some((word) => 'dist/test/docs/openapi-tools.test.js'.includes(word)))
  prepareOpenApiTools();
await import('../dist/test/support/run-tests.js');
