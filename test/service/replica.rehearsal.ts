// A replica answers lists and pages, and nobody can tell: what was written a moment ago, at any node, is there. Without the
// replica, or while it is behind, the primary answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../support/http-client.js';
import { startServiceProcess } from '../support/process.js';
import { withReplica } from '../support/replica.js';
import { orderBody } from '../support/service.js';
import { withTemporaryPostgres } from '../support/temporary-postgres.js';
import { until } from '../support/until.js';
import { openShop } from '../torture/shop.js';

const listScans = `
  select coalesce(sum(idx_scan), 0)::integer as scans
  from pg_stat_user_tables
  where relname = 'orders'`;

test('lists come from the replica, always with what was just written; without it they come from the primary', async () => {
  await withTemporaryPostgres('replica-test', async (primary) => {
    const { key } = await openShop(primary.url);
    await withReplica(primary, async (replica) => {
      const env = { DATABASE_URL: primary.url, COBRO_REPLICA_URL: replica.url, COBRO_RATE_LIMIT: '0' };
      const services = [startServiceProcess(env), startServiceProcess(env)];
      const nodes = await Promise.all(
        services.map(async (one) => createClient(await one.url(60_000), { connections: 4 })),
      );
      const [writer, reader] = nodes;
      assert.ok(writer && reader);
      const writeAndRead = async (what: string) => {
        const { json: made } = await writer.call('POST', '/v2/orders', { key, body: orderBody() });
        const { json: listed } = await reader.call('GET', '/v2/orders?limit=1', { key });
        assert.equal(listed.data[0]?.id, made.id, what);
      };
      const scans = async () => (await replica.ask<{ scans: number }>(listScans))[0]?.scans ?? 0;

      // A replica that is 50 ms behind is not asked for a second: on a busy machine it may be so for many turns.
      const before = await scans();
      let turn = 0;
      const answersLists = async () => {
        for (const last = turn + 10; turn < last; turn++) await writeAndRead(`turn ${turn}`);
        return turn >= 50 && (await scans()) >= before + 25;
      };
      await until('the replica answers lists', answersLists, 120_000);

      await replica.ask('select pg_wal_replay_pause()');
      await writeAndRead('a replica that is behind is not asked');
      await replica.ask('select pg_wal_replay_resume()');

      await replica.kill();
      await writeAndRead('without a replica');
      await writeAndRead('still without a replica');
      await replica.start();
      const rested = await scans();
      await until(
        'the replica answers again',
        async () => {
          await writeAndRead('after its return');
          return (await scans()) > rested;
        },
        60_000,
      );

      for (const node of nodes) node.close();
      for (const { process: node, ended } of services) {
        node.kill('SIGTERM');
        assert.equal((await ended()).code, 0);
      }
    });
  });
});
