// node scripts/model.mjs --runs 500 --steps 30 [--seed N]: compares the service with its model for as many runs as
// given. A failure prints its seed; --runs 1 --seed N reproduces it.
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    steps: { type: 'string', default: '30' },
    seed: { type: 'string' },
  },
});
process.env.COBRO_MODEL_RUNS = values.runs;
process.env.COBRO_MODEL_STEPS = values.steps;
if (values.seed !== undefined) process.env.COBRO_MODEL_SEED = values.seed;
process.env.COBRO_TEST_TIMEOUT_MS = String(6 * 3_600_000);
process.argv.splice(2, process.argv.length, 'money/model');
prepare();
await import('../dist/test/support/run-tests.js');
