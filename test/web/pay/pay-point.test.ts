// The page where a customer chooses another store to pay at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../support/service.js';
import { makeOrder, setStatus, startPayService, textOf } from '../fixtures.js';

const service = await startPayService();
const get = (id: string, more = '') => service.call('GET', `/pay/${id}/point${more}`);
const choose = (id: string, point?: string) =>
  service.call('POST', `/pay/${id}/point?lang=en`, {
    body: new URLSearchParams(point === undefined ? {} : { point }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

/** A browser follows to a page that it can reload and go back to. */
const follow = (reply: Reply) => {
  assert.equal(reply.status, 303);
  return service.call('GET', reply.headers['location'] ?? '');
};

test('the page offers each store with what to bring there, its commission, its parts and its hours', async () => {
  const { id } = await makeOrder(service, { point: 'OXXO', amount: 875_000n });
  const page = await get(id);
  assert.equal(page.status, 200);
  assert.match(
    textOf(page),
    /OXXO \$8,770\.00 Tu tienda de ahora.*7-Eleven \$8,766\.00 \+ 2 × \$8\.00 de comisión en 2 partes Las 24 horas/,
  );
  assert.match(textOf(page), /Chedraui \$8,755\.00 \+ \$5\.00 de comisión 8 a\.m\. a 9 p\.m\./);
  assert.match(
    textOf(await get(id, '?lang=en')),
    /At which store do you want to pay\?.*\$8,766\.00 \+ 2 × \$8\.00 fee in 2 parts/,
  );
  assert.ok(!page.text.includes('value="BBVA"') && !page.text.includes('value="EXTRA"'));
});

test('no site may frame it or send elsewhere from it', async () => {
  const { id } = await makeOrder(service, { point: 'OXXO' });
  const policy = (await get(id)).headers['content-security-policy'] ?? '';
  assert.match(policy, /form-action 'self'; frame-ancestors 'none'$/);
  assert.match((await choose(id, 'COPPEL')).headers['content-security-policy'] ?? '', /frame-ancestors 'none'$/);
});

test('a choice leads back to the order, whose page then is of that store', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const { version } = (await service.call('GET', `/pay/${order.id}/status.json`)).json;
  const chosen = await choose(order.id, 'COPPEL');
  assert.deepEqual([chosen.status, chosen.headers['location']], [303, `/pay/${order.id}?lang=en`]);
  const page = await service.call('GET', `/pay/${order.id}`);
  assert.match(textOf(page), /Lleva en efectivo a Coppel : \$1,246\.50 MXN/);
  assert.ok(page.text.includes(order.payTo)); // the same reference
  assert.notEqual((await service.call('GET', `/pay/${order.id}/status.json`)).json.version, version);
});

test('whoever keeps the store goes back to the order as it was', async () => {
  const { id } = await makeOrder(service, { point: 'OXXO' });
  assert.match((await get(id)).text, /value="OXXO"[^>]* checked/);
  const kept = await choose(id, 'OXXO');
  assert.deepEqual([kept.status, kept.headers['location']], [303, `/pay/${id}?lang=en`]);
  assert.match(textOf(await service.call('GET', `/pay/${id}`)), /Lleva en efectivo a OXXO/);
});

test('no choice, an unknown store and an order that keeps its store are told', async () => {
  const { id } = await makeOrder(service, { point: 'OXXO' });
  for (const point of [undefined, 'NO_SUCH', 'BBVA']) {
    const reply = await follow(await choose(id, point));
    assert.equal(reply.status, 200);
    assert.match(textOf(reply), /Choose a store\./);
  }
  const paid = await makeOrder(service, { point: 'OXXO' });
  await setStatus(service, paid, 'paid');
  const spei = await makeOrder(service);
  for (const order of [paid, spei]) {
    for (const reply of [await get(order.id, '?lang=en'), await follow(await choose(order.id, 'COPPEL'))]) {
      assert.equal(reply.status, 409);
      assert.match(textOf(reply), /cannot change to another store/);
    }
    assert.ok(!(await service.call('GET', `/pay/${order.id}`)).text.includes('/point?'));
  }
  assert.equal((await get('ch_0198a3f0-0000-7000-8000-000000000000')).status, 404);
});
