// In which order webhooks go out, and what happens when they do not (D52): held, passed over, switched off, taken over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { followSwitches } from '../../src/actions/webhooks/switch-endpoint.js';
import type { Deps } from '../../src/deps.js';
import { FAILING_LIMIT_MS } from '../../src/domain/webhooks/endpoint.js';
import { sql } from '../../src/store/sql.js';
import { claimDeliveries, FIRST_LANE, listLanes } from '../../src/store/webhooks/deliveries/claims.js';
import { giveBack } from '../../src/store/webhooks/deliveries/leases.js';
import { switchOff, switchOn } from '../../src/store/webhooks/endpoints.js';
import { heartbeat } from '../../src/store/webhooks/workers.js';
import { chargeBody, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { type Hooked, hook, sequencesOf, startEngine, startHookService, takeTurn, untilArrived } from './engines.js';

const UNBLOCK = 'unblock deliveries';
const HANDS_OFF = '00000000-0000-7000-8000-00000000dead';

async function create(service: TestService): Promise<string> {
  const made = await service.call('POST', '/v1/charges', { key: service.key, body: chargeBody() });
  assert.equal(made.status, 200, made.text);
  return made.json.id;
}

async function change(service: TestService, id: string, what: 'pay' | 'cancel'): Promise<void> {
  const path = what === 'pay' ? `/v1/test/orders/${id}/payments` : `/v1/charges/${id}/cancel`;
  const reply = await service.call('POST', path, { key: service.key, body: { scenario: 'exact' } });
  assert.equal(reply.status, 200, reply.text);
}

async function states(deps: Pick<Deps, 'db'>, { id }: Hooked, order: string): Promise<string[]> {
  const rows = await deps.db.query<{ state: string }>(sql`
    select state
    from webhook_deliveries
    where endpoint_id = ${id}
      and order_id = ${order.replace(/^ch_/, '')}
    order by sequence`);
  return rows.map(({ state }) => state);
}

/** Lets what is due later be due now: tests do not wait for retries. */
async function hurry({ db }: Deps, { id }: Hooked): Promise<void> {
  await db.query(sql`
    update webhook_deliveries
    set due_at = now()
    where endpoint_id = ${id}
      and state = 'due'
      and lease_owner is null`);
}

test('webhooks of an order keep their order over a failure, and other orders do not wait', async () => {
  const service = await startHookService();
  let refusals = 0;
  const shop = await hook(service, () => ({ status: refusals++ === 0 ? 503 : 200 }));
  startEngine(service.deps);
  const slow = await create(service);
  await until('it is refused', () => shop.receiver.hits.length === 1);
  await change(service, slow, 'pay');
  const quick = await create(service);
  await untilArrived(shop, quick, 1);
  assert.deepEqual(sequencesOf(shop, slow), [1]);
  assert.deepEqual(await states(service.deps, shop, slow), ['due', 'waiting']);
  await hurry(service.deps, shop);
  await untilArrived(shop, slow, 2);
  assert.deepEqual(sequencesOf(shop, slow), [1, 1, 2]);
});

test('an endpoint that hangs holds up no other, although its webhooks fill the concurrency', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_CONCURRENCY: '4', COBRO_WEBHOOK_TIMEOUT_MS: '60000' });
  const hanging = await hook(service, () => 'hang');
  startEngine(service.deps);
  for (let made = 0; made < 6; made++) await create(service);
  await until('all places are taken', () => hanging.receiver.hits.length >= 4);
  const healthy = await hook(service);
  const order = await create(service);
  await untilArrived(healthy, order, 1, 6_000);
});

test('a waiting webhook goes after the hold time, the older is recorded as superseded and never sent again', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_HOLD_MINUTES: '0' });
  const shop = await hook(service, ({ sequence }) => ({ status: sequence === 1 ? 500 : 200 }));
  startEngine(service.deps);
  const order = await create(service);
  await until('the first is refused', async () => sequencesOf(shop, order).length === 1);
  await change(service, order, 'pay');
  await until('the second goes', async () => {
    await takeTurn(service.deps, UNBLOCK);
    return sequencesOf(shop, order).includes(2);
  });
  await until('it is recorded', async () => (await states(service.deps, shop, order))[1] === 'delivered');
  await hurry(service.deps, shop);
  await sleep(200);
  assert.deepEqual(await states(service.deps, shop, order), ['superseded', 'delivered']);
  assert.deepEqual(sequencesOf(shop, order), [1, 2]);
});

test('within the hold time nothing is passed over', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_HOLD_MINUTES: '1' });
  const shop = await hook(service, () => ({ status: 500 }));
  startEngine(service.deps);
  const order = await create(service);
  await until('it is refused', () => shop.receiver.hits.length === 1);
  await change(service, order, 'pay');
  await takeTurn(service.deps, UNBLOCK);
  assert.deepEqual(await states(service.deps, shop, order), ['due', 'waiting']);
  await service.deps.db.query(sql`update webhook_deliveries set created_at = now() - interval '61 seconds'`);
  await takeTurn(service.deps, UNBLOCK);
  assert.deepEqual(await states(service.deps, shop, order), ['superseded', 'due']);
});

test('a webhook that is being sent is not passed over: the newer one goes on waiting', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_HOLD_MINUTES: '0' });
  const shop = await hook(service);
  const order = await create(service);
  const [endpoint] = (await listLanes(service.deps.db, FIRST_LANE, 10)).endpoints;
  assert.ok(endpoint);
  const lease = { owner: HANDS_OFF, ms: 60_000 };
  const claims = await claimDeliveries(service.deps.db, [{ endpoint, room: 10 }], lease);
  assert.equal(claims.length, 1);
  await change(service, order, 'pay');
  await takeTurn(service.deps, UNBLOCK);
  assert.deepEqual(await states(service.deps, shop, order), ['due', 'waiting']);
  await giveBack(service.deps.db, HANDS_OFF, claims);
  await takeTurn(service.deps, UNBLOCK);
  assert.deepEqual(await states(service.deps, shop, order), ['superseded', 'due']);
});

test('what comes while an endpoint is off is held, never passed over, and released in order', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_HOLD_MINUTES: '0' });
  const shop = await hook(service);
  const { key } = service;
  startEngine(service.deps);
  await service.call('DELETE', `/v1/webhooks/stores/${shop.id}/deactive`, { key });
  const orders = [await create(service), await create(service)];
  for (const order of orders) await change(service, order, 'cancel');
  await takeTurn(service.deps, UNBLOCK);
  await sleep(200);
  assert.equal(shop.receiver.hits.length, 0);
  for (const order of orders) assert.deepEqual(await states(service.deps, shop, order), ['held', 'held']);
  await service.call('PUT', `/v1/webhooks/stores/${shop.id}`, { key, body: { status: 'active' } });
  for (const order of orders) await untilArrived(shop, order, 2);
  for (const order of orders) assert.deepEqual(sequencesOf(shop, order), [1, 2]);
});

test('410 switches the endpoint off, and nothing is lost by it', async () => {
  const service = await startHookService();
  const { key } = service;
  const shop = await hook(service, () => ({ status: 410 }));
  startEngine(service.deps);
  const orders = [await create(service), await create(service), await create(service)];
  const word = async () => (await service.call('GET', `/v1/webhooks/stores/${shop.id}`, { key })).json.status;
  await until('it is off', async () => (await word()) === 'inactive');
  for (const order of orders)
    await until('it is held', async () => {
      await followSwitches(service.deps);
      return (await states(service.deps, shop, order))[0] === 'held';
    });
  shop.receiver.answer(() => ({ status: 200 }));
  await service.call('POST', '/v1/webhooks/stores', { key, body: { url: shop.receiver.url } });
  assert.equal(await word(), 'active');
  for (const order of orders) {
    await until('it is delivered', async () => (await states(service.deps, shop, order))[0] === 'delivered');
  }
});

test('after a 410 nothing more begins, however much is due', async () => {
  const service = await startHookService();
  const shop = await hook(service, () => ({ status: 410 }));
  for (let made = 0; made < 20; made++) await Promise.all(Array.from({ length: 10 }, () => create(service)));
  startEngine(service.deps);
  const isOff = async () =>
    (await service.call('GET', `/v1/webhooks/stores/${shop.id}`, { key: service.key })).json.status === 'inactive';
  await until('it is off', isOff);
  const { length } = shop.receiver.hits;
  assert.ok(length < 200, `${length} of 200 were sent`);
  await sleep(300);
  const more = shop.receiver.hits.length - length;
  assert.ok(more <= 32, `${more} more were sent`); // those that had begun
});

test('a webhook that arrives while its endpoint is switched off is not sent again when it is back', async () => {
  const service = await startHookService();
  const { key } = service;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const shop = await hook(service, async () => {
    await gate;
    return { status: 200 };
  });
  startEngine(service.deps);
  const order = await create(service);
  await untilArrived(shop, order, 1);
  await service.call('DELETE', `/v1/webhooks/stores/${shop.id}/deactive`, { key });
  open();
  await until('it is recorded', async () => (await states(service.deps, shop, order))[0] === 'delivered');
  await service.call('PUT', `/v1/webhooks/stores/${shop.id}`, { key, body: { status: 'active' } });
  await sleep(200);
  assert.deepEqual(sequencesOf(shop, order), [1]);
});

test('five days of nothing but failures switch an endpoint off, a success in between starts them anew', async () => {
  const service = await startHookService();
  const { key } = service;
  const shop = await hook(service, () => ({ status: 500 }));
  startEngine(service.deps);
  const word = async () => (await service.call('GET', `/v1/webhooks/stores/${shop.id}`, { key })).json.status;
  const failing = async () => {
    const rows = await service.deps.db.query<{ failing_since: number | null }>(sql`
      select failing_since from webhook_endpoints where id = ${shop.id}`);
    return rows[0]?.failing_since ?? null;
  };
  await create(service);
  await until('it fails', async () => (await failing()) !== null);
  service.setTime(Date.now() + FAILING_LIMIT_MS - 60_000);
  await takeTurn(service.deps, 'switch off hopeless endpoints');
  assert.equal(await word(), 'active');
  service.setTime(null);
  shop.receiver.answer(() => ({ status: 200 }));
  await create(service);
  await until('it succeeds', async () => (await failing()) === null);
  shop.receiver.answer(() => ({ status: 500 }));
  const last = await create(service);
  await until('it fails', async () => (await failing()) !== null);
  service.setTime(Date.now() + FAILING_LIMIT_MS + 60_000);
  await takeTurn(service.deps, 'switch off hopeless endpoints');
  service.setTime(null);
  assert.equal(await word(), 'inactive');
  assert.deepEqual(await states(service.deps, shop, last), ['held']);
});

test('a webhook written as held while its endpoint was being switched on is found, and one that was due, too', async () => {
  const service = await startHookService();
  const { key, deps } = service;
  const shop = await hook(service);
  const order = await create(service);
  await change(service, order, 'pay');
  await deps.db.query(sql`update webhook_deliveries set state = 'held'`);
  await takeTurn(deps, UNBLOCK);
  assert.deepEqual(await states(deps, shop, order), ['due', 'waiting']);
  const scope = { accountId: service.merchant.account.id, mode: 'test' as const };
  await deps.db.transaction((tx) => switchOff(tx, scope, shop.id));
  await deps.db.query(sql`update webhook_deliveries set state = 'due' where sequence = 2`);
  await deps.db.transaction((tx) => switchOn(tx, scope, shop.id));
  assert.deepEqual(await states(deps, shop, order), ['due', 'waiting']);
  await service.call('DELETE', `/v1/webhooks/stores/${shop.id}`, { key });
});

test('what a dead engine had in hand is sent by another within 10 s', async () => {
  const service = await startHookService();
  const { deps } = service;
  const shop = await hook(service);
  const order = await create(service);
  const [endpoint] = (await listLanes(deps.db, FIRST_LANE, 10)).endpoints;
  assert.ok(endpoint);
  await heartbeat(deps.db, HANDS_OFF, 6_000);
  await claimDeliveries(deps.db, [{ endpoint, room: 10 }], { owner: HANDS_OFF, ms: 90_000 });
  const died = performance.now();
  startEngine(deps);
  await untilArrived(shop, order, 1, 10_000);
  assert.ok(performance.now() - died > 3_000, 'not before it is surely dead');
  assert.deepEqual(sequencesOf(shop, order), [1]);
});

test('an engine that was taken for dead is told so, and gives nothing away that another has', async () => {
  const { deps } = await startHookService();
  assert.equal(await heartbeat(deps.db, HANDS_OFF, 6_000), false);
  assert.equal(await heartbeat(deps.db, HANDS_OFF, 6_000), true);
  await deps.db.query(sql`update webhook_workers set seen_at = now() - interval '7 seconds'`);
  await heartbeat(deps.db, '00000000-0000-7000-8000-00000000beef', 6_000);
  assert.equal(await heartbeat(deps.db, HANDS_OFF, 6_000), false);
});

test('a stopped engine leaves nothing in hand, and the next goes on at once', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_TIMEOUT_MS: '60000' });
  const shop = await hook(service, () => 'hang');
  const first = startEngine(service.deps);
  const order = await create(service);
  await untilArrived(shop, order, 1);
  await first.stop();
  const rows = await service.deps.db.query(sql`select 1 from webhook_deliveries where lease_owner is not null`);
  assert.equal(rows.length, 0);
  shop.receiver.answer(() => ({ status: 200 }));
  startEngine(service.deps);
  await until('it is delivered', async () => (await states(service.deps, shop, order))[0] === 'delivered', 3_000);
});
