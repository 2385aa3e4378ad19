// When a webhook is tried again, and what counts as accepted (D52).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAccepted, nextTryAfter, RETRY_DELAYS_MS } from '../../src/domain/endpoint.js';

test('the tries come after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then no more', () => {
  const seconds = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  assert.deepEqual(
    seconds.map((_, index) => nextTryAfter(index + 1, null, 0)),
    seconds.map((second) => second * 1_000),
  );
  assert.equal(nextTryAfter(11, null, 0), null);
  assert.equal(nextTryAfter(11, 60_000, 1), null);
});

test('jitter only makes it later, by a fifth at most', () => {
  const attempt = fc.integer({ min: 1, max: RETRY_DELAYS_MS.length });
  fc.assert(
    fc.property(attempt, fc.double({ min: 0, max: 1, noNaN: true }), (attempts, jitter) => {
      const plain = RETRY_DELAYS_MS[attempts - 1] ?? 0;
      const wait = nextTryAfter(attempts, null, jitter) ?? -1;
      assert.ok(Number.isInteger(wait) && wait >= plain && wait <= plain * 1.2);
    }),
  );
});

test('Retry-After makes it later, never sooner, and never later than a day', () => {
  assert.equal(nextTryAfter(1, 120_000, 0), 120_000);
  assert.equal(nextTryAfter(3, 1_000, 0), 300_000);
  assert.equal(nextTryAfter(1, 0, 0), 5_000);
  assert.equal(nextTryAfter(1, 999 * 86_400_000, 0), 86_400_000);
});

for (const [status, body, accepted] of [
  [200, '', true],
  [201, 'OK', true],
  [204, '', true],
  [299, '{}', true],
  [200, '{"status":"success"}', true],
  [200, '{"status":"error"}', false],
  [200, ' {"message":"no","status":"error"} ', false],
  [200, '{"status":{"status":"error"}}', true],
  [200, '["status","error"]', true],
  [200, '#0 Shop.php(12): find()\n{"status":"error","message":"Order Not found"}\n', false],
  [200, 'in {closure}() {"status":"error","message":"in {closure}()","data":{}}', false],
  [200, 'in {closure}() {"status":"success","data":{"status":"error"}}', true],
  [200, '<html>{"status":"error"}</html>', true],
  [200, '"error"', true],
  [200, 'null', true],
  [200, '{"status":"error"', true],
  [199, '', false],
  [300, '', false],
  [302, '', false],
  [400, '', false],
  [410, '', false],
  [500, '{"status":"success"}', false],
] as const) {
  test(`an answer ${status} with ${body || 'nothing'} ${accepted ? 'accepts' : 'refuses'} the webhook`, () => {
    assert.equal(isAccepted({ status, body }), accepted);
  });
}
