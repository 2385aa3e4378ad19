// node scripts/model.mjs --runs 500 --steps 30 [--seed N]: the service against its model, as long as one likes. A failure
// names its seed; with --runs 1 --seed N it happens again.
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
process.argv.splice(2, process.argv.length, 'money/model');
prepare();
await import('../dist/test/support/run-tests.js');
