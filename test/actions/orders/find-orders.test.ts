// Searches among more orders than are read one by one: what only older orders have is found, usual or not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrders, MOST_FOUND } from '../../../src/actions/orders/find-orders.js';
import { indexOrders } from '../../../src/actions/orders/index-orders.js';
import { MINUTE_MS } from '../../../src/domain/base/duration.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { credentialOf, makeOrder, orderDraft } from '../../support/made-orders.js';
import { copyOrder } from '../../support/many-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);

const named = (name: string) => makeOrder(deps, merchant, { customer: { ...orderDraft().customer, name } });
const search = async (text: string) => {
  const choice = { tab: 'all', from: null, before: null, method: null, point: null, least: null, most: null } as const;
  return findOrders(deps, { scope: merchant.scope, search: text, choice });
};
const namesOf = (orders: readonly Order[]) => [...new Set(orders.map(({ customer }) => customer.name))];

// The older ones come first: the copies of an order are up to so many milliseconds younger than now.
await copyOrder(deps.db, await named('Berta Luna'), 300);
await named('Berta Única 77');
await copyOrder(deps.db, await named('Ana Robles'), 2_800);
service.setTime(Date.now() + 10 * MINUTE_MS);
while (await indexOrders(deps));

test('a name that many older orders have gives as many as a search gives', async () => {
  const { orders, isCut } = await search('berta');
  assert.ok(orders.length > MOST_FOUND / 2 && isCut, `${orders.length} orders`);
  assert.ok(namesOf(orders).every((name) => name.startsWith('Berta')));
});

test('a name that one older order has gives that one', async () => {
  for (const text of ['berta unica 77', 'unica', 'a 77'])
    assert.deepEqual(namesOf((await search(text)).orders), ['Berta Única 77'], text);
});

test('the surname may come first, of older and of newest orders, and hyphens of a number may be missing', async () => {
  assert.deepEqual(namesOf((await search('única, berta')).orders), ['Berta Única 77']);
  assert.deepEqual(namesOf((await search('robles ana')).orders), ['Ana Robles']);
  const order = await makeOrder(deps, merchant, { product: { ...orderDraft().product, id: 'ABC-7001' } });
  const isFound = async (text: string) => (await search(text)).orders.some(({ uuid }) => uuid === order.uuid);
  for (const text of ['ABC7001', 'abc-7001', 'abc 7001', 'c70']) assert.ok(await isFound(text), `new: ${text}`);
  service.setTime(Date.now() + 20 * MINUTE_MS);
  while (await indexOrders(deps));
  for (const text of ['ABC7001', 'abc-7001', 'abc 7001', 'c70']) assert.ok(await isFound(text), `indexed: ${text}`);
});

test('a name that the newest orders have gives the newest', async () => {
  const { orders, isCut } = await search('ana rob');
  assert.deepEqual([namesOf(orders), orders.length, isCut], [['Ana Robles'], MOST_FOUND, true]);
});
