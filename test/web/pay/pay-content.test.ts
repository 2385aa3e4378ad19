// What the customer page says, for every kind of order, in every state and in both languages: D59.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setBrand } from '../../../src/actions/accounts/set-brand.js';
import { setPolicies } from '../../../src/actions/accounts/set-policy.js';
import type { Status } from '../../../src/domain/orders/order.js';
import { buildServer } from '../../../src/service/compose.js';
import { encodeBars } from '../../../src/web/pay/voucher/barcode.js';
import { toPath } from '../../../src/web/pay/voucher/scan-code.js';
import type { Reply } from '../../support/service.js';
import { fieldsOf, orderIn, post } from '../checkout/forms.js';
import { type MadeOrder, makeOrder, NOON, setStatus, startPayService, textOf, type Wish } from '../fixtures.js';
import { payTest } from './situations.js';

const service = await startPayService();
service.setTime(NOON);
const live = service.merchant.keys.live.private;
const UNTOUCHED = { received: 0, refunded: 0, surplus: 0 } as const;
const stateOf = async (order: MadeOrder) => {
  const { version, ...state } = (await pay(order, '/status.json')).json;
  assert.match(version, /^[0-9a-f]{16}$/);
  return state;
};
const AN_HOUR_MS = 3_600_000;

const barsOf = (text: string) => toPath(encodeBars(text) ?? assert.fail());
const digitsOf = (reply: Reply) => textOf(reply).replace(/[\s,]/g, '');
const pay = (order: Pick<MadeOrder, 'id'>, more = '', headers: Record<string, string> = {}) =>
  service.call('GET', `/pay/${order.id}${more}`, { headers });

test('a SPEI order shows amount, merchant, product, folio, CLABE, steps and the time to pay', async () => {
  const order = await makeOrder(service, { key: live });
  const reply = await pay(order);
  assert.equal(reply.status, 200);
  const text = textOf(reply);
  for (const part of [
    'Pago a Merchant',
    'Pendiente de pago',
    '$1,234.50 MXN',
    'Funda de cuero',
    order.folio,
    'Transfiere el monto exacto.',
    'Paga a más tardar el martes 17 de noviembre, 12:00 p.m. (hora de la Ciudad de México)',
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  assert.ok(digitsOf(reply).includes(order.payTo));
  assert.ok(reply.text.includes(`data-copy="${order.payTo}"`));
  assert.ok(reply.text.includes('data-copy="1234.50"'));
  assert.match(text, /Banco STP/);
  assert.match(text, /Beneficiario Merchant/); // no setting says who holds the CLABEs
  assert.ok(!reply.text.includes(barsOf(order.payTo))); // no till scans a CLABE
});

for (const [point, parts] of [
  [
    'OXXO',
    [
      ...['Convenio 123', 'Referencia', 'Muestra el código de barras. Si no pasa, da el convenio y la referencia.'],
      ...[
        'Lleva en efectivo',
        '$1,244.50',
        '$1,234.50 + $10.00 de comisión',
        'Paga a más tardar mañana, lunes 16 de noviembre, 12:00 p.m.',
        'Abierto las 24 horas',
      ],
    ],
  ],
  [
    'CASA_LEY',
    [
      ...['Número de tarjeta', '0000', 'Banco de Pruebas', 'Abierto de 8:00 a.m. a 10:00 p.m.'],
      '$1,242.50 MXN Depósito a la tarjeta $1,234.50 Comisión de Casa Ley $8.00',
    ],
  ],
  [
    'BBVA',
    [
      ...['Referencia', 'Cuenta', '0000000000', 'Titular', 'Cobro Pruebas', 'Sin comisión', 'Monto exacto'],
      'Sucursales abiertas de lunes a viernes, 8:30 a.m. a 4:00 p.m.',
    ],
  ],
  ['INBURSA', ['Sin comisión']],
  [
    'BTC',
    [
      ...['Dirección', 'TEST-BTC-0000000000000000', 'Cantidad exacta', '0.00102875 BTC'],
      'Envía exactamente esta cantidad; la comisión de la red va aparte.',
      'Esta cantidad de BTC vale hasta que termine tu plazo.',
    ],
  ],
] as const) {
  test(`a charge at ${point} shows how to pay there`, async () => {
    const order = await makeOrder(service, { point });
    const reply = await pay(order);
    const text = textOf(reply);
    for (const part of parts) assert.ok(text.includes(part) || digitsOf(reply).includes(part), `${part} in ${text}`);
    assert.ok(digitsOf(reply).includes(order.payTo));
    assert.ok(reply.text.includes(`data-copy="${order.payTo}"`));
    const isScanned = point === 'OXXO';
    assert.equal(reply.text.includes(barsOf(order.payTo)), isScanned);
    for (const picture of ['/barcode.svg', '/barcode.png'])
      assert.equal((await pay(order, picture)).status, isScanned ? 200 : 404);
    assert.match(textOf(await pay(order, '?lang=en')), /Waiting for payment.*MXN.*Mexico City time/);
  });
}

test('above what one operation takes, the page says which parts to pay, and they add up', async () => {
  const order = await makeOrder(service, { point: 'OXXO', amount: 875_000n });
  const text = textOf(await pay(order));
  assert.match(
    text,
    /\$8,770\.00 MXN OXXO recibe hasta \$5,000\.00 por pago, más la comisión: haz 2 pagos con el mismo código\. Pago 1 \$5,000\.00 \+ \$10\.00 \$5,010\.00 Pago 2 \$3,750\.00 \+ \$10\.00 \$3,760\.00 Total \$8,770\.00.*Paga \$5,010\.00 MXN y después \$3,760\.00 MXN, las dos veces con el mismo código\. Guarda los dos comprobantes/,
  );
  assert.doesNotMatch(text, /paga \$8,750/i);
  await payTest(service, order, { scenario: 'short', amount: 5000 });
  const rest = textOf(await pay(order));
  assert.match(
    rest,
    /Lleva a OXXO lo que falta : \$3,760\.00 MXN Mismos datos, nuevo monto: paga \$3,760\.00 y ya no uses la ficha anterior\. Tu orden \$8,750\.00 Ya recibimos –\$5,000\.00 Falta \$3,750\.00 Comisión de OXXO \$10\.00/,
  );
  assert.doesNotMatch(rest, /partes/);
  assert.doesNotMatch(textOf(await pay(await makeOrder(service, { point: 'OXXO', amount: 500_000n }))), /partes/);
});

test('payments of one sum at a till are one row', async () => {
  const order = await makeOrder(service, { point: 'OXXO', amount: 1_000_000n });
  assert.match(
    textOf(await pay(order)),
    /Pagos 1 a 2, cada uno \$5,000\.00 \+ \$10\.00 \$5,010\.00 Total \$10,020\.00/,
  );
  assert.match(textOf(await pay(order, '?lang=en')), /Payments 1 to 2, each \$5,000\.00 \+ \$10\.00 \$5,010\.00/);
});

test('the deadline is the last moment at which the store takes money', async () => {
  const said = async (hours: number, point = 'CHEDRAUI') => {
    const expiry = { at: NOON + hours * AN_HOUR_MS, unit: 'ms' } as const;
    return textOf(await pay(await makeOrder(service, { point, expiry })));
  };
  assert.match(await said(34), /Paga a más tardar mañana, lunes 16 de noviembre, 9:00 p\.m\./);
  assert.match(await said(19), /Paga a más tardar hoy, domingo 15 de noviembre, 9:00 p\.m\./, 'it opens too late');
  assert.match(await said(8), /hoy, domingo 15 de noviembre, 8:00 p\.m\..*Tiempo restante: 8 horas/);
  assert.match(await said(34, 'OXXO'), /lunes 16 de noviembre, 10:00 p\.m\./, 'it never closes');
  service.setTime(NOON + 10 * AN_HOUR_MS);
  assert.match(await said(19), /mañana, lunes 16 de noviembre, 7:00 a\.m\..*Chedraui suele estar cerrado hasta/);
  service.setTime(NOON);
});

test('a deposit at a bank has a deadline at its branches, which are closed at weekends, and one online', async () => {
  const said = async (days: number) => {
    const expiry = { at: NOON + (days * 24 + 6) * AN_HOUR_MS, unit: 'ms' } as const;
    return textOf(await pay(await makeOrder(service, { point: 'BBVA', expiry })));
  };
  assert.match(
    await said(1),
    /En sucursal, hasta mañana, lunes 16 de noviembre, 4:00 p\.m\. En línea, hasta mañana, lunes 16 de noviembre, 6:00 p\.m\./,
  );
  assert.match(await said(6), /En sucursal, hasta el viernes 20 de noviembre, 4:00 p\.m\./);
  const today = await said(0); // Sunday
  assert.doesNotMatch(today, /En sucursal, a más/);
  assert.match(today, /En línea, hasta hoy, domingo 15 de noviembre, 6:00 p\.m\./);
});

test('a price in another currency is shown with its rate', async () => {
  const order = await makeOrder(service, { price: { amount: 1_256n, currency: 'USD' } });
  assert.match(textOf(await pay(order)), /Equivale a 12\.56 USD \(1 USD = \$\d+\.\d\d+ MXN\)/);
  assert.match(textOf(await pay(order, '?lang=en')), /Equals 12\.56 USD \(1 USD = \$\d+\.\d\d+ MXN\)/);
});

test('a coin is shown with its quantity and a QR code; without a price the page says to ask for the quantity', async () => {
  const order = await makeOrder(service, { point: 'BTC' });
  const reply = await pay(order);
  assert.match(reply.text, /href="bitcoin:TEST-BTC-0000000000000000\?amount=0\.00102875"/);
  assert.match(reply.text, /<svg class="qr" role="img" aria-label="Código QR para pagar con Bitcoin"/);
  assert.match(textOf(reply), /Envía exactamente : 0\.00102875 BTC Total a pagar: \$1,234\.50 MXN/);
  await service.deps.db.query({
    text: "update orders set point = jsonb_set(point::jsonb, '{details,pesos_per_coin}', '\"mucho\"')::json where id = $1",
    values: [order.id.slice(3)],
  });
  const without = await pay(order);
  assert.match(textOf(without), /Monto exacto \$1,234\.50 MXN/);
  assert.match(textOf(without), /vuelve a abrir esta página en unos minutos/);
  assert.doesNotMatch(without.text, /href="bitcoin|Envía exactamente/);
});

test('the beneficiary of live transfers is a setting', async () => {
  const { deps } = service;
  const { app } = await buildServer({
    ...deps,
    settings: { ...deps.settings, speiBeneficiary: 'Pagos Unidos SA de CV' },
  });
  const { id } = await makeOrder(service, { key: live });
  const { body } = await app.inject({ url: `/pay/${id}` });
  await app.close();
  assert.match(body, /Beneficiario.*Pagos Unidos SA de CV/);
});

test('the language is that of ?lang, else of Accept-Language, else Spanish', async () => {
  const order = await makeOrder(service);
  for (const [more, accept, wanted] of [
    ['', undefined, 'es-MX'],
    ['', 'en-US,en;q=0.9', 'en'],
    ['', 'fr', 'es-MX'],
    ['?lang=en', undefined, 'en'],
    ['?lang=es', 'en', 'es-MX'],
    ['?lang=fr', 'en', 'en'],
    ['?lang=en&lang=es', undefined, 'es-MX'],
  ] as const) {
    const { text } = await pay(order, more, accept === undefined ? {} : { 'accept-language': accept });
    assert.ok(text.startsWith(`<!doctype html><html lang="${wanted}">`), `${more} ${accept}`);
    const other = wanted === 'en' ? 'es' : 'en';
    assert.ok(text.includes(`<a class="language" href="?lang=${other}" hreflang="${other}" lang="${other}">`));
  }
});

test('whatever a merchant calls himself and his product is text, never markup', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`;
  const shop = await service.account({ name: evil });
  const order = await makeOrder(service, {
    key: shop.keys.test.private,
    product: { id: '1', name: evil, imageUrl: evil },
  });
  for (const status of ['pending', 'paid', 'expired', 'canceled'] as const) {
    await setStatus(service, order, status);
    const reply = await pay(order);
    assert.ok(!reply.text.includes('<script>') && !reply.text.includes('<img'), status);
    assert.ok(textOf(reply).includes(evil));
  }
});

test('nothing of the customer, of extras or from elsewhere is on the page', async () => {
  for (const wish of [{}, { point: 'OXXO' }] satisfies Wish[]) {
    const order = await makeOrder(service, wish);
    for (const more of ['', '/status.json', '/barcode.svg']) {
      const { text } = await pay(order, more);
      for (const secret of [
        'Ana',
        'Robles',
        'ana@example.com',
        '5512345678',
        'inside-only',
        'shop.example',
        service.merchant.account.id,
      ]) {
        assert.ok(!text.includes(secret), `${secret} in ${more}`);
      }
    }
  }
});

const WORDS: Readonly<Record<Exclude<Status, 'pending'>, readonly [string, string]>> = {
  paid: ['Pagado', 'Paid'],
  expired: ['Vencida', 'Expired'],
  canceled: ['Cancelada', 'Canceled'],
};
for (const status of ['paid', 'expired', 'canceled'] as const) {
  test(`an order that is ${status} says so and shows nothing to pay to`, async () => {
    for (const wish of [{}, { point: 'OXXO' }, { point: 'BBVA' }, { point: 'BTC' }] satisfies Wish[]) {
      const order = await makeOrder(service, wish);
      await setStatus(service, order, status);
      const [es, en] = [await pay(order), await pay(order, '?lang=en')];
      assert.ok(textOf(es).includes(WORDS[status][0]));
      assert.ok(textOf(en).includes(WORDS[status][1]));
      for (const reply of [es, en]) {
        assert.equal(reply.status, 200);
        assert.ok(!digitsOf(reply).includes(order.payTo) && !reply.text.includes(order.payTo));
        assert.doesNotMatch(reply.text, /role="img"|data-copy|http-equiv="refresh"/);
      }
      for (const picture of ['/barcode.svg', '/barcode.png']) assert.equal((await pay(order, picture)).status, 404);
      assert.equal((await pay(order, '/status.json')).json.status, status);
    }
  });
}

test('an expired or canceled order says not to pay it', async () => {
  const order = await makeOrder(service);
  await setStatus(service, order, 'expired');
  assert.match(textOf(await pay(order)), /ya no pagues esta orden/);
  assert.match(textOf(await pay(order, '?lang=en')), /do not pay this order/);
  await setStatus(service, order, 'canceled');
  assert.match(textOf(await pay(order)), /no la pagues/);
});

test('an order whose time is over is expired on the page before the worker has said so', async () => {
  const expiry = { at: NOON + AN_HOUR_MS, unit: 's' } as const;
  const order = await makeOrder(service, { expiry });
  try {
    service.setTime(expiry.at - 1);
    assert.match(textOf(await pay(order)), /Tiempo restante: 1 minuto/);
    assert.deepEqual(await stateOf(order), { ...UNTOUCHED, status: 'pending', expired: false, state: 'waiting' });
    service.setTime(expiry.at);
    assert.match(textOf(await pay(order)), /Vencida/);
    assert.deepEqual(await stateOf(order), { ...UNTOUCHED, status: 'expired', expired: true, state: 'ended' });
    assert.equal((await pay(order, '/barcode.svg')).status, 404);
  } finally {
    service.setTime(NOON);
  }
});

test('a pending page without JavaScript loads itself again; a settled one does not', async () => {
  const order = await makeOrder(service);
  assert.ok((await pay(order)).text.includes('<noscript><meta http-equiv="refresh" content="30"/></noscript>'));
});

test('test mode says so in the language of the page; live mode does not', async () => {
  const [inTest, inLive] = [await makeOrder(service), await makeOrder(service, { key: live })];
  assert.match(textOf(await pay(inTest)), /MODO DE PRUEBA No pagues/);
  assert.match(textOf(await pay(inTest, '?lang=en')), /TEST MODE Do not pay/);
  assert.doesNotMatch(textOf(await pay(inLive)), /MODO DE PRUEBA/);
});

test('a settled order leads back to the shop, by web addresses only', async () => {
  const back = async (status: Status, success: string | null, failure: string | null) => {
    const order = await makeOrder(service, { returnUrls: { success, failure } });
    await setStatus(service, order, status);
    return /<a class="button strong" href="([^"]*)"/.exec((await pay(order)).text)?.[1] ?? null;
  };
  assert.equal(await back('paid', 'https://shop.example/ok?a=1&b=2', null), 'https://shop.example/ok?a=1&amp;b=2');
  assert.equal(await back('expired', 'https://shop.example/ok', 'http://shop.example/no'), 'http://shop.example/no');
  assert.equal(await back('canceled', null, 'http://shop.example/no'), 'http://shop.example/no');
  assert.equal(await back('paid', null, 'http://shop.example/no'), null);
  assert.equal(await back('pending', 'https://shop.example/ok', 'http://shop.example/no'), null);
  for (const bad of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '/relative', 'not an address']) {
    assert.equal(await back('paid', bad, null), null, bad);
  }
});

test('a merchant who takes no short payment has no customer told to pay in parts', async () => {
  const { account, keys } = await service.account({ name: 'De una vez' });
  await setPolicies(service.deps, { accountId: account.id, policies: { short: 'hold' }, actor: 'test' });
  const order = await makeOrder(service, { key: keys.test.private, point: 'OXXO', amount: 875_000n });
  const text = textOf(await pay(order));
  assert.doesNotMatch(text, /Pago 1|\$5,000\.00 MXN y después/);
  assert.match(text, /OXXO recibe como máximo \$5,000\.00 por operación y este comercio no acepta pagos en partes/);
});

test('the page says who collects for the shop, what to write as concept, and how to reach the shop', async () => {
  const other = await startPayService({ COBRO_SPEI_BENEFICIARY: 'Pagos del Valle SA de CV' });
  await setBrand(other.deps, {
    accountId: other.merchant.account.id,
    contact: { phone: '55 5555 1234', whatsapp: '+52 55 5555 1234', email: 'hola@lupita.mx', website: 'lupita.mx' },
    actor: 'test',
  });
  const order = await makeOrder(other, { key: other.merchant.keys.live.private });
  const page = await other.call('GET', `/pay/${order.id}`);
  assert.match(textOf(page), /Pagos del Valle SA de CV cobra por Merchant: es el nombre que verás en tu banco\./);
  assert.match(textOf(page), new RegExp(`Concepto \\(opcional\\) ${order.folio}`));
  for (const part of ['href="tel:+525555551234"', 'href="https://wa.me/525555551234"', 'href="mailto:hola@lupita.mx"'])
    assert.ok(page.text.includes(part), part);
  assert.match(textOf(page), /Teléfono: 55 5555 1234 WhatsApp: 55 5555 1234 Correo: hola@lupita\.mx Sitio: lupita\.mx/);
  other.setTime(other.deps.clock.now() + 10 * 24 * AN_HOUR_MS);
  const over = await other.call('GET', `/pay/${order.id}`);
  assert.match(over.text, /href="https:\/\/lupita\.mx\/"[^>]*>Ir a la tienda/);
});

test('an expired order of a payment link leads to a new one, while the link is open', async () => {
  const own = await startPayService();
  const { key } = own;
  const { json: link } = await own.call('POST', '/v1/payment_links', {
    key,
    body: { order_name: 'Rosas', order_price: 100 },
  });
  const form = fieldsOf(await own.call('GET', `/checkout/${link.id}`));
  const buyer = { customer_name: 'Ana', customer_email: 'ana@example.com', payment_type: 'OXXO' };
  const id = orderIn(await post(own, `/checkout/${link.id}`, { ...form, ...buyer }));
  own.setTime(own.deps.clock.now() + 10 * 24 * AN_HOUR_MS);
  const page = await own.call('GET', `/pay/${id}`);
  assert.match(page.text, new RegExp(`href="/checkout/${link.id}"[^>]*>Hacer una orden nueva`));
  await own.call('POST', `/v1/payment_links/${link.id}/deactivate`, { key });
  assert.doesNotMatch((await own.call('GET', `/pay/${id}`)).text, /Hacer una orden nueva/);
});
