// Random histories of orders, payments, decisions, refunds, transfers and time, lived by the real actions over a real
// database under a clock of the trial, and by a model in plain arithmetic. They must agree after every step. A history
// follows from its seed alone; one that fails is shortened before it is told.
import { assertBooks } from '../../money/books.js';
import { liveThroughOrShrink } from '../../money/live-through.js';
import { SERVER_VARIABLE } from '../../support/database.js';
import { startTestService } from '../../support/service.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { type Figure, sized, type Trial } from '../trial.js';

const DAY = 86_400_000;
const STEPS = 30;
const DAYS = 10;

export const simulation: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ serverUrl }) => {
    process.env[SERVER_VARIABLE] = serverUrl;
    const seeds = sized(options, { quick: 10, whole: 1_000 });
    const services = [await startTestService(), await startTestService({ COBRO_SETTLEMENT_DELAY_HOURS: '2' })] as const;
    const faults: string[] = [];
    let ms = 0;
    for (let turn = 0; turn < seeds; turn++) {
      const seed = options.seed + turn;
      const history = { seed, steps: STEPS, leastMs: DAYS * DAY };
      ms += await liveThroughOrShrink(services[seed % 2 === 0 ? 0 : 1], history).catch((error: Error) => {
        faults.push(error.message);
        return 0;
      });
      if (turn % 50 === 49) options.say(`  ${turn + 1} seeds, ${Math.floor(ms / DAY)} days`);
    }
    for (const { deps } of services)
      await assertBooks(deps.db).catch((error: Error) => void faults.push(error.message));
    const figure: Figure = {
      what: 'simulated days / seeds / failures',
      must: '10,000 / 1,000 / 0',
      measured: `${Math.floor(ms / DAY).toLocaleString('en')} / ${seeds.toLocaleString('en')} / ${faults.length}`,
      isMet: faults.length === 0,
      faults,
    };
    for (const { app, deps } of services) {
      await app.close();
      await deps.db.close();
    }
    return [figure];
  });
