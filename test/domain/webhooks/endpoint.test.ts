// When a webhook is tried again, and what counts as accepted (D52).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keptPart, nextTryAfter, RETRY_DELAYS_MS, refusalReason } from '../../../src/domain/webhooks/endpoint.js';

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

const SAYS_ERROR = 'the answer says "status":"error"';
const FATAL = 'the answer shows a PHP error: Fatal error';

for (const [status, body, reason] of [
  [200, '', null],
  [201, 'OK', null],
  [204, '', null],
  [299, '{}', null],
  [200, '{"status":"success"}', null],
  [200, '["status","error"]', null],
  [200, '"error"', null],
  [200, 'null', null],
  [200, '{"status":"errors"}', null],
  [200, '{"exit_status":"error"}', null],
  [200, '{"status":"success","message":"{\\"status\\":\\"error\\"} was mended"}', null],
  [200, '{"status":"error"}', SAYS_ERROR],
  [200, ' {"message":"no","status" : "error"} ', SAYS_ERROR],
  [200, '{"status":{"status":"error"}}', SAYS_ERROR],
  [200, '#0 Shop.php(12): find()\n{"status":"error","message":"Order Not found"}\n', SAYS_ERROR],
  [200, '{"status":"error","message":"invalid request type"}{"status":"success","message":"OK"}', SAYS_ERROR],
  [200, '<html>{"status":"error"}</html>', SAYS_ERROR],
  [200, '{"status":"error"', SAYS_ERROR],
  [200, 'Fatal error: Uncaught Error: Class "Client" not found in /shop/webhook.php:93', FATAL],
  [200, '<br />\n<b>Fatal error</b>:  Uncaught Error in <b>/shop/webhook.php</b> on line <b>93</b><br />', FATAL],
  [200, 'PHP Fatal error:  Allowed memory size exhausted', FATAL],
  [200, '{"status":"success"}\n<b>Fatal error</b>:  Maximum execution time exceeded', FATAL],
  [200, 'Parse error: syntax error, unexpected end of file', 'the answer shows a PHP error: Parse error'],
  [200, 'Catchable fatal error: Argument 1 …', 'the answer shows a PHP error: Catchable fatal error'],
  [200, '<b>Recoverable fatal error</b>: …', 'the answer shows a PHP error: Recoverable fatal error'],
  [200, '<b>Notice</b>:  Undefined index: order_info\n{"status":"success"}', null],
  [
    ...([200, '<b>Notice</b>:  Undefined property: Proxy::verifyOrder in <b>x.php</b>'] as const),
    'the answer shows a PHP error: Undefined property: Proxy::verifyOrder',
  ],
  [200, 'no fatal errors, 0 parse errors', null],
  [200, `${' '.repeat(4_078)}{"status":"error"}`, SAYS_ERROR],
  [200, `${' '.repeat(4_080)}{"status":"error"}`, null],
  [200, `${' '.repeat(4_085)}Fatal error: too late to matter`, FATAL],
  [200, `${' '.repeat(4_086)}Fatal error: too late to matter`, null],
  [199, '', 'HTTP 199'],
  [300, '', 'HTTP 300'],
  [302, '', 'HTTP 302'],
  [400, '{"status":"error"}', 'HTTP 400'],
  [410, '', 'HTTP 410'],
  [500, '{"status":"success"}', 'HTTP 500'],
] as const) {
  const shown = body.length > 100 ? `${body.length} characters that end in ${body.slice(-20)}` : body || 'nothing';
  test(`an answer ${status} with ${shown} ${reason === null ? 'accepts' : 'refuses'} the webhook`, () => {
    assert.equal(refusalReason({ status, body }), reason);
  });
}

for (const [body, isAccepted] of [
  ['{"status":"success","message":"ok"}', true],
  ['<b>Notice</b>: Undefined index\n{"status":"success"}', true],
  ['', true],
  [' \n', true],
  ['{"message":"ok"}', true],
  ['[]', true],
  ['Order not found', false],
  ['  Error: no such order', false],
  ['<b>Notice</b>: Undefined index: order_info in <b>x.php</b>', false],
] as const) {
  const [verb, shown] = [isAccepted ? 'accepts' : 'refuses', JSON.stringify(body)];
  test(`from a plugin that has said success, an answer 200 with ${shown} ${verb} the webhook`, () => {
    const reason = isAccepted ? null : 'the answer is text and does not say "status":"success"';
    assert.equal(refusalReason({ status: 200, body }, { saysSuccess: true }), reason);
    assert.equal(refusalReason({ status: 200, body }, { saysSuccess: false }), null);
  });
}

test('of an answer the first KiB is kept, whatever its characters', () => {
  assert.equal(keptPart('a'.repeat(1_024)), 'a'.repeat(1_024));
  assert.equal(keptPart('a'.repeat(1_025)), 'a'.repeat(1_024));
  assert.equal(keptPart('é'.repeat(600)), 'é'.repeat(512));
  assert.ok(keptPart(`a${'é'.repeat(600)}`).startsWith(`a${'é'.repeat(511)}`));
});
