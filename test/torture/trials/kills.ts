// Two nodes of the service, or the database under them, are killed with -9 under load, again and again. What was
// acknowledged is there, once and unchanged, and the money adds up.
import { setTimeout as sleep } from 'node:timers/promises';
import { startNodes } from '../../support/nodes.js';
import { randomFrom } from '../../support/random.js';
import { type TemporaryPostgres, withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { check } from '../check.js';
import { openShop, trade } from '../shop.js';
import { type Figure, sized, type Trial, type TrialOptions } from '../trial.js';

export const killService: Trial = (options) =>
  underHarm(options, {
    victim: 'the service',
    kills: sized(options, { quick: 4, whole: 200 }),
    least: sized(options, { quick: 1_000, whole: 100_000 }),
    harms: ['kill'],
  });

export const killDatabase: Trial = (options) =>
  underHarm(options, {
    victim: 'PostgreSQL',
    kills: sized(options, { quick: 2, whole: 50 }),
    least: sized(options, { quick: 500, whole: 20_000 }),
    harms: [],
  });

const PROGRESS_MS = 10_000;

type Harm = {
  readonly victim: string;
  readonly kills: number;
  /** Of acknowledgements. */
  readonly least: number;
  readonly harms: readonly 'kill'[];
};

function underHarm(options: TrialOptions, { victim, kills, least, harms }: Harm): Promise<Figure[]> {
  return withTemporaryPostgres('torture', async (postgres) => {
    const shop = await openShop(postgres.url);
    const env = {
      DATABASE_URL: postgres.url,
      COBRO_RATE_LIMIT: '0',
      COBRO_ADDRESS_LIMIT: '0',
      COBRO_LOG_LEVEL: 'error',
    };
    const random = randomFrom(options.seed);
    const nodes = await startNodes(env, { random, skewsMs: [0, 0], harms, restMs: [200, 1_500] });
    const database = { kills: 0 };
    const killing = harms.length > 0 ? null : killPostgres(postgres, { random, kills, database });
    const done = () => nodes.harm.kills + database.kills;
    let told = performance.now();
    const acknowledged = await trade(nodes, shop, (count) => {
      if (performance.now() - told > PROGRESS_MS) {
        told = performance.now();
        options.say(`  ${done()} kills, ${count} acknowledgements`);
      }
      return done() >= kills && count >= least;
    });
    await killing;
    await nodes.calm();
    const total = acknowledged.created.length + acknowledged.paid.length + acknowledged.refunded.length;
    options.say(`${done()} kills of ${victim}, ${total} acknowledgements; checking…`);
    const { lost, changed, doubled, money } = await check(nodes, shop, acknowledged, postgres.url);
    await nodes.stop();
    const what = `${total.toLocaleString('en')} acknowledgements, ${done()} kills`;
    const faults = [...lost, ...changed, ...doubled, ...money];
    return [
      {
        what: `acknowledged creates, payments, refunds lost, changed or doubled by kills of ${victim}`,
        must: '0',
        measured: `${faults.length} of ${what}`,
        isMet: faults.length === 0,
        faults,
      },
    ];
  });
}

async function killPostgres(
  postgres: TemporaryPostgres,
  { random, kills, database }: { random: () => number; kills: number; database: { kills: number } },
): Promise<void> {
  while (database.kills < kills) {
    await sleep(1_500 + random() * 2_500);
    process.kill(await postgres.pid(), 'SIGKILL');
    database.kills++;
  }
}
