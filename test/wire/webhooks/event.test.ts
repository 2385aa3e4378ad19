// Cursors and queries of events (D54).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EventList, formatEventCursor, parseEventCursor } from '../../../src/wire/webhooks/event.js';

test('a cursor is read back as the position it stands for', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 18n), fc.constantFrom(null, '0123abcd'), (position, mark) => {
      assert.deepEqual(parseEventCursor(formatEventCursor({ position, mark })), { position, mark });
    }),
  );
  for (const text of [
    '',
    'ec_',
    'ec_A',
    'ec_1-',
    `ec_${'z'.repeat(13)}`,
    '5',
    'ec_1_',
    'ec_1_0123abc',
    'ec_1_0123ABCD',
  ])
    assert.equal(parseEventCursor(text), null, text);
});

test('without parameters a page has 20 events and does not wait', () => {
  assert.deepEqual(EventList.read({}), { after: null, limit: 20, wait: 0 });
  assert.deepEqual(EventList.read({ limit: '100', wait: '30', after: 'ec_1' }), {
    after: 'ec_1',
    limit: 100,
    wait: 30,
  });
  for (const query of [{ limit: '0' }, { limit: '101' }, { limit: '-1' }, { wait: '31' }, { wait: '1.5' }])
    assert.throws(() => EventList.read(query), JSON.stringify(query));
});
