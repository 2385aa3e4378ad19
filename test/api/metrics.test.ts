// GET /metrics: what it tells, to whom, and that it stays up when the database is not.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { noteBackupMade } from '../../src/actions/keeping/make-backup.js';
import { returnPayment } from '../../src/actions/money/decide-payment.js';
import { AppError } from '../../src/errors/errors.js';
import { VERSION } from '../../src/paths.js';
import { MONEY_GAUGES } from '../../src/store/money/money-gauges.js';
import { insertRate } from '../../src/store/money/rates.js';
import { sql } from '../../src/store/sql.js';
import { transfer } from '../support/arrived-money.js';
import { inParallel } from '../support/http-client.js';
import { orderBody, startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { startEngine } from '../webhooks/engines.js';

const service = await startTestService();
const { key } = service;

test('requests are counted by route and status, with the time they took', async () => {
  const before = await samplesOf(service);
  const { json } = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  await service.call('GET', `/v2/orders/${json.id}`, { key });
  await service.call('GET', '/v2/orders/ch_nothing', { key });
  await service.call('GET', '/nowhere/at/all');
  const after = await samplesOf(service);
  const count = (labels: string) => {
    const name = `cobro_http_request_duration_seconds_count{${labels}}`;
    return (after.get(name) ?? 0) - (before.get(name) ?? 0);
  };
  assert.equal(count('method="POST",route="/v2/orders",status="200"'), 1);
  assert.equal(count('method="GET",route="/v2/orders/:id",status="200"'), 1);
  assert.equal(count('method="GET",route="/v2/orders/:id",status="404"'), 1);
  assert.equal(count('method="GET",route="none",status="404"'), 1, 'an unknown path never becomes a label');
  assert.ok(![...after.keys()].some((name) => name.includes(json.id) || name.includes(service.merchant.account.id)));
});

test('another way to write the path is the same path: closed where it is closed', async () => {
  const ways = ['/metrics', '/metrics/', '/%6detrics', '/%6Detrics/'];
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  for (const path of ways) {
    assert.equal((await service.call('GET', path, { headers: forwarded })).status, 403, path);
    assert.equal((await service.call('GET', path)).status, 200, path);
  }
});

test('batches show how many callers shared a statement', async () => {
  const before = (await samplesOf(service)).get('cobro_batch_size_sum{batch="orders.insert"}') ?? 0;
  await inParallel(Array.from({ length: 40 }), 40, () =>
    service.call('POST', '/v2/orders', { key, body: orderBody() }),
  );
  const after = await samplesOf(service);
  assert.equal((after.get('cobro_batch_size_sum{batch="orders.insert"}') ?? 0) - before, 40);
  assert.ok((after.get('cobro_batch_size_count{batch="orders.insert"}') ?? 0) < before + 40, 'some shared one');
});

test('deliveries are counted by outcome, and those not delivered yet by state, with the age of the oldest', async (t) => {
  let status = 500;
  const receiver = createServer((_request, response) => response.writeHead(status).end());
  t.after(() => receiver.close());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { keys } = await service.account({});
  const shop = keys.test.private;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  assert.equal((await service.call('POST', '/v1/webhooks/stores', { key: shop, body: { url } })).status, 200);
  const { json } = await service.call('POST', '/v2/orders', { key: shop, body: orderBody() });
  const pay = { key: shop, body: { scenario: 'exact' } };
  await service.call('POST', `/v1/test/orders/${json.id}/payments`, pay);
  await service.deps.db.query(sql`
    update webhook_deliveries
    set due_at = now() - interval '100 seconds'
    where state = 'due'`);

  const backlog = await samplesOf(service);
  assert.equal(backlog.get('cobro_webhook_deliveries{state="due"}'), 1);
  assert.equal(backlog.get('cobro_webhook_deliveries{state="waiting"}'), 1, 'the second waits for the first');
  const age = backlog.get('cobro_webhook_oldest_due_seconds') ?? 0;
  assert.ok(age >= 100 && age < 160, `${age}`);
  assert.equal(backlog.get('cobro_webhook_attempts_total{outcome="delivered"}'), 0, 'shown before the first');

  const engine = startEngine(service.deps);
  const attempts = async (outcome: string) =>
    (await samplesOf(service)).get(`cobro_webhook_attempts_total{outcome="${outcome}"}`) ?? 0;
  await until('a failed try is counted', async () => (await attempts('retry')) >= 1);
  status = 204;
  await service.deps.db.query(sql`update webhook_deliveries set due_at = now() where state = 'due'`);
  await until('both are delivered', async () => (await attempts('delivered')) === 2);
  await engine.stop();
  const idle = await samplesOf(service);
  assert.equal(idle.get('cobro_webhook_deliveries{state="due"}'), 0);
  assert.equal(idle.get('cobro_webhook_oldest_due_seconds'), 0);
});

test('number pools, the connections and the books are shown', async () => {
  const live = service.merchant.keys.live.private;
  assert.equal((await service.call('POST', '/v2/orders', { key: live, body: orderBody() })).status, 200);
  const samples = await samplesOf(service);
  assert.equal(samples.get('cobro_number_pool_capacity{pool="6461801234"}'), 10 ** 7);
  assert.equal(samples.get('cobro_number_pool_used{pool="6461801234"}'), 1000, 'taken in blocks');
  assert.equal(samples.get('cobro_number_pool_capacity{pool="000000"}'), 10 ** 11);
  assert.equal(samples.get('cobro_ledger_sum_centavos{mode="live"}'), 0);
  assert.equal(samples.get('cobro_ledger_sum_centavos{mode="test"}'), 0);
  assert.equal(samples.get('cobro_database_connections{state="size"}'), 10);
  assert.equal(samples.get('cobro_database_waiting'), 0);
  assert.equal(samples.get('cobro_database_up'), 1);
  assert.ok((samples.get('process_resident_memory_bytes') ?? 0) > 0);
  assert.ok([...samples.keys()].some((name) => name.startsWith('nodejs_eventloop_lag')));
});

test('money that waits for somebody is told, in its own mode, with since when', async () => {
  const till = await startTestService();
  const empty = await samplesOf(till);
  for (const mode of ['live', 'test']) {
    for (const place of ['unmatched', 'held', 'surplus'])
      assert.equal(empty.get(`cobro_payments_open{mode="${mode}",place="${place}"}`), 0);
    for (const state of ['to_send', 'sent'])
      assert.equal(empty.get(`cobro_transfers_open{mode="${mode}",state="${state}"}`), 0);
    assert.equal(empty.get(`cobro_payments_open_oldest_seconds{mode="${mode}"}`), 0);
  }
  const lost = await transfer(till, { clabe: '646180123400000007', amount: '100.00', mode: 'live' });
  await transfer(till, { clabe: '646180123400000007', amount: '20.00', mode: 'live' });
  await till.deps.db.query(sql`
    update payments
    set received_at = now() - interval '2 hours'
    where id = ${lost.id}`);
  const samples = await samplesOf(till);
  assert.equal(samples.get('cobro_payments_open{mode="live",place="unmatched"}'), 2);
  assert.equal(samples.get('cobro_payments_open{mode="test",place="unmatched"}'), 0);
  assert.equal(samples.get('cobro_balance_centavos{mode="live",account="unmatched"}'), 12_000);
  const age = samples.get('cobro_payments_open_oldest_seconds{mode="live"}') ?? 0;
  assert.ok(age >= 7_200 && age < 7_300, `${age}`);
  assert.equal(samples.get('cobro_notices_stored'), 0);

  await returnPayment(till.deps, { paymentId: lost.id, actor: 'test' });
  const returned = await samplesOf(till);
  assert.equal(returned.get('cobro_payments_open{mode="live",place="unmatched"}'), 1);
  assert.equal(returned.get('cobro_transfers_open{mode="live",state="to_send"}'), 1);
  assert.equal(returned.get('cobro_balance_centavos{mode="live",account="to_return"}'), 10_000);
});

test('rates and backups are told by their age once there is one, messages by outcome, and which program runs', async () => {
  const before = await samplesOf(service);
  assert.ok(![...before.keys()].some((name) => /^cobro_(rate|backup)_age/.test(name)), 'nothing is invented');
  await insertRate(service.deps.db, {
    currency: 'USD',
    millionths: 18_000_000n,
    takenAt: Date.now() - 3_600_000,
    source: 'test',
  });
  const madeAt = Date.now() - 60_000;
  await noteBackupMade(service.deps, { madeAt, place: 'here', bytes: null, rowCount: null }, 'test');
  const samples = await samplesOf(service);
  const rate = samples.get('cobro_rate_age_seconds{currency="USD"}') ?? 0;
  assert.ok(rate >= 3_600 && rate < 3_700, `${rate}`);
  const backup = samples.get('cobro_backup_age_seconds') ?? 0;
  assert.ok(backup >= 60 && backup < 160, `${backup}`);
  assert.equal(samples.get('cobro_sms_total{outcome="failed",mode="live"}'), 0, 'shown before the first');
  const info = [...samples.keys()].find((name) => name.startsWith('cobro_build_info'));
  assert.equal(info, `cobro_build_info{version="${VERSION}",node="${process.versions.node}"}`);
});

test('money that waits is counted over indexes that hold nothing else', async () => {
  // Planned as for the service: by key.
  const plan = await service.deps.db.transaction(async (tx) => {
    await tx.query(sql`set local enable_seqscan = off`);
    return tx.query<{ 'QUERY PLAN': string }>(sql`explain ${MONEY_GAUGES}`);
  });
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  assert.doesNotMatch(text, /Seq Scan on (payments|outgoing_transfers|rail_notices)/);
  const used = [...text.matchAll(/(?:Scan using|Index Scan on) ((?:payments|outgoing|rail)\w+)/g)].map(
    ([, name]) => name,
  );
  assert.ok(used.length >= 5, text);
  for (const name of used) assert.match(name ?? '', /^(payments|outgoing_transfers|rail_notices)_open(_\d+)?$/);
});

test('books that do not add up are seen', async () => {
  const broken = await startTestService();
  await broken.deps.db.query(sql`
    insert into ledger_balances (account_id, livemode, rail, available)
    values (${broken.merchant.account.id}, true, -100, 99)`);
  const samples = await samplesOf(broken);
  assert.equal(samples.get('cobro_ledger_sum_centavos{mode="live"}'), -1);
  assert.equal(samples.get('cobro_ledger_sum_centavos{mode="test"}'), 0);
});

test('without the database the rest is told, and nothing old', async () => {
  const { db } = service.deps;
  const query = db.query;
  Object.assign(db, { query: () => Promise.reject(new AppError('unavailable')) });
  const reply = await service.call('GET', '/metrics').finally(() => Object.assign(db, { query }));
  assert.equal(reply.status, 200);
  const samples = parse(reply.text);
  assert.equal(samples.get('cobro_database_up'), 0);
  assert.ok((samples.get('process_resident_memory_bytes') ?? 0) > 0);
  for (const name of samples.keys())
    assert.doesNotMatch(
      name,
      /^cobro_(webhook_deliveries|webhook_oldest|number_pool|ledger|payments|transfers|balance|notices|rate|backup)/,
    );
});

test('without a token only this machine may read, and no proxy on it', async () => {
  const ask = (remoteAddress: string, headers = {}) =>
    service.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.equal(await ask(address), 200, address);
  for (const address of ['10.0.0.7', '192.168.1.127', '203.0.113.9', '::ffff:10.0.0.7', 'fe80::1', '1.127.0.1'])
    assert.equal(await ask(address), 403, address);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    assert.equal(await ask('127.0.0.1', { [name]: '127.0.0.1' }), 403, name);
  const behind = await startTestService({ COBRO_BASE_URL: 'https://pay.example.com', COBRO_TRUST_PROXY: '1' });
  assert.equal((await behind.call('GET', '/metrics')).status, 403, 'a public address means a proxy');
});

test('with a token, whoever has it may read, from anywhere, and nobody else', async () => {
  const token = 'a-token-of-32-characters-or-so--';
  const guarded = await startTestService({ COBRO_METRICS_TOKEN: token, COBRO_BASE_URL: 'https://pay.example.com' });
  const ask = (authorization?: string) =>
    guarded.app.inject({
      method: 'GET',
      url: '/metrics',
      remoteAddress: '203.0.113.9',
      headers: authorization === undefined ? {} : { authorization },
    });
  const good = await ask(`Bearer ${token}`);
  assert.equal(good.statusCode, 200);
  assert.match(String(good.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token]) {
    const refused = await ask(wrong);
    assert.equal(refused.statusCode, 401, wrong);
    assert.match(String(refused.headers['www-authenticate']), /^Bearer/);
    assert.ok(!refused.body.includes(token));
  }
  assert.equal((await guarded.call('GET', '/metrics')).status, 401, 'this machine needs it, too');
  const post = await guarded.call('POST', '/metrics');
  assert.equal(post.status, 405);
});

async function samplesOf(of: TestService): Promise<Map<string, number>> {
  const reply = await of.call('GET', '/metrics');
  assert.equal(reply.status, 200, reply.text);
  return parse(reply.text);
}

function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}
