// Ids of events and the body of the test webhook (D49, D51).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inVersion } from '../../../src/wire/versions/in-version.js';
import { renderPingBody } from '../../../src/wire/webhooks/ping.js';
import { formatEventId, parseEventId, WebhookBody } from '../../../src/wire/webhooks/webhook-body.js';

/** The test webhook in a version. */
function pingIn(interfaceVersion: string, pinged: Parameters<typeof renderPingBody>[0]): object {
  return inVersion(WebhookBody, renderPingBody(pinged), interfaceVersion);
}

const ORDER = '01890000-0000-7000-8000-000000000001';

test('the id of an event names its order and its number, and is read back', () => {
  assert.equal(formatEventId(ORDER, 12), `evt_${ORDER}_12`);
  assert.deepEqual(parseEventId(formatEventId(ORDER, 12)), { orderId: ORDER, sequence: 12 });
  for (const id of ['', 'evt_', ORDER, `evt_${ORDER}`, `evt_${ORDER}_`, `evt_${ORDER}_x`, `evt_${ORDER}_1234567890`])
    assert.equal(parseEventId(id), null, id);
});

test('the test webhook has the values that plugins know it by, in every version', () => {
  for (const interfaceVersion of ['2014-01-01', '2016-01-01', '2026-01-01']) {
    const ping = pingIn(interfaceVersion, { serviceName: 'cobro', mode: 'test', now: 1_700_000_000_000 });
    const { id, short_id, type } = Object(ping);
    assert.deepEqual([id, short_id, type], ['ch_00000-000-0000-000000', '000000', 'charge.success']);
    assert.equal('created_at' in ping, interfaceVersion === '2026-01-01');
  }
});

test('the test webhook is byte for byte the one that existing plugins were built for', () => {
  const options = { serviceName: 'cobro', mode: 'test', now: 1_700_000_000_999 } as const;
  const ping = JSON.stringify(pingIn('2017-06-10', options));
  assert.equal(
    ping,
    '{"id":"ch_00000-000-0000-000000","short_id":"000000","type":"charge.success","object":"charge",' +
      '"created_at":1700000000,"accepted_at":1700000000,"expires_at":1700086400,"paid":true,"amount":100,' +
      '"livemode":false,"currency":"mxn","refunded":false,"fee":5.9,"fee_details":{"amount":5.9,"currency":"mxn",' +
      '"type":"cobro_fee","application":null,"amount_refunded":0,"tax":0.94},"order_info":{"order_id":"test_12",' +
      '"order_price":100,"order_name":"Test","payment_method":"cash","store":"TEST","country":"MX","image_url":null,' +
      '"success_url":null,"failed_url":null,"failure_url":null,"exchange":{"rate":1,"request":1700000000,' +
      '"origin_amount":100,"final_amount":100,"origin_currency":"MXN","final_currency":"MXN","exchange_id":null}},' +
      '"customer":{"customer_name":"Test","customer_email":"test@example.com","customer_phone":null},"api_version":"1.1"}',
  );
  const before = JSON.stringify(pingIn('2017-06-09', { ...options, mode: 'live' }));
  assert.equal(
    before,
    '{"id":"ch_00000-000-0000-000000","short_id":"000000","type":"charge.success","object":"charge","paid":true,' +
      '"amount":"100.00","livemode":true,"currency":"mxn","refunded":false,"fee":"5.90","fee_details":{"amount":"5.90",' +
      '"currency":"mxn","type":"cobro_fee","application":null,"amount_refunded":"0.00","tax":"0.94",' +
      '"description":"Comisión por el servicio de cobro"},"order_info":' +
      '{"order_id":"test_12","order_price":"100.00","order_name":"Test","payment_method":"cash","store":"TEST",' +
      '"country":"MX","image_url":null,"success_url":null,"failed_url":null,"failure_url":null,"exchange":{"rate":1,' +
      '"request":1700000000,"origin_amount":"100.00","final_amount":"100.00","origin_currency":"MXN",' +
      '"final_currency":"MXN","exchange_id":null}},"customer":{"customer_name":"Test","customer_email":' +
      '"test@example.com","customer_phone":null},"api_version":"1.1","created":"1700000000","captured":true,' +
      '"failure_message":null,"failure_code":null,"amount_refunded":"0.00","description":null,"dispute":null}',
  );
});
