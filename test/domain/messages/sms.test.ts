// The SMS about an order: the shop first, what must be brought and until when always, and one message wherever there is room for one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsText } from '../../../src/domain/messages/sms.js';
import type { Order } from '../../../src/domain/orders/order.js';
import type { PointDetails } from '../../../src/domain/points/kind.js';
import type { PointKindName } from '../../../src/domain/points/payment-point.js';
import { sampleOrder } from '../../support/order.js';

const END = Date.parse('2026-11-19T21:10:00-06:00');
const spei: Order = {
  ...sampleOrder(),
  ...{ scope: { accountId: 'a', mode: 'live' }, amount: 119_000n, received: 0n },
  ...{ point: null, clabe: '646180123400000019', expiry: { at: END, unit: 'ms' } },
};
const store = {
  code: 'OXXO',
  name: 'OXXO',
  kind: 'agreement',
  tillLimit: 500_000n,
  commission: 1_000n,
  details: {},
} as const;
const cash: Order = { ...spei, clabe: null, reference: '12345678901234', point: store };
const SHORT = 'https://pagos.mx/pay/ch_1';
const LONG = 'https://pay.example.com/pay/ch_00000000-0000-7000-8000-000000000000';

test('the shop comes first, then what to bring, with its commission, and the weekday', () => {
  assert.equal(
    smsText({ order: cash, shop: 'Panadería Lupita', link: SHORT, until: END }, 'es'),
    `Panaderia Lupita: lleva $1,200 ($1,190 + $10 de comision) a OXXO, ref. 12345678901234 hasta el jue 19 nov 9:10pm. ${SHORT}`,
  );
  assert.equal(
    smsText({ order: spei, shop: 'Lupita’s Bakery 🥐', link: SHORT, until: END }, 'en'),
    `Lupita's Bakery: pay $1,190 by SPEI to CLABE 646180123400000019 by Thu Nov 19 9:10pm. ${SHORT}`,
  );
});

test('each kind of point is told what its cashier asks for, and a card is no reference', () => {
  const at = (kind: PointKindName, name: string, details: PointDetails, more: Partial<Order> = {}) =>
    smsText(
      {
        order: { ...cash, ...more, point: { ...store, kind, name, details } },
        shop: 'Lupita',
        link: SHORT,
        until: END,
      },
      'es',
    );
  const until = `hasta el jue 19 nov 9:10pm. ${SHORT}`;
  assert.equal(
    at('agreement', 'OXXO', { company_reference_number: '4521' }),
    `Lupita: lleva $1,200 ($1,190 + $10 de comision) a OXXO, convenio 4521 ref. 12345678901234 ${until}`,
  );
  assert.equal(
    at('card', 'Casa Ley', {}, { cardNumber: '4152313412341234' }),
    `Lupita: lleva $1,200 a Casa Ley: deposita $1,190 a la tarjeta 4152313412341234 y paga $10 de comision ${until}`,
  );
  assert.equal(
    at('account', 'BBVA', { account_number: '0123456789' }),
    `Lupita: lleva $1,200 a BBVA: deposita $1,190 a la cuenta 0123456789 ref. 12345678901234 y paga $10 de comision hasta el 19/11 9:10pm. ${SHORT}`,
  );
  assert.equal(
    at('crypto', 'Ether', { coin: 'ETH', address: `0x${'0'.repeat(40)}` }),
    `Lupita: paga $1,200 con Ether: la cantidad exacta y la direccion estan en esta liga ${until}`,
  );
});

test('what a till takes only in parts is named in parts', () => {
  const order = { ...cash, amount: 875_000n };
  assert.match(
    smsText({ order, shop: 'Lupita', link: SHORT, until: END }, 'es'),
    /lleva \$5,010 y después \$3,760 \(\$8,750 \+ 2 x \$10 de comision\) a OXXO/,
  );
  assert.match(
    smsText({ order, shop: 'Lupita', link: LONG, until: END }, 'es'),
    /lleva \$5,010 y después \$3,760 a OXXO/,
  );
});

test('it says less before it needs a second message, but never leaves out what to bring, where or until when', () => {
  const account = { ...store, kind: 'account', name: 'Scotiabank', details: { account_number: '0123456789' } } as const;
  const card = { ...store, kind: 'card', name: 'Farmacia Benavides' } as const;
  const number = '4152313412341234';
  for (const order of [cash, spei, { ...cash, point: account }, { ...cash, point: card, cardNumber: number }])
    for (const shop of ['Lupita', 'Panadería y Pastelería La Esperanza de Coyoacán'])
      for (const mode of ['test', 'live'] as const) {
        const text = smsText(
          { order: { ...order, scope: { ...order.scope, mode } }, shop, link: LONG, until: END },
          'es',
        );
        assert.ok(text.length <= 2 * 153, `${text.length}: ${text}`);
        assert.match(text, mode === 'test' ? /^PRUEBA (Lupita|Panader)/ : /^(Lupita|Panader)/);
        assert.match(text, /^[\x20-\x7e]+$/);
        assert.match(text, /hasta el (jue 19 nov|19\/11) 9:10pm\./);
        assert.ok(text.includes(order === spei ? 'paga $1,190' : 'lleva $1,200'), text);
      }
  assert.ok(smsText({ order: spei, shop: 'Lupita', link: LONG, until: END }, 'es').length <= 160);
});

test('letters that an SMS has keep their accents, the others lose them', () => {
  const text = smsText({ order: cash, shop: 'Café El Ñandú ☕', link: SHORT, until: END }, 'es');
  assert.match(text, /^Café El Ñandu: lleva .* comision\)/);
});

test('what was paid in part is not asked for again', () => {
  const text = smsText({ order: { ...cash, received: 100_000n }, shop: 'Lupita', link: SHORT, until: END }, 'es');
  assert.match(text, /lleva \$200 \(\$190 \+ \$10 de comision\)/);
});

test('with a link that leaves no room, the shop is still named', () => {
  const text = smsText({ order: cash, shop: 'Lupita', link: `https://${'x'.repeat(150)}.mx`, until: END }, 'es');
  assert.match(text, /^Lupita: lleva \$1,200 \(\$1,190 \+ \$10 de comision\)/);
});
