// Many requests with one idempotency key at the same moment, at two nodes that are killed meanwhile: one order, and the
// same bytes for everybody (D18).
import { startNodes } from '../../support/nodes.js';
import { randomFrom } from '../../support/random.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { listAll } from '../check.js';
import { openShop, orderCall, PRICE } from '../shop.js';
import { sized, type Trial } from '../trial.js';

export const oneKey: Trial = (options) =>
  withTemporaryPostgres('torture', async (postgres) => {
    const leastKeys = sized(options, { quick: 2, whole: 30 });
    const leastKills = sized(options, { quick: 1, whole: 20 });
    const atOnce = sized(options, { quick: 200, whole: 1_000 });
    const shop = await openShop(postgres.url);
    const env = { DATABASE_URL: postgres.url, COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'silent' };
    const random = randomFrom(options.seed);
    const nodes = await startNodes(env, { random, skewsMs: [0, 0], harms: ['kill'], restMs: [100, 1_000] });
    const faults: string[] = [];
    let keys = 0;
    while (keys < leastKeys || nodes.harm.kills < leastKills) {
      const serial = ++keys;
      const send = () => nodes.call('/v2/orders', orderCall(shop, serial));
      const replies = await Promise.all(Array.from({ length: atOnce }, send));
      const texts = new Set(replies.map(({ status, text }) => `${status} ${text}`));
      if (texts.size !== 1)
        faults.push(`order-${serial} has ${texts.size} answers: ${[...texts].slice(0, 2).join(' | ')}`);
      const refused = replies.find(({ status }) => status !== 200);
      if (refused !== undefined) faults.push(`order-${serial}: ${refused.text}`);
    }
    const kills = nodes.harm.kills;
    await nodes.calm();
    const orders = await listAll(nodes, shop, '/v2/orders');
    if (orders.length !== keys) faults.push(`${orders.length} orders of ${PRICE} for ${keys} keys`);
    await nodes.stop();
    return [
      {
        what: 'orders per idempotency key with many requests at once, crashes and retries',
        must: '1, same bytes',
        measured:
          faults.length === 0
            ? `1, same bytes (${keys} keys, ${atOnce.toLocaleString('en')} requests at once for each, ${kills} kills)`
            : `${faults.length} faults`,
        isMet: faults.length === 0,
        faults,
      },
    ];
  });
