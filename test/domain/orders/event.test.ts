// What we tell a merchant of an order: one kind of event for each state (D36, D50).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderEvent } from '../../../src/domain/orders/event.js';
import { DEFAULT_EVENTS, type EventType } from '../../../src/domain/orders/event-types.js';
import { STATUSES, type Status } from '../../../src/domain/orders/order.js';
import { sampleOrder } from '../../support/order.js';

const ORDER = sampleOrder({ createdAt: 1_000, updatedAt: 2_000 });

const types: Record<Status, EventType> = {
  pending: 'charge.pending',
  paid: 'charge.success',
  expired: 'charge.expired',
  canceled: 'charge.canceled',
};
for (const status of STATUSES) {
  test(`an order that is ${status} is told as ${types[status]}, at the time it became so`, () =>
    assert.deepEqual(orderEvent({ ...ORDER, status }, 3), {
      sequence: 3,
      type: types[status],
      createdAt: 2_000,
      orderState: { status, updatedAt: 2_000, acceptedAt: null, received: '0', refunded: '0' },
    }));
}

test('every event of state belongs to exactly one state', () => {
  assert.deepEqual(
    STATUSES.map((status) => orderEvent({ ...ORDER, status }, 1).type).sort(),
    [...DEFAULT_EVENTS].sort(),
  );
});

test('what happened beside the state is told by its own kind', () => {
  assert.equal(orderEvent(ORDER, 2, 'charge.partial').type, 'charge.partial');
});
