// The database is cut off, frozen, or read-only while clients go on: whoever is told "200" finds the order later, and
// everybody else is told that it did not work (D6, D14).
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startDatabaseProxy } from '../../support/database-proxy.js';
import { withTemporaryPostgres } from '../../support/temporary-postgres.js';
import { askDuring } from '../asking.js';
import { openShop } from '../shop.js';
import { none, sized, type Trial } from '../trial.js';

const AWAY_MS = 3_000;

export const outages: Trial = (options) =>
  withTemporaryPostgres('torture', async ({ url }) => {
    const rounds = sized(options, { quick: 1, whole: 12 });
    const shop = await openShop(url);
    const proxy = await startDatabaseProxy(url);
    const harms = [() => proxy.cut(), async () => proxy.freeze(), () => readOnly(url, 'on')];
    const { acknowledged, requests, lost, odd } = await askDuring(proxy.url, shop, async (untilWell) => {
      for (let round = 0; round < rounds; round++) {
        for (const harm of harms) {
          await sleep(1_000);
          await harm();
          await sleep(AWAY_MS);
          await readOnly(url, 'off');
          await proxy.mend();
          await untilWell();
        }
      }
    });
    const of = `${acknowledged.toLocaleString('en')} acknowledgements, ${rounds * harms.length} outages`;
    return [
      none('false acknowledgements with the database gone, frozen or read-only', lost, of),
      none('answers other than 200 or 503 meanwhile', odd, `${requests.toLocaleString('en')} requests`),
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
