// A customer chooses another store for an order that nobody has paid yet (docs/decisions.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOpen } from '../../../src/actions/money/match-open.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { changePoint, listOtherPoints } from '../../../src/actions/orders/change-point.js';
import { editPaymentPoint } from '../../../src/actions/points/edit-payment-point.js';
import { createPoints } from '../../../src/memory/points.js';
import { addRail, cashNotice, trackingKey } from '../../money/books.js';
import { refusal } from '../../support/made-orders.js';
import { makeOrder, startPayService, type Wish } from '../../web/fixtures.js';

const service = await startPayService();
const { deps, key } = service;
const scope = { accountId: service.merchant.account.id, mode: 'test' } as const;

async function made(wish: Wish = { point: 'OXXO' }) {
  const { id } = await makeOrder(service, wish);
  const order = await deps.orders.find(scope, id.slice(3));
  return order ?? assert.fail('there is no order');
}
const choices = async (wish?: Wish) => (await listOtherPoints(deps, await made(wish))).map(({ code }) => code);

test('the choice is every store that takes the same reference and the amount, and no bank, card or coin', async () => {
  assert.deepEqual(await choices(), ['SEVEN_ELEVEN', 'EXTRA', 'CHEDRAUI', 'ELEKTRA', 'COPPEL']);
  assert.deepEqual(await choices({ point: 'OXXO', amount: 900_000n }), [
    'SEVEN_ELEVEN',
    'CHEDRAUI',
    'ELEKTRA',
    'COPPEL',
  ]);
  for (const point of ['CASA_LEY', 'BBVA', 'BTC']) assert.deepEqual(await choices({ point }), []);
  assert.deepEqual(await choices({}), []); // SPEI
});

test('only the store changes: amount, fee, folio, reference and deadline stay', async () => {
  const before = await made();
  const after = await changePoint(deps, before, 'COPPEL');
  assert.deepEqual(
    [after.point?.code, after.point?.commission, after.point?.formerCodes],
    ['COPPEL', 1_200n, ['OXXO']],
  );
  const { point: _, updatedAt: __, ...rest } = after;
  const { point: ___, updatedAt: ____, ...restBefore } = before;
  assert.deepEqual(rest, restBefore);
  const stored = await deps.orders.find(scope, before.uuid);
  assert.deepEqual(stored, after);
  const charge = (await service.call('GET', `/v1/charges/ch_${before.uuid}`, { key })).json;
  assert.match(JSON.stringify(charge), /COPPEL/);
  assert.doesNotMatch(JSON.stringify(charge), /OXXO/);
  // Back and forth, and the same again.
  assert.deepEqual((await changePoint(deps, before, 'OXXO')).point?.formerCodes, ['COPPEL']);
  assert.deepEqual((await changePoint(deps, before, 'OXXO')).point?.formerCodes, ['COPPEL']);
});

test('money that is paid at the store before still pays the order, and at a store it never had it does not', async () => {
  const at = async (name: string, path: string, body: string) => {
    const { authorization } = await addRail(deps, { kind: 'cash', mode: 'test', name });
    return service.call('POST', `/rails/cash/${path}`, { headers: { authorization }, body });
  };
  const pay = async (network: string, reference: string) => {
    const paid = { network, transaction_id: trackingKey(), paid_at: new Date().toISOString() };
    assert.equal((await at(network, 'payments', cashNotice(reference, 1234.5, paid))).status, 200);
    await matchOpen(deps, deps.clock.now() + 1);
  };
  const isPayable = async (network: string, reference: string) =>
    (await at(network, 'lookup', JSON.stringify({ network, reference }))).json.payable;
  const [first, second] = [await made(), await made()];
  for (const order of [first, second]) await changePoint(deps, order, 'COPPEL');
  const [one = '', other = ''] = [first.reference, second.reference].map(String);
  assert.deepEqual(
    [await isPayable('OXXO', one), await isPayable('COPPEL', one), await isPayable('EXTRA', one)],
    [true, true, false],
  );
  const statusOf = async (uuid: string) => (await deps.orders.find(scope, uuid))?.status;
  await pay('EXTRA', one);
  assert.equal(await statusOf(first.uuid), 'pending');
  await pay('OXXO', one);
  await pay('COPPEL', other);
  assert.deepEqual([await statusOf(first.uuid), await statusOf(second.uuid)], ['paid', 'paid']);
});

test('an order that has money, has ended or never had a reference keeps its store', async () => {
  const partPaid = await made();
  await service.call('POST', `/v1/test/orders/ch_${partPaid.uuid}/payments`, {
    key,
    body: { scenario: 'short', amount: 10 },
  });
  await assert.rejects(changePoint(deps, partPaid, 'COPPEL'), refusal('point_not_changeable'));
  const canceled = await made();
  await cancelOrder(deps, { scope, uuid: canceled.uuid }, 'test');
  await assert.rejects(changePoint(deps, canceled, 'COPPEL'), refusal('point_not_changeable'));
  const over = await made({ point: 'OXXO', expiry: { at: Date.now() + 1_000, unit: 'ms' } });
  service.setTime(Date.now() + 2_000);
  await assert.rejects(changePoint(deps, over, 'COPPEL'), refusal('point_not_changeable'));
  service.setTime(null);
  await assert.rejects(changePoint(deps, await made({ point: 'BBVA' }), 'OXXO'), refusal('point_not_changeable'));
  const open = await made();
  for (const code of ['', 'NO_SUCH', 'BBVA', '__proto__'])
    await assert.rejects(changePoint(deps, open, code), refusal('payment_point_not_found'));
  assert.equal((await deps.orders.find(scope, open.uuid))?.point?.code, 'OXXO');
});

test('a store that was switched off is no choice', async () => {
  await editPaymentPoint(deps, { code: 'EXTRA', change: { isActive: false }, actor: 'test' });
  const fresh = { ...deps, points: createPoints(deps.db, { watched: [], spreadBasisPoints: 0n }) };
  const order = await made();
  assert.ok(!(await listOtherPoints(fresh, order)).some(({ code }) => code === 'EXTRA'));
  await assert.rejects(changePoint(fresh, order, 'EXTRA'), refusal('payment_point_not_found'));
});

test('a change and a payment at once: the money is the order’s, whoever is first', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await made();
    const [, paid] = await Promise.all([
      changePoint(deps, order, 'COPPEL').catch(() => null),
      service.call('POST', `/v1/test/orders/ch_${order.uuid}/payments`, { key, body: { scenario: 'exact' } }),
    ]);
    assert.equal(paid.status, 200);
    assert.equal((await deps.orders.find(scope, order.uuid))?.status, 'paid');
  }
});
