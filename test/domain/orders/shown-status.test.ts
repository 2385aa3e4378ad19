// What an order is to its customer, by its status and its money.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OrderMoney, shownStatusOf } from '../../../src/domain/orders/shown-status.js';

const NONE = { received: 0n, surplus: 0n, held: 0n, refunded: 0n, expiry: { at: 100 } } as const;

test('status and money together make the situation', () => {
  const cases: readonly [
    Partial<OrderMoney> & Pick<OrderMoney, 'status'>,
    now: number,
    returns: number,
    wanted: string,
  ][] = [
    [{ status: 'pending' }, 99, 0, 'waiting'],
    [{ status: 'pending', received: 1n }, 99, 0, 'part_paid'],
    [{ status: 'pending' }, 100, 0, 'ended'],
    [{ status: 'pending', received: 1n }, 100, 0, 'ended_with_money'],
    [{ status: 'paid', received: 5n }, 200, 0, 'paid'],
    [{ status: 'paid', received: 6n, surplus: 1n }, 200, 0, 'overpaid'],
    [{ status: 'paid', received: 5n, held: 1n }, 200, 0, 'overpaid'],
    [{ status: 'paid', received: 5n }, 200, 1, 'overpaid'], // what was too much is on its way back
    [{ status: 'paid', received: 5n, refunded: 1n }, 200, 1, 'refunded'],
    [{ status: 'expired' }, 200, 0, 'ended'],
    [{ status: 'expired', held: 1n }, 200, 0, 'ended_with_money'],
    [{ status: 'canceled', surplus: 1n }, 50, 0, 'ended_with_money'],
    [{ status: 'canceled' }, 50, 1, 'ended_with_money'],
    [{ status: 'canceled' }, 50, 0, 'ended'],
  ];
  for (const [order, now, returns, wanted] of cases)
    assert.equal(
      shownStatusOf({ ...NONE, ...order }, now, returns),
      wanted,
      JSON.stringify([order.status, now, returns]),
    );
});
