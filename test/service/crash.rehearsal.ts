// kill -9 in the middle of work: what was acknowledged is there, byte for byte, and a retry makes no second order. Hundreds
// of times: npm run torture -- --only service-kills
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, createClient, inParallel } from '../support/http-client.js';
import { startServiceProcess } from '../support/process.js';
import { orderBody, type Reply, startTestService } from '../support/service.js';

const CONNECTIONS = 32;
const REQUESTS = 4_000;
/** Killed when so many have been acknowledged. */
const ACKNOWLEDGED = 300;

const { deps, databaseUrl, key } = await startTestService();
const env = { DATABASE_URL: databaseUrl, COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'warn' };

type Request = { readonly name: string; readonly idempotencyKey: string | null };

const send = (client: Client, { name, idempotencyKey }: Request) =>
  client.call('POST', '/v2/orders', {
    key,
    body: orderBody({ product: { id: name, name: 'Funda', price: 150 } }),
    ...(idempotencyKey !== null && { headers: { 'idempotency-key': idempotencyKey } }),
  });

async function storedOrders(): Promise<Map<string, number>> {
  const rows = await deps.db.query<{ product_id: string; n: bigint }>({
    text: 'select product_id, count(*) as n from orders group by product_id',
    values: [],
  });
  return new Map(rows.map(({ product_id, n }) => [product_id, Number(n)]));
}

test('killed under load: nothing acknowledged is lost, nothing is made twice', async () => {
  const requests = Array.from({ length: REQUESTS }, (_, i): Request => {
    const name = `order-${i}`;
    return { name, idempotencyKey: i % 2 === 0 ? `key-${name}` : null };
  });
  const victim = startServiceProcess(env);
  const client = createClient(await victim.url(), { connections: CONNECTIONS });
  let acknowledged = 0;
  const replies = await inParallel(requests, CONNECTIONS, async (request): Promise<Reply | null> => {
    if (victim.process.killed) return null;
    const reply = await send(client, request).catch(() => null);
    if (reply !== null && ++acknowledged === ACKNOWLEDGED) victim.process.kill('SIGKILL');
    return reply;
  });
  client.close();
  assert.deepEqual(await victim.ended(), { code: null, signal: 'SIGKILL' });

  const heir = startServiceProcess(env);
  const again = createClient(await heir.url(), { connections: CONNECTIONS });
  const known = requests.flatMap((request, i) => (replies[i] ? [{ request, reply: replies[i] }] : []));
  assert.ok(known.length >= ACKNOWLEDGED && known.length < REQUESTS, `${known.length} acknowledged`);
  await inParallel(known, CONNECTIONS, async ({ request, reply }) => {
    assert.equal(reply.status, 200, reply.text);
    const read = await again.call('GET', `/v2/orders/${reply.json.id}`, { key });
    assert.deepEqual([read.status, read.text], [200, reply.text], request.name);
  });

  const stored = await storedOrders();
  const sentNames = new Set(requests.map(({ name }) => name));
  for (const [name, count] of stored) assert.deepEqual([count, sentNames.has(name)], [1, true], name);

  // Who has no answer sends again with the same key, and whoever had one gets it again.
  const keyed = requests
    .map((request, i) => ({ request, first: replies[i] ?? null }))
    .filter((r) => r.request.idempotencyKey);
  const retried = keyed.filter(({ first }, i) => first !== null || i < ACKNOWLEDGED * 2);
  await inParallel(retried, CONNECTIONS, async ({ request, first }) => {
    const reply = await send(again, request);
    assert.equal(reply.status, 200, reply.text);
    if (first !== null) assert.deepEqual([reply.text, reply.headers['idempotent-replayed']], [first.text, 'true']);
    else if (stored.has(request.name)) assert.equal(reply.headers['idempotent-replayed'], 'true');
  });
  const after = await storedOrders();
  for (const { request } of retried) assert.equal(after.get(request.name), 1, request.name);
  const [events] = await deps.db.query<{ n: bigint }>({
    text: 'select count(*) as n from orders where not exists (select from order_events e where e.order_id = orders.id)',
    values: [],
  });
  assert.equal(events?.n, 0n, 'no order without its event');
  again.close();
  heir.process.kill('SIGTERM');
  assert.deepEqual(await heir.ended(), { code: 0, signal: null });
});
