// The SMS about an order: the shop first, and one message wherever there is room for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsText } from '../../../src/domain/messages/sms.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { sampleOrder } from '../../support/order.js';

const at = Date.parse('2026-11-19T21:10:00-06:00');
const spei: Order = {
  ...sampleOrder(),
  ...{ scope: { accountId: 'a', mode: 'live' }, amount: 119_000n, received: 0n },
  ...{ point: null, clabe: '646180123400000019', expiry: { at, unit: 'ms' } },
};
const cash: Order = {
  ...spei,
  clabe: null,
  reference: '12345678901234',
  point: { code: 'OXXO', name: 'OXXO', kind: 'agreement', tillLimit: 500_000n, commission: 1_000n, details: {} },
};
const SHORT = 'https://pagos.mx/pay/ch_1';
const LONG = 'https://pay.example.com/pay/ch_00000000-0000-7000-8000-000000000000';

test('the shop comes first, then what to bring, with its commission, and the weekday', () => {
  assert.equal(
    smsText({ order: cash, shop: 'Panadería Lupita', link: SHORT }, 'es'),
    `Panaderia Lupita: lleva $1,200 ($1,190 + $10 de comision) a OXXO, ref. 12345678901234 antes del jue 19 nov 9:10pm. ${SHORT}`,
  );
  assert.equal(
    smsText({ order: spei, shop: 'Lupita’s Bakery 🥐', link: SHORT }, 'en'),
    `Lupitas Bakery : pay $1,190 by SPEI to CLABE 646180123400000019 by Thu Nov 19 9:10pm. ${SHORT}`,
  );
});

test('it says less before it needs a second message, and cuts a long name last of all', () => {
  for (const order of [cash, spei])
    for (const shop of ['Lupita', 'Panadería y Pastelería La Esperanza de Coyoacán'])
      for (const mode of ['test', 'live'] as const) {
        const text = smsText({ order: { ...order, scope: { ...order.scope, mode } }, shop, link: LONG }, 'es');
        assert.ok(text.length <= 160, `${text.length}: ${text}`);
        assert.match(text, mode === 'test' ? /^PRUEBA (Lupita|Panader)/ : /^(Lupita|Panader)/);
        assert.match(text, /^[\x20-\x7e]+$/);
        assert.ok(text.includes(order === cash ? '$1,200' : '$1,190'));
      }
});

test('what was paid in part is not asked for again', () => {
  const text = smsText({ order: { ...cash, received: 100_000n }, shop: 'Lupita', link: SHORT }, 'es');
  assert.match(text, /lleva \$200 \(\$190 \+ \$10 de comision\)/);
});

test('with a link that leaves no room, the shop is still named', () => {
  const text = smsText({ order: cash, shop: 'Lupita', link: `https://${'x'.repeat(150)}.mx` }, 'es');
  assert.match(text, /^Lupita: lleva \$1,200 \(\$1,190 \+ \$10 de comision\)/);
});
