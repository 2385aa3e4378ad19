// Commands of an operator that are killed in the middle, and two of them at once: nothing is done by half, nothing twice,
// and running the command again finishes it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { SERVICE_FILE } from '../../src/paths.js';
import { createEmptyDatabase } from '../support/database.js';
import { untilBlocked } from '../support/locks.js';
import { makeFolder, runCobro } from '../support/process.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const NEXT_KEY = 'cd'.repeat(32);
const service = await startTestService();
const folder = await makeFolder();
const { key, call, deps } = service;
const env = { DATABASE_URL: service.databaseUrl, COBRO_CLABE_PREFIX: '6461801234', COBRO_DATA_DIR: folder };

async function cobro(...args: readonly string[]) {
  const { code, stdout, stderr } = await runCobro([...args, '--json'], env);
  assert.ok(code === 0 || code === 1, stderr);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

/** Starts a command that will be killed. */
function begin(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [SERVICE_FILE, ...args], {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'] ?? '',
      COBRO_SECRET_KEY: TEST_SECRET_KEY,
      COBRO_AUDIT_ANCHOR: 'off',
      ...env,
      ...more,
    },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Locks a table from another connection until it is released. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  after(() => client.end().catch(() => undefined));
  await client.query('begin');
  await client.query(`lock table ${table} in exclusive mode`);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

async function paidOrder(): Promise<string> {
  const order = (await call('POST', '/v2/orders', { key, body: orderBody() })).json.id;
  await call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } });
  return order;
}

/** Of one of two orders: the fee of the other one is there, too. */
async function refund(): Promise<string> {
  const [order] = [await paidOrder(), await paidOrder()];
  return (await call('POST', `/v1/charges/${order}/refunds`, { key, body: {} })).json.refund.transfer.id;
}

test('a bank file whose command is killed before it is whole holds nothing back, and the next one holds everything', async () => {
  const transfers = [await refund(), await refund()];
  const release = await lockTable('audit_log');
  const exporting = begin(['transfer', 'export']);
  await untilBlocked(deps.db, 1);
  await exporting.kill();
  await release();
  for (const id of transfers) assert.equal((await cobro('transfer', 'show', id)).batch, null);
  const { csv } = await cobro('transfer', 'export');
  for (const id of transfers) assert.match(csv, new RegExp(`^${id},`, 'm'));
});

test('two processes take over the same file of the bank: every line counts once', async () => {
  const [first = '', second = '', third = ''] = [await refund(), await refund(), await refund()];
  await cobro('transfer', 'export');
  const file = join(folder, 'results.csv');
  const rows = [`${first},K1,confirmed,`, `${second},K2,sent,`, `${third},,bounced,cuenta inexistente`];
  await writeFile(file, ['id,tracking_key,status,note', ...rows].join('\n'));
  const before = (await call('GET', '/v1/balance', { key })).json;
  const runs = await Promise.all([1, 2, 3].map(() => cobro('transfer', 'import', file)));
  for (const run of runs)
    assert.deepEqual(
      run.lines.map((line: { outcome: string; state: string }) => [line.outcome, line.state]),
      [
        ['done', 'confirmed'],
        ['done', 'sent'],
        ['done', 'bounced'],
      ],
    );
  const { json: after } = await call('GET', '/v1/balance', { key });
  assert.ok(after.available > before.available, 'what bounced is back');
  assert.equal((await cobro('ledger', 'verify')).ok, true);
});

test('two processes reconcile the same list at once: each missing payment is booked once', async () => {
  await cobro('rail', 'add', '--kind', 'spei', '--name', 'BANCO', '--test');
  const ts = Date.parse('2026-10-05T18:00:00Z');
  const orders = await Promise.all(
    Array.from({ length: 6 }, async () => (await call('POST', '/v2/orders', { key, body: orderBody() })).json),
  );
  const rows = orders.map(
    ({ payment }, index) => `LIST${index},20261005,40012,1,${payment.clabe},150.00,${ts},"Robles, Ana"`,
  );
  const file = join(folder, 'spei.csv');
  const heading =
    'claveRastreo,fechaOperacion,institucionOrdenante,cuentaOrdenante,cuentaBeneficiario,monto,tsLiquidacion,nombreOrdenante';
  await writeFile(file, [heading, ...rows].join('\n'));
  const reconcile = () => cobro('reconcile', '--rail', 'spei', '--test', file, '--date', '20261005', '--apply');
  await Promise.all([reconcile(), reconcile(), reconcile()]);
  const payments = await deps.db.query<{ tracking_key: string; count: number }>({
    text: `select tracking_key, count(*)::integer from payments where tracking_key like 'LIST%' group by 1`,
    values: [],
  });
  assert.deepEqual(
    payments.map(({ count }) => count),
    [1, 1, 1, 1, 1, 1],
  );
  for (const { id } of orders) assert.equal((await call('GET', `/v2/orders/${id}`, { key })).json.status, 'ACCEPTED');
  assert.equal((await cobro('ledger', 'verify')).ok, true);
  assert.equal((await reconcile()).booked, 0);
});

test('a list whose command is killed while it compares leaves nothing; killed while it books, the next one books the rest', async () => {
  const ts = Date.parse('2026-10-06T18:00:00Z');
  const rows = Array.from(
    { length: 2_100 },
    (_, at) => `KILLED${at},20261006,40012,1,64618011111111${1000 + at},1.00,${ts},`,
  );
  const file = join(folder, 'killed.csv');
  const heading =
    'claveRastreo,fechaOperacion,institucionOrdenante,cuentaOrdenante,cuentaBeneficiario,monto,tsLiquidacion,nombreOrdenante';
  await writeFile(file, [heading, ...rows].join('\n'));
  const count = async (text: string) => (await read(service.databaseUrl, text)).length;
  const payments = () => count(`select from payments where tracking_key like 'KILLED%'`);
  const kept = () => count(`select from bank_lines where text like 'KILLED%'`);
  const list = ['reconcile', '--rail', 'spei', file];
  const release = await lockTable('reconciliations');
  const comparing = begin(list);
  await untilBlocked(deps.db, 1);
  await comparing.kill();
  await release();
  assert.equal(await kept(), 0);
  const booking = begin([...list, '--apply']);
  await until('some of it is booked', async () => (await payments()) > 100, 60_000);
  await booking.kill();
  const some = await payments();
  assert.ok(some < 2_100, 'it was killed in the middle');
  const { same, booked, they_miss, differs } = await cobro(...list, '--apply');
  assert.deepEqual([same + booked, they_miss, differs, await payments()], [2_100, 0, 0, 2_100]);
  assert.equal((await cobro('ledger', 'verify')).ok, true);
  assert.equal((await cobro(...list, '--apply')).same, 2_100);
});

test('a statement whose command is killed before it is compared leaves nothing behind, and the next one keeps all of it', async () => {
  const file = join(folder, 'statement.csv');
  const rows = Array.from({ length: 5_000 }, (_, at) => `20261005,1.00,${5_000 - at}.00`);
  await writeFile(file, ['day,amount,balance', ...rows].join('\n'));
  const format = join(folder, 'format.json');
  const columns = { day: 'day', amount: 'amount', balance: 'balance' };
  const mapping = { is: 'mapping', title: 'T', use: 'statement', file: 'csv', order: 'newest first', columns };
  await writeFile(format, JSON.stringify(mapping));
  await cobro('format', 'set', 'newest', format);
  const lines = () =>
    read(
      service.databaseUrl,
      "select line from bank_lines where identity is null and outcome is distinct from 'they_miss' order by line",
    );
  const release = await lockTable('bank_statements');
  const reconciling = begin(['reconcile', file, '--format', 'newest']);
  await untilBlocked(deps.db, 1);
  await reconciling.kill();
  await release();
  assert.deepEqual(await lines(), []);
  assert.equal((await cobro('reconcile', file, '--format', 'newest')).we_miss, 5_000);
  assert.deepEqual(
    await lines(),
    rows.map((_, at) => ({ line: at + 1 })),
  );
});

test('an upgrade that is killed at any moment is finished by the next one', async () => {
  const { url, drop } = await createEmptyDatabase();
  after(drop);
  for (const ms of [250, 400, 550, 700]) {
    const migrating = begin(['migrate'], { DATABASE_URL: url });
    await new Promise((resolve) => setTimeout(resolve, ms));
    await migrating.kill();
  }
  const { code, stderr } = await runCobro(['migrate'], { ...env, DATABASE_URL: url });
  assert.equal(code, 0, stderr);
  const shape = `select md5(string_agg(table_name || '.' || column_name || ' ' || data_type, ',' order by 1)) as shape
    from (select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2) c`;
  assert.deepEqual(await read(url, shape), await read(service.databaseUrl, shape));
});

// Last: from then on the secrets of the service's database have another key.
test('a change of the secret key that is killed in the middle is finished by running it again', async () => {
  const made = await call('POST', '/v1/webhooks/stores', { key, body: { url: 'http://127.0.0.1:2/hook' } });
  assert.equal(made.status, 200, made.text);
  const keys = { COBRO_SECRET_KEY: TEST_SECRET_KEY, COBRO_SECRET_KEY_NEXT: NEXT_KEY };
  const release = await lockTable('webhook_endpoints');
  const changing = begin(['secrets', 'rotate'], keys);
  await untilBlocked(deps.db, 1);
  await changing.kill();
  await release();
  const again = await runCobro(['secrets', 'rotate', '--json'], { ...env, ...keys });
  assert.equal(again.code, 0, again.stderr);
  const verified = await runCobro(['audit', 'verify', '--json'], { ...env, COBRO_SECRET_KEY: NEXT_KEY });
  assert.equal(verified.code, 0, verified.stderr + verified.stdout);
  const listed = await runCobro(['webhook', 'list', '--json', '--account', service.merchant.account.id], {
    ...env,
    COBRO_SECRET_KEY: NEXT_KEY,
  });
  assert.equal(listed.code, 0, listed.stderr);
});

async function read(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
