// Ids and folios of orders (D25).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { firstUuidAt, formatFolio, formatOrderId, isUuid, parseOrderId } from '../../../src/domain/base/identity.js';

const UUID = '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc';
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const anyV7 = fc
  .tuple(anyTime, fc.uint8Array({ minLength: 16, maxLength: 16 }))
  .map(([msecs, random]) => ({ msecs, uuid: v7({ msecs, random }) }));

test('an order id is ch_ and its UUID, and reads back as that UUID', () => {
  assert.equal(formatOrderId(UUID), `ch_${UUID}`);
  fc.assert(fc.property(anyV7, ({ uuid }) => assert.equal(parseOrderId(formatOrderId(uuid)), uuid)));
});

const strangers = [
  '',
  'ch_',
  'ch_x',
  '123',
  UUID,
  `CH_${UUID}`,
  `ch_${UUID.toUpperCase()}`,
  `ch_${UUID} `,
  ` ch_${UUID}`,
  `ch_${UUID}\n`,
  `ch_${UUID}0`,
  `ch_${UUID.replaceAll('-', '')}`,
  'ch_01a1dd30-cb7f-46ed-9c59-3b4e7f3b3ffc', // version 4
  'ch_01a1dd30-cb7f-76ed-1c59-3b4e7f3b3ffc', // another variant
  'ch_00000-000-0000-000000', // the id of a test notice (D49)
  "ch_01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ff'",
];
for (const id of strangers) {
  test(`${JSON.stringify(id)} is no order id`, () => assert.equal(parseOrderId(id), null));
}

test('a UUID of any version is known by its form', () => {
  assert.ok(isUuid(UUID));
  fc.assert(fc.property(fc.uuid(), (uuid) => assert.ok(isUuid(uuid))));
  for (const text of ['', 'x', UUID.toUpperCase(), `${UUID}\n`, `{${UUID}}`, UUID.slice(1)]) assert.ok(!isUuid(text));
});

test('a folio is eight upper-case hexadecimal characters of the four bytes', () => {
  assert.equal(formatFolio(Buffer.from('8c42e034', 'hex')), '8C42E034');
  assert.equal(formatFolio(Buffer.from([0, 0, 0, 10])), '0000000A');
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4, maxLength: 16 }), (bytes) => {
      const folio = formatFolio(Buffer.from(bytes));
      assert.match(folio, /^[0-9A-F]{8}$/);
      assert.deepEqual(Buffer.from(folio, 'hex'), Buffer.from(bytes.slice(0, 4)));
    }),
  );
});

test('a span of time is a span of ids: the first id of a millisecond is at or before every id of it', () => {
  fc.assert(
    fc.property(anyV7, ({ msecs, uuid }) => {
      assert.ok(firstUuidAt(msecs) <= uuid);
      if (msecs < 2 ** 48 - 1) assert.ok(uuid < firstUuidAt(msecs + 1));
    }),
  );
});

test('the first id of a time is a UUID, also for times that no id can have', () => {
  assert.equal(firstUuidAt(1_794_712_324_991), '01a1dd30-cb7f-0000-0000-000000000000');
  assert.equal(firstUuidAt(-1), '00000000-0000-0000-0000-000000000000');
  assert.equal(firstUuidAt(1e17), 'ffffffff-ffff-0000-0000-000000000000');
  assert.equal(firstUuidAt(1.9), firstUuidAt(1));
  const times = fc.double({ noNaN: true, noDefaultInfinity: false });
  fc.assert(fc.property(times, (ms) => assert.ok(isUuid(firstUuidAt(ms)))));
});

test('ids sort as their times do', () => {
  fc.assert(
    fc.property(anyTime, anyTime, (one, other) => {
      assert.equal(one < other, firstUuidAt(one) < firstUuidAt(other));
    }),
  );
});
