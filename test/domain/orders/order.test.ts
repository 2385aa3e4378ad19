// States of an order and the ways between them (D36).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBecome, STATUSES, type Status } from '../../../src/domain/orders/order.js';

const allowed: [from: Status, to: Status][] = [
  ['pending', 'paid'],
  ['pending', 'expired'],
  ['pending', 'canceled'],
  ['expired', 'paid'], // late, or noticed late (D43)
  ['paid', 'pending'], // a till took its payment back (D45)
];

for (const from of STATUSES) {
  for (const to of STATUSES) {
    const may = allowed.some(([one, other]) => one === from && other === to);
    test(`an order that is ${from} ${may ? 'can' : 'cannot'} become ${to}`, () =>
      assert.equal(canBecome(from, to), may));
  }
}

test('there are four states and five ways between them', () => {
  assert.deepEqual([...STATUSES].sort(), ['canceled', 'expired', 'paid', 'pending']);
  assert.equal(STATUSES.flatMap((from) => STATUSES.filter((to) => canBecome(from, to))).length, allowed.length);
});
