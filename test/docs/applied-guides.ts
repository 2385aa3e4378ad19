// What the guides docs/adding-….md promise, asked of a service to which all of them are applied. docs-adding.test.ts runs
// this in its copy of the sources; in these sources nothing of it is there.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { importPoints } from '../../src/actions/points/edit-payment-point.js';
import { trigger } from '../../src/cli/orders/trigger.js';
import { RAIL_KIND_NAMES } from '../../src/domain/rails/kinds.js';
import { MIGRATIONS_FOLDER, PACKAGE_FOLDER } from '../../src/paths.js';
import { migrate } from '../../src/store/migrate.js';
import { sql } from '../../src/store/sql.js';
import { TABLES } from '../../src/store/tables.js';
import { readPoints } from '../../src/wire/points/points.js';
import { CHANGES } from '../../src/wire/versions/versions.js';
import { loops } from '../../src/workers/loops.js';
import { addRail, speiNotice } from '../money/books.js';
import { createDatabase } from '../support/database.js';
import { chargeBody, startTestService } from '../support/service.js';
import { migratedTables } from '../tidy/sql-rules.js';
import { signIn } from '../web/dashboard/sign-in.js';
import { writeDocuments } from './written-documents.js';

const NEW = '2027-01-01';
const OLD = CHANGES.map(({ date }) => date).find((date) => date < NEW) ?? assert.fail();

const database = await createDatabase();
await migrate(database.url, MIGRATIONS_FOLDER);
const service = await startTestService({}, { databaseUrl: database.url });
const { deps, call } = service;

test('a payment point: customers are told how to pay there', async () => {
  const point = {
    code: 'VALES',
    name: 'Vales',
    kind: 'voucher',
    rank: 900,
    availability: '24:00 hrs',
    transaction_limit: 5000,
    limit_per_transaction: 5000,
    commission: 8,
    is_active: true,
    test_details: { issuer: 'Kiosco Uno' },
  };
  await importPoints(deps, { points: readPoints([point]), source: 'vales.json', actor: 'test' });
  const { json } = await call('POST', '/v1/charges', { key: service.key, body: chargeBody({ payment_type: 'VALES' }) });
  assert.match(JSON.stringify(json.instructions), /Compra un vale de Kiosco Uno por \$75\.00/);
});

test('a page: its table is declared, and merchants see its rows, filter them and take them as a file', async () => {
  const migrations = readdirSync(MIGRATIONS_FOLDER).sort();
  const texts = migrations.map((name) => readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'));
  assert.deepEqual(Object.keys(TABLES).sort(), [...migratedTables(texts), 'schema_migrations'].sort());
  const { json: order } = await call('POST', '/v1/charges', { key: service.key, body: chargeBody() });
  for (const [waiter, amount, state] of [
    ['Rosa', 1_500n, 'open'],
    ['Luis', 2_050n, 'passed_on'],
  ] as const)
    await deps.db.query(sql`
      insert into tips (account_id, livemode, id, order_id, waiter, state, amount, created_at)
      select account_id, livemode, ${deps.random.uuid(Date.now())}::uuid, id, ${waiter}, ${state}, ${amount}, now()
      from orders
      where id = ${order.id.slice(3)}`);
  const shop = await signIn(service, service.key);
  assert.match((await shop.get('/tips')).text, /Propinas[\s\S]*Luis[\s\S]*Rosa/);
  for (const filter of ['waiter=Rosa', 'state=open']) {
    const found = (await shop.get(`/tips?${filter}`)).text;
    assert.match(found, /15\.00/);
    assert.doesNotMatch(found, /20\.50/);
  }
  const file = await shop.get('/tips.csv');
  const line = (rest: string) => `'?${order.short_id},${rest}\r?\n`;
  const lines = `${line('Luis,.*,Entregada,20\\.50')}${line('Rosa,.*,Por entregar,15\\.00')}`;
  assert.match(file.text, new RegExp(`Orden,Mesero,Hora,Estado,Monto\r?\n${lines}`));
  const other = await signIn(service, service.other.keys.test.private);
  assert.doesNotMatch((await other.get('/tips')).text, /Luis|Rosa/);
});

test('a rail: its XML notice pays an order, is answered in XML, and counts once', async () => {
  const { keys } = await service.account({ interfaceVersion: OLD });
  const key = keys.test.private;
  const kind = RAIL_KIND_NAMES.find((name) => String(name) === 'codi') ?? assert.fail('there is no such kind');
  const { authorization } = await addRail(deps, { kind, mode: 'test', name: 'codi' });
  const send = (body: string) =>
    call('POST', '/rails/codi/charges', { body, headers: { authorization, 'content-type': 'application/xml' } });
  const { json: order } = await call('POST', '/v2/orders', {
    key,
    body: {
      product: { id: 'A', price: 150.5, name: 'Funda' },
      customer: { name: 'Ana', email: 'ana@example.com' },
      payment: { type: 'SPEI' },
    },
  });
  const guide = readFileSync(join(PACKAGE_FOLDER, 'docs', 'adding-a-rail.md'), 'utf8');
  const [, sample = ''] = /^```xml sample\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const notice = sample.replace(/<clabe>\d+/, `<clabe>${order.payment.clabe}`);
  for (const _again of [1, 2]) {
    const reply = await send(notice);
    assert.deepEqual([reply.status, reply.text], [200, '<respuesta><estado>recibido</estado></respuesta>']);
    assert.match(reply.headers['content-type'] ?? '', /^application\/xml/);
  }
  await matchOpen(deps, Date.now() + 1);
  const { json: paid } = await call('GET', `/v2/orders/${order.id}`, { key });
  assert.deepEqual([paid.status, paid.received, paid.surplus], ['ACCEPTED', 150.5, 0]);
  for (const wrong of ['', 'x', '{}', '<aviso>', '<aviso/>', '<otro><folio>1</folio></otro>'])
    assert.equal((await send(wrong)).status, 400, wrong);
});

test('a worker: it warns of money that has waited too long, and of no other', async () => {
  const warned: unknown[] = [];
  const log = { ...deps.log, warn: (fields: unknown) => void warned.push(fields) };
  const [loop = assert.fail('there is no such loop')] = loops({ ...deps, log }).filter(
    ({ name }) => name === 'watch odd money',
  );
  const { authorization } = await addRail(deps, { kind: 'spei', mode: 'live' });
  const body = speiNotice('646180123400000004', '80.00');
  await call('POST', '/rails/spei/deposits', { body, headers: { authorization } });
  await matchOpen(deps, Date.now() + 1);
  await loop.turn();
  assert.deepEqual(warned, []);
  service.setTime(Date.now() + 49 * 3_600_000);
  await loop.turn();
  service.setTime(null);
  assert.deepEqual(warned, [{ count: 1, amount: '80.00' }]);
});

test('an event type: it happens, and merchants find it', async () => {
  const type = 'charge.transfer_confirmed';
  const account = service.merchant.account.id;
  const events = await trigger(deps, type, { order: 'new', account, price: '150' });
  assert.equal(events.at(-1)?.['type'], type);
  const shop = await signIn(service, service.key);
  assert.match((await shop.get(`/events?type=${type}`)).text, /Transferencia recibida/);
});

test('an interface change: old accounts go on with the old names, and new ones have the new ones', async () => {
  const old = { blamed: 'product.name', inAnswer: 'reason', inList: 'reason', read: 'Funda' };
  assert.deepEqual(await ask(OLD, 'name'), old);
  assert.deepEqual(await ask(OLD, 'title'), old, 'the newer name is understood, too');
  assert.deepEqual(await ask(NEW, 'name'), { blamed: 'product.title', read: null });
  const fresh = { blamed: 'product.title', inAnswer: 'note', inList: 'note', read: 'Funda' };
  assert.deepEqual(await ask(NEW, 'title'), fresh);
});

test('a field that may be missing is read by both names of everyone, and is blamed by the name that the account knows', async () => {
  for (const [interfaceVersion, title, blamed] of [
    [OLD, 'name', 'expiresAt'],
    [NEW, 'title', 'payBy'],
  ] as const) {
    const key = (await service.account({ interfaceVersion })).keys.test.private;
    const order = {
      product: { id: 'A', price: 150, [title]: 'Funda' },
      customer: { name: 'Ana', email: 'a@example.com' },
    };
    for (const name of ['expiresAt', 'payBy']) {
      const send = (at: unknown) => call('POST', '/v2/orders', { key, body: { ...order, payment: {}, [name]: at } });
      const at = (Math.floor(Date.now() / 1_000) + 3_600) * 1_000;
      assert.equal((await send(at)).json.expiresAt, at);
      assert.equal((await send('soon')).json.param, blamed);
    }
  }
});

/** What an account of a version gets that sends the product's name by this name. */
async function ask(interfaceVersion: string, name: string) {
  const { keys } = await service.account({ interfaceVersion });
  const key = keys.test.private;
  const body = {
    product: { id: 'A', price: 150, [name]: 'Funda' },
    customer: { name: 'Ana', email: 'ana@example.com' },
    payment: {},
  };
  const { json: made } = await call('POST', '/v2/orders', { key, body });
  const nameless = { ...body, product: { id: 'A', price: 150 } };
  const { json: refused } = await call('POST', '/v2/orders', { key, body: nameless });
  const told = { blamed: refused.param, read: made.product?.name ?? null };
  if (made.id === undefined) return told;
  await call('POST', `/v1/test/orders/${made.id}/payments`, { key, body: { scenario: 'exact' } });
  const { json } = await call('POST', `/v2/orders/${made.id}/refunds`, { key, body: { reason: 'x' } });
  const { json: list } = await call('GET', '/v1/refunds', { key });
  const named = (record: object) => ['reason', 'note'].filter((field) => field in record).join();
  return { ...told, inAnswer: named(json.refund), inList: named(list.data[0]) };
}

test('documents are written of it, and what earlier accounts were promised is kept', () => {
  writeDocuments();
  const read = (file: string) => readFileSync(join(PACKAGE_FOLDER, file), 'utf8');
  assert.match(read('docs/webhooks.md'), /\| `charge\.transfer_confirmed` \| .* \| on request \|/);
  assert.match(read('docs/es/webhooks.md'), /\| `charge\.transfer_confirmed` \| .* \| si lo pides \|/);
  assert.match(read('docs/reconciliation.md'), /\| `codi` \| `folio,banco,clabe,importe,hora` \|/);
  assert.match(read('docs/settings.md'), /COBRO_DECIDE_WITHIN_HOURS/);
  assert.match(read('docs/architecture.md'), /\| `tips` \|/);
  assert.match(read('docs/contract.txt'), /^POST \/rails\/codi\/charges /m);
});
