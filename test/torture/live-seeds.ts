// node live-seeds.js SEED…: lives the histories of these seeds and tells of each to the process that started it. The clock
// of a history is that of the whole service, so more than one at a time needs more than one process.
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { assertBooks } from '../money/books.js';
import { liveThroughOrShrink } from '../money/live-through.js';
import { startCoinService } from '../support/coin-orders.js';

/** Without a seed it is about the books in the end. */
export type Lived = { readonly seed: number | null; readonly ms: number; readonly fault: string | null };

const DAY = 86_400_000;
const STEPS = 30;
const DAYS = 10;

const tell = (lived: Lived) =>
  new Promise<void>((sent) => void process.send?.(lived, undefined, undefined, () => sent()));
// It is about what is right, not about when: a disk that stands still for a moment is no failure.
const env = { COBRO_DATABASE_TIMEOUT_MS: '120000' };
const services = [
  await startCoinService(['BTC'], env),
  await startCoinService(['BTC'], { ...env, COBRO_SETTLEMENT_DELAY_HOURS: '2' }),
] as const;
for (const seed of process.argv.slice(2).map(Number)) {
  const history = { seed, steps: STEPS, leastMs: DAYS * DAY };
  await liveThroughOrShrink(services[seed % 2 === 0 ? 0 : 1], history).then(
    (ms) => tell({ seed, ms, fault: null }),
    (error: Error) => tell({ seed, ms: 0, fault: `seed ${seed}: ${error.stack ?? error.message}` }),
  );
}
for (const { app, deps } of services) {
  await assertBooks(deps.db).catch((error: Error) => tell({ seed: null, ms: 0, fault: error.message }));
  const { proofs } = await verifyLedger(deps);
  for (const { claim, broken, examples } of proofs.filter((proof) => proof.broken > 0))
    await tell({ seed: null, ms: 0, fault: `${claim}: ${broken} times not, as ${examples.join('; ')}` });
  await app.close();
  await deps.db.close();
}
process.exit(0); // what closes the services after a test has nothing left to do
