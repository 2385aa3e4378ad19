// The clocks of two nodes jump by hours, forward and back, while customers order, pay and get money back: nothing that
// was acknowledged is lost or doubled, the money adds up, and no order's history runs backwards.
import { createLog } from '../../../src/log.js';
import { openDb } from '../../../src/store/db.js';
import { assertBooks } from '../../money/books.js';
import { startNodes } from '../../support/nodes.js';
import { randomFrom } from '../../support/random.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { check } from '../check.js';
import { openShop, trade } from '../shop.js';
import { none, sized, type Trial } from '../trial.js';

const HOUR = 3_600_000;
/** Less than an order lives, or it would expire before it is paid, as it should. */
const STEPS_MS = [6 * HOUR, -6 * HOUR, HOUR, -HOUR / 60, 20 * HOUR, -20 * HOUR, 0];

export const clockSteps: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ url }) => {
    const steps = sized(options, { quick: 4, whole: 200 });
    const least = sized(options, { quick: 150, whole: 20_000 });
    const shop = await openShop(url);
    const env = {
      ...{ DATABASE_URL: url, COBRO_RATE_LIMIT: '0', COBRO_ADDRESS_LIMIT: '0', COBRO_LOG_LEVEL: 'error' },
      TEST_CLOCK_STEPS_MS: STEPS_MS.join(','),
    };
    const random = randomFrom(options.seed);
    const nodes = await startNodes(env, { random, skewsMs: [1, 2], harms: ['step'], restMs: [200, 1_500] });
    const done = await trade(nodes, shop, {
      isEnough: (count) => nodes.harm.steps >= steps && count >= least,
    });
    await nodes.calm();
    const { lost, changed, doubled, money } = await check(nodes, shop, done, url);
    const faults = [...lost, ...changed, ...doubled, ...money];
    await nodes.stop();
    const db = openDb({ url, poolSize: 4, timeoutMs: 60_000, log: createLog({ level: 'silent', destination: 2 }) });
    await assertBooks(db).catch((error: Error) => void faults.push(error.message));
    await db.close();
    const total = done.created.length + done.paid.length + done.refunded.length;
    const of = `${total.toLocaleString('en')} acknowledgements, ${nodes.harm.steps} steps of up to 20 hours`;
    return [none('acknowledged creates, payments, refunds lost, changed or doubled by steps of the clock', faults, of)];
  });
