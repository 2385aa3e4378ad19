// npm test: sets up what the tests need and runs them all, or those whose path contains one of the words given:
// npm test -- domain api/orders
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/test/support/run-tests.js');
