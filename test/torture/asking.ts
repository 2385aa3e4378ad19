// Clients who create orders without a pause while something happens to the database. Whoever is told "200" must find the
// order afterwards, and everybody else must be told that it did not work.
import { createClient } from '../support/http-client.js';
import { startServiceProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { orderCall, type Shop } from './shop.js';

const CLIENTS = 16;

export type Asked = {
  readonly acknowledged: number;
  readonly refused: number;
  readonly requests: number;
  /** Acknowledged, but gone. */
  readonly lost: readonly string[];
  /** Answers other than 200 and 503. */
  readonly odd: readonly string[];
};

/** `harm` gets a way to wait until orders can be created again. */
export async function askDuring(
  databaseUrl: string,
  shop: Shop,
  harm: (untilWell: () => Promise<void>) => Promise<void>,
): Promise<Asked> {
  const service = startServiceProcess({
    DATABASE_URL: databaseUrl,
    COBRO_RATE_LIMIT: '0',
    COBRO_LOG_LEVEL: 'silent',
    COBRO_DATABASE_TIMEOUT_MS: '2000',
  });
  const client = createClient(await service.url(60_000), { connections: CLIENTS });
  const acknowledged: string[] = [];
  const odd: string[] = [];
  let [serial, refused, isOver] = [0, 0, false];
  const ask = async () => {
    while (!isOver) {
      const reply = await client.call('POST', '/v2/orders', orderCall(shop, ++serial));
      if (reply.status === 200) acknowledged.push(reply.json.id);
      else if (reply.status === 503) refused++;
      else odd.push(`${reply.status} ${reply.text}`);
    }
  };
  const asking = Array.from({ length: CLIENTS }, ask);
  const untilWell = async () => {
    await until('ready', async () => (await client.call('GET', '/health/ready')).status === 200, 120_000);
    const before = acknowledged.length;
    await until('orders are created again', () => acknowledged.length > before, 120_000);
  };
  try {
    await harm(untilWell);
  } finally {
    isOver = true;
    await Promise.all(asking);
  }
  const lost: string[] = [];
  for (const id of acknowledged)
    if ((await client.call('GET', `/v2/orders/${id}`, { key: shop.key })).status !== 200) lost.push(id);
  client.close();
  service.process.kill('SIGTERM');
  await service.ended();
  return { acknowledged: acknowledged.length, refused, requests: serial, lost, odd };
}
