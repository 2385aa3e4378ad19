// Which orders unmatched money might be for, out of the database (D43).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestOrders } from '../../../src/actions/money/suggest-orders.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { oneDigitOff } from '../../../src/domain/money/suggest-orders.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { transfer } from '../../support/arrived-money.js';
import { credentialOf, makeOrder, orderDraft } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const other = await credentialOf(service, service.other.keys.test.private);
const NOWHERE = '000000000000000000';

const priced = (amount: bigint, name = 'Ana Robles') => ({
  price: { amount, currency: 'MXN' as const },
  customer: { ...orderDraft().customer, name },
});
const near = ({ clabe }: Order) => oneDigitOff(clabe ?? '')[0] ?? assert.fail();

async function suggested(money: Parameters<typeof transfer>[1]) {
  const payment = await transfer(service, money);
  assert.ok(payment.unmatched > 0n, 'it is unmatched');
  return (await suggestOrders(deps, payment)).map(({ order, why }) => [order.uuid, ...why]);
}

test('orders of every merchant are suggested with their reasons, those with most first', async () => {
  const first = await makeOrder(deps, merchant, priced(43_117n, 'Luz Vega'));
  const second = await makeOrder(deps, other, priced(43_117n, 'Ana Robles'));
  assert.deepEqual(await suggested({ clabe: near(second), amount: '431.17', payerName: 'ROBLES PAZ ANA' }), [
    [second.uuid, 'clabe_one_digit_off', 'same_amount', 'similar_name'],
    [first.uuid, 'same_amount'],
  ]);
});

test('nothing is suggested without a reason, from the other mode, or from long ago', async () => {
  assert.deepEqual(await suggested({ clabe: NOWHERE, amount: '1.23' }), []);
  const live = await makeOrder(deps, await credentialOf(service, service.merchant.keys.live.private), priced(52_201n));
  assert.deepEqual(await suggested({ clabe: near(live), amount: '522.01' }), []);
  const now = Date.now();
  service.setTime(now - 31 * 86_400_000);
  const old = await makeOrder(deps, merchant, priced(52_202n));
  service.setTime(null);
  assert.deepEqual(await suggested({ clabe: NOWHERE, amount: '522.02' }), []);
  assert.deepEqual(await suggested({ clabe: near(old), amount: '1.24' }), [[old.uuid, 'clabe_one_digit_off']]);
});

test('a canceled order is suggested for its CLABE, not for its amount', async () => {
  const order = await makeOrder(deps, merchant, priced(60_033n));
  await cancelOrder(deps, order, 'test');
  assert.deepEqual(await suggested({ clabe: near(order), amount: '600.33' }), [[order.uuid, 'clabe_one_digit_off']]);
});

test('at most ten are suggested', async () => {
  for (let made = 0; made < 12; made++) await makeOrder(deps, merchant, priced(77_011n));
  assert.equal((await suggested({ clabe: NOWHERE, amount: '770.11' })).length, 10);
});
