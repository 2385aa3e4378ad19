// What a till asks, apart from HTTP (D45).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookUpCash, reverseCash } from '../../src/actions/cash-till.js';
import { storeNotice } from '../../src/actions/receive-notice.js';
import type { Order } from '../../src/domain/order.js';
import type { Rail } from '../../src/domain/rails/rail.js';
import { assertBooks, cashNotice, trackingKey } from '../money/books.js';
import { credentialOf, makeOrder, readOrder, refusal } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const oxxo = (await deps.catalogue.all()).find(({ code }) => code === 'OXXO') ?? assert.fail();
const RAIL: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'cash', name: 'OXXO', mode: 'test' };

const charge = () => makeOrder(deps, merchant, { point: oxxo });
const pay = async (order: Order, amount: string): Promise<string> => {
  const transaction_id = trackingKey();
  const notice = await storeNotice(deps, RAIL, cashNotice(order.reference ?? '', amount, { transaction_id }));
  await deps.matcher.match(notice ?? assert.fail());
  return transaction_id;
};
const look = (order: Order, rail = RAIL) => lookUpCash(deps, rail, order.reference ?? '');

test('a till hears what is left to pay, as an amount in centavos', async () => {
  const order = await charge();
  assert.deepEqual(await look(order), {
    isPayable: true,
    outstanding: 10_000n,
    productName: 'Funda',
    expiresAt: order.expiry.at,
  });
  await pay(order, '40.50');
  assert.equal((await look(order))?.outstanding, 5_950n);
  await pay(order, '59.50');
  assert.deepEqual([(await look(order))?.isPayable, (await look(order))?.outstanding], [false, 0n]);
});

test('an order whose time has passed is known and not payable', async () => {
  const order = await charge();
  service.setTime(order.expiry.at);
  assert.equal((await look(order))?.isPayable, false);
  service.setTime(null);
  assert.equal((await look(order))?.isPayable, true);
});

test('another network, the other mode and a mistyped reference know nothing of it', async () => {
  const order = await charge();
  assert.equal(await look(order, { ...RAIL, name: 'EXTRA' }), null);
  assert.equal(await look(order, { ...RAIL, mode: 'live' }), null);
  assert.equal(await lookUpCash(deps, RAIL, `${order.reference?.slice(0, -1)}x`), null);
});

test('a payment is taken back once, however often and at once the till asks', async () => {
  const order = await charge();
  const transaction = await pay(order, '100.00');
  await Promise.all(Array.from({ length: 4 }, () => reverseCash(deps, RAIL, transaction)));
  await reverseCash(deps, RAIL, transaction);
  const { status, received } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, received], ['pending', 0n]);
  await assertBooks(deps.db);
});

test('a payment of another network or mode, or an old one, is not taken back', async () => {
  const order = await charge();
  const transaction = await pay(order, '100.00');
  for (const rail of [
    { ...RAIL, name: 'EXTRA' },
    { ...RAIL, mode: 'live' as const },
  ])
    await assert.rejects(reverseCash(deps, rail, transaction), refusal('payment_not_found'));
  service.setTime(Date.now() + 11 * 60_000);
  await assert.rejects(reverseCash(deps, RAIL, transaction), refusal('not_reversible'));
  service.setTime(null);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
});
