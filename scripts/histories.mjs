// node scripts/histories.mjs --orders 5000 [--seed N]: random histories of as many orders as given, over two nodes that
// are killed and stopped at random and whose clocks differ by five seconds.
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '5000' }, seed: { type: 'string' } } });
process.env.COBRO_HISTORIES = values.orders;
if (values.seed !== undefined) process.env.COBRO_HISTORIES_SEED = values.seed;
process.env.COBRO_TEST_TIMEOUT_MS = String(6 * 3_600_000);
process.argv.splice(2, process.argv.length, 'money/histories');
prepare();
await import('../dist/test/support/run-tests.js');
