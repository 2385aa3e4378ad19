// Something written by hand between 16 June 2015 and 10 June 2017, as docs/moving.md says: an account made by the command
// with `--interface-version 2016-01-01`. Its records are those of today, its webhooks have amounts that are strings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { runInside } from '../cli/run-inside.js';
import { makeFolder } from '../support/process.js';
import { chargeBody } from '../support/service.js';
import { until } from '../support/until.js';
import { hook, startEngine, startHookService, takeTurn } from '../webhooks/engines.js';
import { ENDS, endOrder } from './ends.js';
import { faultsOf } from './reading.js';
import { readRecorded, sendRecorded } from './recorded.js';
import { NEW, OLD_WEBHOOK } from './shapes.js';

const service = await startHookService();
const port = await service.listen();
startEngine(service.deps);

async function makeAccount() {
  const { code, stdout, stderr } = await runInside(
    ['account', 'create', '--name', 'By hand', '--interface-version', '2016-01-01', '--orders-envelope', '--json'],
    { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: await makeFolder(), COBRO_CLABE_PREFIX: '6461801234' },
  );
  assert.deepEqual([code, stderr], [0, '']);
  const made = JSON.parse(stdout);
  assert.equal(made.interface_version, '2016-01-01');
  return { private: made.keys.test.private as string, public: made.keys.test.public as string };
}

test('an account of 2016 reads charges as numbers and webhooks as strings, until the end of each charge', async () => {
  const keys = await makeAccount();
  const { receiver } = await hook(service, undefined, {}, keys.private);
  const requests = readRecorded('node-0'); // plain JSON over HTTP, as anybody writes it
  const send = (name: string, places = {}) => sendRecorded(port, requests.get(name) ?? '', { ...keys, ...places });
  const charges: { readonly id: string; readonly end: (typeof ENDS)[number] }[] = [];
  for (const end of ENDS) {
    const { status, json } = await send('create charge');
    assert.equal(status, 200);
    assert.deepEqual(faultsOf(json, NEW.created), []);
    assert.deepEqual([json.amount, json.order_info.order_price, 'exp_date' in json], [123.45, 123.45, false]);
    assert.ok(!('received' in json), 'what came later is not there');
    charges.push({ id: json.id, end });
  }
  for (const { id, end } of charges) await endOrder(service, { key: keys.private, id, end });
  for (const { id, end } of charges) {
    const { json } = await send('verify charge', { charge: id });
    assert.deepEqual(faultsOf(json, NEW.verified), []);
    assert.deepEqual([json.type, json.paid, json.amount], [end.charge, end.paid, 123.45], end.name);
    const { json: told } = await until(`the webhook of a charge that is ${end.name}`, async () => {
      await takeTurn(service.deps, 'unblock deliveries');
      return receiver.hits.find((hit) => hit.json.id === id && hit.json.type === end.charge);
    });
    assert.deepEqual(faultsOf(told, OLD_WEBHOOK), []);
    assert.deepEqual([told.amount, told.order_info.order_price, told.paid], ['123.45', '123.45', end.paid]);
    assert.equal(told.created, String(json.created_at));
  }
});

test('moved to the newest version, the same account gets the records of today', async () => {
  const keys = await makeAccount();
  const account = (await service.deps.credentials.find(keys.private))?.scope.accountId ?? '';
  const before = await service.call('POST', '/v1/charges', { key: keys.private, body: chargeBody() });
  assert.equal(before.json.received, undefined);
  const { code } = await runInside(['account', 'update', account, '--interface-version', NEWEST_VERSION], {
    DATABASE_URL: service.databaseUrl,
    COBRO_DATA_DIR: await makeFolder(),
    COBRO_CLABE_PREFIX: '6461801234',
  });
  assert.equal(code, 0);
  await until('the service has heard of it', async () => {
    const { json } = await service.call('GET', `/v1/charges/${before.json.id}`, { key: keys.private });
    return json.received === 0;
  });
});
