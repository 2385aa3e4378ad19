// node scripts/crashes.mjs --times 50: kill -9 of the real service in a stream of notices, as often as one likes.
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const { values } = parseArgs({ options: { times: { type: 'string', default: '50' } } });
process.env.COBRO_CRASHES = values.times;
process.argv.splice(2, process.argv.length, 'money/crash');
prepare();
await import('../dist/test/support/run-tests.js');
