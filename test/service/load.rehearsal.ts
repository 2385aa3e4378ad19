// Many creates over real connections, some of them repeated: nothing twice, nothing lost (D25, D28, D40).
// CREATES=20000 npm run rehearse -- service/load makes more of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, inParallel } from '../support/http-client.js';
import { startServiceProcess } from '../support/process.js';
import { orderBody, type Reply, startTestService } from '../support/service.js';

const CREATES = Number(process.env['CREATES'] ?? 5_000);
const CONNECTIONS = 64;
/** One request in twenty repeats the key of one that was sent shortly before, perhaps still under way. */
const REPEAT_EVERY = 20;

type Planned = { readonly key: string | null; readonly body: string };

function plan(): Planned[] {
  const requests: Planned[] = [];
  for (let i = 0; i < CREATES; i++) {
    const before = requests[i - 1 - (i % 7)];
    if (i % REPEAT_EVERY === REPEAT_EVERY - 1 && before?.key != null) requests.push(before);
    else requests.push({ key: i % 2 === 0 ? null : `key-${i}`, body: JSON.stringify(orderBody({ extras: { i } })) });
  }
  return requests;
}

test(`${CREATES} creates over ${CONNECTIONS} connections: one order per key, no id, folio or CLABE twice`, async () => {
  const { deps, databaseUrl, merchant } = await startTestService();
  const process = startServiceProcess({ DATABASE_URL: databaseUrl, COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'warn' });
  const client = createClient(await process.url(), { connections: CONNECTIONS });
  const requests = plan();
  // Two merchants' keys: batches hold orders of more than one scope.
  const apiKeys = [merchant.keys.test.private, merchant.keys.test.public];
  const replies = await inParallel(requests, CONNECTIONS, ({ key, body }, i) =>
    client.call('POST', '/v2/orders', {
      key: apiKeys[i % 2] ?? '',
      body,
      ...(key !== null && { headers: { 'idempotency-key': key } }),
    }),
  );
  client.close();
  process.process.kill('SIGTERM');

  assert.deepEqual(
    replies.filter(({ status }) => status !== 200).map(({ text }) => text),
    [],
  );
  const firsts = new Map<string, Reply[]>();
  requests.forEach(({ key }, i) => {
    const name = key ?? `without ${i}`;
    firsts.set(name, [...(firsts.get(name) ?? []), replies[i] as Reply]);
  });
  const repeated = [...firsts.values()].filter((same) => same.length > 1);
  assert.ok(repeated.length > CREATES / REPEAT_EVERY / 3, `${repeated.length} keys were repeated`);
  for (const same of repeated) {
    assert.equal(new Set(same.map(({ text }) => text)).size, 1, 'a replay is the first answer byte for byte');
    assert.equal(same.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1);
  }
  const orders = [...firsts.values()].map(([reply]) => reply?.json);
  for (const [what, values] of [
    ['id', orders.map(({ id }) => id)],
    ['folio', orders.map(({ shortId }) => shortId)],
    ['CLABE', orders.map(({ payment }) => payment.clabe)],
    ['body', orders.map(({ extras }) => extras.i)],
  ] as const) {
    assert.equal(new Set(values).size, firsts.size, `every ${what} is different`);
  }

  const [stored] = await deps.db.query<Record<string, bigint>>({
    text: `
      select
        (select count(*) from orders) as orders,
        (select count(distinct clabe) from orders) as clabes,
        (select count(distinct folio) from orders) as folios,
        (select count(*) from order_events) as events,
        (select count(*) from idempotency_keys) as keys,
        (select count(*) from idempotency_keys k join orders o on o.id = k.order_id) as keyed`,
    values: [],
  });
  const all = BigInt(firsts.size);
  const keyed = BigInt([...firsts.keys()].filter((name) => name.startsWith('key-')).length);
  assert.deepEqual(stored, { orders: all, clabes: all, folios: all, events: all, keys: keyed, keyed });
});
