// Two nodes sell while harm is done to them or to what is below them. What was acknowledged is there, once and unchanged,
// and the money adds up.
import { type Harm, startNodes } from '../support/nodes.js';
import { randomFrom } from '../support/random.js';
import { check } from './check.js';
import { openShop, trade } from './shop.js';
import type { Figure, TrialOptions } from './trial.js';

const PROGRESS_MS = 10_000;

export type Harmful = {
  readonly databaseUrl: string;
  /** Who is killed, as the report says it. */
  readonly victim: string;
  readonly kills: number;
  /** So many acknowledgements at least. */
  readonly least: number;
  /** What happens to the nodes themselves. */
  readonly harms?: readonly Harm[];
  /** Kills once; called again and again. */
  readonly killOne?: (meanwhile: Meanwhile) => Promise<void>;
};

export type Meanwhile = {
  readonly random: () => number;
  /** Resolves when an order is acknowledged that was asked for after now. */
  nextOrder(): Promise<void>;
};

export async function sellMeanwhile(options: TrialOptions, harmful: Harmful): Promise<Figure> {
  const { databaseUrl, victim, kills, least, harms = [], killOne } = harmful;
  const shop = await openShop(databaseUrl);
  const env = {
    DATABASE_URL: databaseUrl,
    COBRO_RATE_LIMIT: '0',
    COBRO_ADDRESS_LIMIT: '0',
    COBRO_LOG_LEVEL: 'error',
  };
  const random = randomFrom(options.seed);
  const nodes = await startNodes(env, { random, skewsMs: [0, 0], harms, restMs: [200, 1_500] });
  let killed = 0;
  const done = () => nodes.harm.kills + killed;
  const orders = waitForOrders();
  const killing = (async () => {
    if (killOne === undefined) return;
    for (; killed < kills; killed++) await killOne({ random, nextOrder: orders.next });
  })();
  let failure: unknown = null;
  killing.catch((error: unknown) => {
    failure = error ?? new Error('the killing failed');
  });
  let told = performance.now();
  const isEnough = (count: number) => {
    if (performance.now() - told > PROGRESS_MS) {
      told = performance.now();
      options.say(`  ${done()} kills, ${count} acknowledgements`);
    }
    return failure !== null || (done() >= kills && count >= least);
  };
  const acknowledged = await trade(nodes, shop, { isEnough, onCreated: orders.created });
  await killing;
  await nodes.calm();
  const total = acknowledged.created.length + acknowledged.paid.length + acknowledged.refunded.length;
  options.say(`${done()} kills of ${victim}, ${total} acknowledgements; checking…`);
  const { lost, changed, doubled, money } = await check(nodes, shop, acknowledged, databaseUrl);
  await nodes.stop();
  const faults = [...lost, ...changed, ...doubled, ...money];
  return {
    what: `acknowledged creates, payments, refunds lost, changed or doubled by kills of ${victim}`,
    must: '0',
    measured: `${faults.length} of ${total.toLocaleString('en')} acknowledgements, ${done()} kills`,
    isMet: faults.length === 0,
    faults,
  };
}

function waitForOrders() {
  let waiting: { readonly since: number; readonly resolve: () => void }[] = [];
  return {
    created(askedAt: number): void {
      for (const { since, resolve } of waiting) if (askedAt > since) resolve();
      waiting = waiting.filter(({ since }) => askedAt <= since);
    },
    next: () => new Promise<void>((resolve) => waiting.push({ since: performance.now(), resolve })),
  };
}
