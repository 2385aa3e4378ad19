// The real service against a model of it, over random histories. Longer: npm run rehearse -- money/random,
// node scripts/model.mjs --runs 500 --steps 30
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { startCoinService } from '../support/coin-orders.js';
import { assertBooks } from './books.js';
import { liveThroughOrShrink } from './live-through.js';

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const runs = number('COBRO_MODEL_RUNS', 3);
const steps = number('COBRO_MODEL_STEPS', 30);
const seed = number('COBRO_MODEL_SEED', 1 + Math.floor(Math.random() * 1e9));

// Even seeds settle at once, odd ones after two hours.
const atOnce = await startCoinService(['BTC']);
const delayed = await startCoinService(['BTC'], { COBRO_SETTLEMENT_DELAY_HOURS: '2' });

test(`service and model agree over ${runs} histories of ${steps} steps from seed ${seed}`, async () => {
  for (let run = 0; run < runs; run++) {
    const own = seed + run;
    await liveThroughOrShrink(own % 2 === 0 ? atOnce : delayed, { seed: own, steps });
  }
  for (const { deps } of [atOnce, delayed]) {
    await assertBooks(deps.db);
    const { proofs } = await verifyLedger(deps);
    assert.deepEqual(
      proofs.filter(({ broken }) => broken > 0),
      [],
    );
  }
});
