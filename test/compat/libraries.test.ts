// Existing client libraries against the real service: every request as the library writes it, every answer as it reads
// it, and what becomes of a charge told to it until the end. Each line of the table in docs/moving.md is here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.js';
import { hook, startEngine, startHookService, takeTurn } from '../webhooks/engines.js';
import { ENDS, type End, endOrder } from './ends.js';
import { LIBRARIES, type Library } from './libraries.js';
import { faultsOf } from './reading.js';
import { type Answer, type Places, readRecorded, sendRecorded } from './recorded.js';

const service = await startHookService();
const port = await service.listen();
startEngine(service.deps);

type Json = Answer['json'];

/** What an answer must say, beyond its form. */
const MEANS: Readonly<Record<string, (json: Json) => void>> = {
  'check keys': (json) => assert.deepEqual([json.code, json.livemode, json.mode_key], [200, false, false]),
  'list points': (json) => assert.equal(json.length, 24),
  'list points for an amount': (json) => {
    assert.ok(json.length > 0 && json.length < 24);
    for (const point of json) assert.ok(point.transaction_limit >= 15_000);
  },
  'create charge': isPending,
  'create charge in Windows-1252': isPending,
  'verify charge': (json) => {
    assert.deepEqual([json.type, json.paid, Number(json.amount)], ['charge.pending', false, 123.45]);
    assert.equal(json.customer.customer_name, 'José Núñez');
  },
  'send SMS': (json) => assert.match(json.type, /sms\.success$/),
  'create order': (json) => assert.deepEqual([json.data.status, json.data.exchange.finalAmount], ['PENDING', 173.99]),
  'verify order': (json) => assert.deepEqual([json.code, json.data.status], [200, 'PENDING']),
  'create webhook': (json) => assert.equal(json.status, 'new'),
  'list webhooks': (json) => assert.deepEqual([json.length, json[0].status], [1, 'active']),
  'update webhook': (json) => assert.equal(json.status, 'updated'),
  'deactivate webhook': (json) => assert.equal(json.status, 'deactivated'),
  'delete webhook': (json) => assert.equal(json.status, 'deleted'),
};

function isPending(json: Json): void {
  assert.match(json.id, /^ch_[0-9a-f-]{36}$/);
  assert.equal(json.type ?? `charge.${json.status}`, 'charge.pending');
  assert.equal(Number(json.order_info.order_price), 123.45);
  assert.match(json.order_info.order_name, /ñ/);
}

/** An account as docs/moving.md says. */
async function accountFor({ docs, version }: Library) {
  const { keys } = await service.account({
    ...{ name: docs, ordersEnvelope: true },
    interfaceVersion: version,
  });
  return { key: keys.test.private, places: { private: keys.test.private, public: keys.test.public } };
}

for (const library of LIBRARIES) {
  const requests = readRecorded(library.recorded);
  const shop = await accountFor(library);
  const { receiver } = await hook(service, undefined, {}, (await accountFor(library)).key); // somewhere to send to
  const places: Record<string, string> = {
    ...shop.places,
    hook: `${receiver.url}/${library.recorded}`,
    bare: `${receiver.url.replace('http://', '')}/other`,
  };

  test(`${library.docs}: the requests are those that it reads the answers of`, () => {
    assert.deepEqual([...requests.keys()].sort(), Object.keys(library.reads).sort());
  });

  for (const [name, recorded] of requests) {
    test(`${library.docs}: ${name}`, async () => {
      const answer = await readAs(library, name, recorded, places);
      MEANS[name]?.(answer.json);
      if (name.startsWith('create charge')) places['charge'] = answer.json.id;
      if (name === 'create order') places['order'] = answer.json.data.id;
      if (name === 'create webhook') places['endpoint'] = answer.json.id;
    });
  }

  test(`${library.docs}: paid, refunded, canceled and expired charges are read as such, asked for and told`, async () => {
    const { key, places: keys } = await accountFor(library);
    const told = await hook(service, undefined, {}, key);
    const [create, verify] = ['create charge', 'verify charge'].map((name) => requests.get(name) ?? '');
    const all: { id: string; end: End }[] = [];
    for (const end of ENDS) all.push({ id: (await sendRecorded(port, create ?? '', keys)).json.id, end });
    for (const { id, end } of all) await endOrder(service, { key, id, end });
    for (const { id, end } of all) {
      const verified = await readAs(library, 'verify charge', verify ?? '', { ...keys, charge: id });
      assert.deepEqual([verified.json.type, verified.json.paid], [end.charge, end.paid], end.name);
      const webhook = await until(`the webhook of a charge that is ${end.name}`, async () => {
        await takeTurn(service.deps, 'unblock deliveries');
        return told.receiver.hits.find(({ json }) => json.id === id && json.type === end.charge);
      });
      assert.deepEqual(faultsOf(webhook.json, library.webhook), []);
    }
  });
}

async function readAs(library: Library, name: string, recorded: string, places: Places): Promise<Answer> {
  const answer = await sendRecorded(port, recorded, places);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(faultsOf(answer.json, library.reads[name] ?? 'any'), []);
  return answer;
}
