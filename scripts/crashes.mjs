// node scripts/crashes.mjs --times 50: kills the real service with -9 during a stream of notices, as many times as
// given.
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const { values } = parseArgs({ options: { times: { type: 'string', default: '50' } } });
process.env.COBRO_CRASHES = values.times;
process.argv.splice(2, process.argv.length, 'money/crash');
prepare();
await import('../dist/test/support/run-tests.js');
