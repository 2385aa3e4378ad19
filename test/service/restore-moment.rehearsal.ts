// A mistake at 14:30, and the database of one's own goes back to 14:29, as docs/deploy.md says: a base backup, the log
// of PostgreSQL, and `cobro restore --moment`. A rehearsal with real servers and processes.
import assert from 'node:assert/strict';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../support/free-port.js';
import { type Client, createClient } from '../support/http-client.js';
import { runCobro, startServiceProcess } from '../support/process.js';
import { addFile, addSettings, copyServer, end, launch, say } from '../support/server-copy.js';
import { orderBody, type Reply } from '../support/service.js';
import { type TemporaryPostgres, withTemporaryPostgres } from '../support/temporary-postgres.js';
import { until } from '../support/until.js';
import { openShop } from '../torture/shop.js';

const pay = (client: Client, key: string, id: string) =>
  client.call('POST', `/v1/test/orders/${id}/payments`, { key, body: { scenario: 'exact' } });

const clabeOf = ({ json }: Reply): string => json.payment.clabe;

async function sell(client: Client, key: string, count: number): Promise<Reply[]> {
  const made: Reply[] = [];
  for (let number = 0; number < count; number++) {
    const order = await client.call('POST', '/v2/orders', { key, body: orderBody() });
    assert.equal(order.status, 200);
    if (number % 2 === 0) assert.equal((await pay(client, key, order.json.id)).status, 200);
    made.push(order);
  }
  return made;
}

/** The service on a database, for as long as the work takes. */
async function serving<Result>(
  env: Record<string, string>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const service = startServiceProcess(env);
  const client = createClient(await service.url(60_000), { connections: 4 });
  try {
    return await work(client);
  } finally {
    client.close();
    service.process.kill('SIGTERM');
    await service.ended();
  }
}

/** PostgreSQL keeps its log from now on, as docs/deploy.md says. */
async function keepLog(primary: TemporaryPostgres, archive: string): Promise<void> {
  const { uid, gid } = await stat(join(primary.folder, 'PG_VERSION'));
  await chown(archive, uid, gid);
  const archive_command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  await addSettings(primary.folder, { archive_mode: 'on', archive_command });
  process.kill(primary.pid(), 'SIGINT'); // it is started again, with the new settings
  const isOn = async () =>
    (await say<{ archive_mode: string }>(primary.serverUrl, 'show archive_mode'))[0]?.archive_mode;
  await until('the log is kept', async () => (await isOn().catch(() => null)) === 'on', 30_000);
}

/** A server made of the base backup and the log goes back to the moment. */
async function withServerAt<Result>(
  { folder, archive, moment }: { readonly folder: string; readonly archive: string; readonly moment: string },
  work: (port: number) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  await addSettings(folder, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  });
  await addFile(folder, 'recovery.signal');
  const server = await launch(folder, port);
  try {
    return await work(port);
  } finally {
    await end(server);
  }
}

const shop = { COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'error' };

test('a database goes back to a moment: all of before is there, nothing of after, and no number is given out twice', async () => {
  const archive = await mkdtemp(join(tmpdir(), 'cobro-archive-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'cobro-moment-'));
  const left = [archive, dataDir];
  try {
    await withTemporaryPostgres('moment', async (primary) => {
      await keepLog(primary, archive);
      const { key } = await openShop(primary.url);
      const env = { ...shop, COBRO_AUDIT_ANCHOR: join(dataDir, 'anchor'), DATABASE_URL: primary.url };
      const { parent, folder } = await copyServer(primary);
      left.push(parent);

      const before = await serving(env, (client) => sell(client, key, 20));
      const [row] = await say<{ now: string }>(primary.url, 'select clock_timestamp()::text as now');
      const moment = row?.now ?? '';
      // A process that starts takes its numbers from the next block, which the moment does not know of.
      const { after, cursor } = await serving(env, async (client) => {
        const after = await sell(client, key, 20);
        return { after, cursor: (await client.call('GET', '/v1/events?limit=100', { key })).json.next_cursor };
      });
      assert.ok(cursor);
      const [segment] = await say<{ name: string }>(
        primary.serverUrl,
        'select pg_walfile_name(pg_switch_wal()) as name',
      );
      const { name = '' } = segment ?? {};
      await until('the log of the last order is kept', () => stat(join(archive, name)).catch(() => null));

      await withServerAt({ folder, archive, moment }, async (port) => {
        const url = new URL(primary.url);
        url.port = String(port);
        const there = { ...env, DATABASE_URL: String(url) };
        const isBack = async () => (await say<{ on: boolean }>(String(url), 'select pg_is_in_recovery() as on'))[0]?.on;
        await until('the server is back', async () => (await isBack().catch(() => null)) === false, 30_000);

        const command = ['restore', '--moment', moment, '--json'];
        await serving(there, async () => {
          const { code, stderr } = await runCobro(command, there);
          assert.deepEqual(
            [code, stderr],
            [1, 'The service is using the database. Stop it first. Nothing was changed.\n'],
          );
        });
        const wrong = await runCobro(['restore', '--moment', '2026-01-01T00:00:00Z'], there);
        assert.equal(wrong.code, 1);
        assert.match(wrong.stderr, /The database has traces of .*, after that moment: .* Nothing was changed\./);
        const { code, stdout, stderr } = await runCobro(command, there);
        assert.deepEqual([code, stderr], [0, '']);
        const report = JSON.parse(stdout);
        assert.deepEqual([report.ledger, report.skipped['000000']], ['ok', 100_000]);

        await serving(there, async (client) => {
          const statusOf = async ({ json: { id } }: Reply) => {
            const { status, json } = await client.call('GET', `/v2/orders/${id}`, { key });
            return status === 200 ? json.status : status;
          };
          assert.deepEqual(
            await Promise.all(before.map(statusOf)),
            before.map((_, place) => (place % 2 === 0 ? 'ACCEPTED' : 'PENDING')),
          );
          assert.deepEqual(new Set(await Promise.all(after.map(statusOf))), new Set([404]));
          const read = await client.call('GET', `/v1/events?after=${encodeURIComponent(cursor)}`, { key });
          assert.equal(read.status, 400, 'whoever has read events that are gone must notice');
          const given = new Set([...before, ...after].map(clabeOf));
          const again = (await sell(client, key, 20)).map(clabeOf).filter((clabe) => given.has(clabe));
          assert.deepEqual(again, [], 'CLABEs that were given out twice');
        });
        for (const books of ['ledger', 'audit']) assert.equal((await runCobro([books, 'verify'], there)).code, 0);
      });
    });
  } finally {
    for (const one of left) await rm(one, { recursive: true, force: true, maxRetries: 10 });
  }
});
