// The database is cut off, frozen, or read-only while clients go on: whoever is told "200" finds the order later, and
// everybody else is told that it did not work (D6, D14).
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDatabaseProxy } from '../../support/database-proxy.js';
import { createClient } from '../../support/http-client.js';
import { startServiceProcess } from '../../support/process.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { until } from '../../support/until.js';
import { openShop, orderCall } from '../shop.js';
import { none, sized, type Trial } from '../trial.js';

const CLIENTS = 16;
const AWAY_MS = 3_000;

export const outages: Trial = (options) =>
  withTemporaryPostgres('torture', async (postgres) => {
    const rounds = sized(options, { quick: 1, whole: 12 });
    const shop = await openShop(postgres.url);
    const proxy = await startDatabaseProxy(postgres.url);
    const env = {
      DATABASE_URL: proxy.url,
      COBRO_RATE_LIMIT: '0',
      COBRO_LOG_LEVEL: 'silent',
      COBRO_DATABASE_TIMEOUT_MS: '2000',
    };
    const service = startServiceProcess(env);
    const client = createClient(await service.url(60_000), { connections: CLIENTS });
    const acknowledged: string[] = [];
    const odd: string[] = [];
    let serial = 0;
    let isOver = false;
    const ask = async () => {
      while (!isOver) {
        const reply = await client.call('POST', '/v2/orders', orderCall(shop, ++serial));
        if (reply.status === 200) acknowledged.push(reply.json.id);
        else if (reply.status !== 503) odd.push(`${reply.status} ${reply.text}`);
      }
    };
    const asking = Array.from({ length: CLIENTS }, ask);
    const isReady = async () => (await client.call('GET', '/health/ready')).status === 200;
    for (let round = 0; round < rounds; round++) {
      for (const harm of [() => proxy.cut(), async () => proxy.freeze(), () => readOnly(postgres.url, 'on')]) {
        await sleep(1_000);
        await harm();
        await sleep(AWAY_MS);
        await readOnly(postgres.url, 'off');
        await proxy.mend();
        await until('the service is well again', isReady, 60_000);
      }
    }
    isOver = true;
    await Promise.all(asking);
    const lost: string[] = [];
    for (const id of acknowledged)
      if ((await client.call('GET', `/v2/orders/${id}`, { key: shop.key })).status !== 200) lost.push(id);
    client.close();
    service.process.kill('SIGTERM');
    await service.ended();
    const of = `${acknowledged.length.toLocaleString('en')} acknowledgements, ${rounds * 3} outages`;
    return [
      none('false acknowledgements with the database gone, frozen or read-only', lost, of),
      none('answers other than 200 or 503 meanwhile', odd, `${serial.toLocaleString('en')} requests`),
    ];
  });

/** New sessions, and those that are open now, may not write. */
async function readOnly(url: string, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  try {
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  } finally {
    await client.end();
  }
}
