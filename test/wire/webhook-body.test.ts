// Names of events and the test notice (D49, D51).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatEventId, parseEventId, renderPingBody } from '../../src/wire/webhook-body.js';

const ORDER = '01890000-0000-7000-8000-000000000001';

test('the id of an event names its order and its number, and is read back', () => {
  assert.equal(formatEventId(ORDER, 12), `evt_${ORDER}_12`);
  assert.deepEqual(parseEventId(formatEventId(ORDER, 12)), { orderId: ORDER, sequence: 12 });
  for (const id of ['', 'evt_', ORDER, `evt_${ORDER}`, `evt_${ORDER}_`, `evt_${ORDER}_x`, `evt_${ORDER}_1234567890`])
    assert.equal(parseEventId(id), null, id);
});

test('the test notice has the values that plugins know it by, in every version', () => {
  for (const interfaceVersion of ['2014-01-01', '2016-01-01', '2026-01-01']) {
    const ping = renderPingBody({ serviceName: 'cobro', interfaceVersion, mode: 'test', now: 1_700_000_000_000 });
    assert.deepEqual(
      [ping['id'], ping['short_id'], ping['type']],
      ['ch_00000-000-0000-000000', '000000', 'charge.success'],
    );
    assert.equal('created_at' in ping, interfaceVersion === '2026-01-01');
  }
});
