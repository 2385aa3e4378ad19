// What every kind of rail must be able to do, whatever it is called: these tests go over the table.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { METHODS } from '../../../src/domain/accounts/fee.js';
import type { Random } from '../../../src/domain/base/clock.js';
import { readNotice } from '../../../src/domain/money/read-notice.js';
import { RAIL_KIND_NAMES, railKindOf, railPaying } from '../../../src/domain/rails/kinds.js';
import { describeRail, maySpeakFor } from '../../../src/domain/rails/rail.js';
import { sampleOrder } from '../../support/order.js';

const PAID_AT = Date.parse('2026-11-15T18:00:00Z');
const order = sampleOrder({ reference: '12345678901234' });
const payment = { network: 'OXXO', trackingKey: 'KEY1', amount: 12_345n, paidAt: PAID_AT };

test('every method of payment is brought by a rail', () => {
  for (const method of METHODS) assert.ok(railKindOf({ kind: railPaying(method) }).pays.includes(method), method);
});

test('every kind has a door of its own', () => {
  const paths = RAIL_KIND_NAMES.map((kind) => railKindOf({ kind }).door.path);
  assert.equal(new Set(paths).size, paths.length);
  for (const path of paths) assert.match(path, /^\/rails\/[a-z]+\/[a-z]+$/);
});

for (const name of RAIL_KIND_NAMES) {
  const kind = railKindOf({ kind: name });
  const write = (change: Partial<typeof payment> & { destination?: string }, serial = 1) =>
    kind.format.write(
      kind.writeTestNotice(
        { ...payment, destination: kind.destinationOf(order) ?? '', ...change },
        seededRandom(serial),
      ),
    );
  const read = (text: string) => {
    const result = readNotice(name, text, { mode: 'test', receivedAt: 0 });
    return result.is === 'arrival' ? result : assert.fail(JSON.stringify(result));
  };

  test(`${name}: what it writes for a test payment it reads again`, () => {
    const { arrival, day } = read(write({}));
    assert.deepEqual(
      [arrival.kind, arrival.mode, arrival.trackingKey, arrival.destination, arrival.amount, arrival.paidAt],
      [name, 'test', 'KEY1', kind.destinationOf(order), 12_345n, PAID_AT],
    );
    assert.match(day, /^\d{8}$/);
    assert.ok(kind.isOfDay(arrival, day), 'the payment is of its own day');
    assert.ok(!kind.isOfDay(arrival, '20200101'), 'and of no other');
    assert.ok(kind.agree(arrival, arrival, day));
  });

  test(`${name}: another tracking key is another payment, and the same one twice is one`, () => {
    const { identity } = read(write({})).arrival;
    assert.deepEqual(read(write({}, 2)).arrival.identity, identity);
    assert.notDeepEqual(read(write({ trackingKey: 'KEY2' })).arrival.identity, identity);
  });

  test(`${name}: a mistyped destination is read, and is not the order's`, () => {
    const [one, other] = [1, 2].map((serial) => kind.unknownDestination(seededRandom(serial)));
    assert.notEqual(one, kind.destinationOf(order));
    assert.notEqual(one, other);
    assert.equal(read(write({ destination: one ?? '' })).arrival.destination, one);
  });

  test(`${name}: a body that is nothing of the kind is malformed and says so`, () => {
    for (const text of ['', 'x', '[]', '1', '1.5', 'null', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`]) {
      const result = readNotice(name, text, { mode: 'test', receivedAt: 0 });
      assert.ok(result.is === 'malformed' && result.problems.length > 0, text.slice(0, 20));
    }
  });

  test(`${name}: it declares an amount and a time, and every line of its list has them`, () => {
    for (const held of ['amount', 'time'])
      assert.ok(
        Object.values(kind.fields).some(({ holds, column }) => holds === held && column === 'filled'),
        held,
      );
  });
}

test('a cash rail speaks for its own network, a SPEI rail for every bank', () => {
  assert.ok(maySpeakFor({ kind: 'cash', name: 'OXXO' }, 'OXXO'));
  assert.ok(!maySpeakFor({ kind: 'cash', name: 'OXXO' }, 'EXTRA'));
  assert.ok(maySpeakFor({ kind: 'spei', name: 'banxico' }, '40012'));
  assert.equal(describeRail('cash', 'OXXO'), 'cash rail OXXO');
  assert.equal(describeRail('spei', '40012'), 'SPEI rail');
});

/** Chance that is the same in every run. */
function seededRandom(serial: number): Pick<Random, 'bytes'> {
  let draws = 0;
  return { bytes: (size) => createHash('sha256').update(`${serial} ${draws++}`).digest().subarray(0, size) };
}
