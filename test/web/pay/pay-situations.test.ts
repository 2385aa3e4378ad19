// What the customer page says in each situation, in both languages (D59): money that arrived, that is too much, that goes
// back, and that came for an order which could no longer be paid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameAccount } from '../../support/refund-form.js';
import { makeOrder, NOON, startPayService, textOf } from '../fixtures.js';
import { payTest, refund, SITUATIONS } from './situations.js';

const service = await startPayService();
service.setTime(NOON);

const pay = (id: string, more = '') => service.call('GET', `/pay/${id}${more}`);

const SAYS: Readonly<Record<string, readonly [state: string, es: readonly RegExp[], en: readonly RegExp[]]>> = {
  waiting: [
    'waiting',
    [/Pendiente de pago Lleva en efectivo a OXXO : \$1,244\.50 MXN \$1,234\.50 \+ \$10\.00 de comisión/],
    [/Waiting for payment Cash to take to OXXO : \$1,244\.50 MXN \$1,234\.50 \+ \$10\.00 fee/],
  ],
  'waiting for a transfer': [
    'waiting',
    [/Transfiere por SPEI : \$1,234\.50 MXN/, /Banco Banco de Pruebas/, /Beneficiario Cobro Pruebas/],
    [/To transfer by SPEI : \$1,234\.50 MXN/, /Bank Banco de Pruebas/, /Beneficiary Cobro Pruebas/],
  ],
  'part paid': [
    'part_paid',
    [
      /Pagado en parte Lleva a OXXO lo que falta : \$744\.50 MXN Mismos datos, nuevo monto: paga \$744\.50 .* Tu orden \$1,234\.50 Ya recibimos –\$500\.00 Falta \$734\.50 Comisión de OXXO \$10\.00 Total/,
      /Paga \$744\.50 MXN en efectivo y guarda .* en cuanto OXXO nos avisa\./,
      /Lo que ya recibimos \$500\.00 Fecha de pago domingo 15.* Comisión de OXXO \$10\.00 Medio de pago OXXO/,
    ],
    [
      /Partly paid Rest to take to OXXO : \$744\.50 MXN/,
      /Your order \$1,234\.50 Received –\$500\.00 Left \$734\.50 OXXO fee \$10\.00/,
    ],
  ],
  paid: [
    'paid',
    [
      /Pagado Monto : \$1,234\.50 MXN/,
      /Recibimos tu pago/,
      /Fecha de pago domingo 15 de noviembre de 2026, 12:00 p\.m\./,
      /Clave de rastreo \S{6,}/,
    ],
    [/Paid Amount : \$1,234\.50 MXN/, /Paid on Sunday, November 15, 2026, 12:00 PM/, /Tracking key \S{6,}/],
  ],
  overpaid: [
    'overpaid',
    [
      /Recibimos \$1,300\.00; tu orden era de \$1,234\.50\./,
      /Pagaste \$65\.50 de más: Merchant te los devolverá o acordará contigo qué hacer\./,
    ],
    [/We have received \$1,300\.00; your order was \$1,234\.50/, /You paid \$65\.50 too much: Merchant will refund it/],
  ],
  refunded: [
    'refunded',
    [
      /Falta tu CLABE Devolución : \$1,234\.50 MXN/,
      /MXN El total de tu orden Para mandarte tu dinero necesitamos tu CLABE: abre el correo que te enviamos a a\*\*\*@e\*\*\*\.com\. Si no lo ves, mira en el correo no deseado\. La comisión de OXXO \(\$10\.00\) no se devuelve\. ¿No tienes cuenta/,
      /No me llegó: reenviar correo/,
    ],
    [/Your CLABE is missing Refund : \$1,234\.50 MXN/, /It did not arrive: send the e-mail again/],
  ],
  'refunded in part': [
    'refunded',
    [
      /Devolución en preparación Devolución : \$200\.00 MXN/,
      /MXN Una parte de los \$1,234\.50 que pagaste Puede tardar unos días; aquí verás cuándo sale\..*Tu devolución Destino \S.*, la cuenta desde la que pagaste/,
    ],
    [/Refund being prepared Refund : \$200\.00 MXN/],
  ],
  expired: [
    'ended',
    [
      /Vencida/,
      /El plazo para pagar terminó el domingo 15 de noviembre, \S+ a\.m\.: ya no pagues esta orden\. ¿Ya pagaste, a tiempo o tarde\? Tu dinero no se pierde/,
    ],
    [/Expired/, /do not pay this order/, /Already paid, on time or late\?/],
  ],
  'expired with money': [
    'ended_with_money',
    [
      /Vencida Recibimos : \$500\.00 MXN de los \$1,234\.50 de tu orden/,
      /Tu dinero está a salvo: Merchant te lo devolverá o acordará contigo qué hacer\. El plazo para pagar terminó el .*: ya no pagues esta orden\./,
      /Tu pago Fecha de pago .* Comisión de OXXO \$10\.00 Medio de pago OXXO/,
    ],
    [/Your money is safe: Merchant will refund it or contact you/],
  ],
  canceled: [
    'ended',
    [
      /Cancelada/,
      /no la pagues/,
      /¿Ya la habías pagado\? Tu dinero no se pierde: aparecerá aquí, y Merchant te lo devolverá/,
    ],
    [/Canceled/, /do not pay it/, /Already paid\? Your money is not lost/],
  ],
  'canceled with money': [
    'ended_with_money',
    [/Cancelada Recibimos : \$1,234\.50 MXN Tu dinero está a salvo/, /Tu pago Fecha de pago/],
    [/Canceled/, /We have received : \$1,234\.50 MXN/],
  ],
};

for (const [name, make] of Object.entries(SITUATIONS)) {
  test(`${name}: the page says where the money is and what to do, and shows nothing to pay to when it is over`, async () => {
    const { id, payTo } = await make(service);
    const [state, es, en] = SAYS[name] ?? assert.fail(name);
    const [inSpanish, inEnglish, status] = [await pay(id), await pay(id, '?lang=en'), await pay(id, '/status.json')];
    for (const wanted of es) assert.match(textOf(inSpanish), wanted);
    for (const wanted of en) assert.match(textOf(inEnglish), wanted);
    assert.equal(status.json.state, state);
    assert.match(inSpanish.text, new RegExp(`data-version="${status.json.version}"`));
    const isOpen = state === 'waiting' || state === 'part_paid';
    assert.equal(inSpanish.text.includes(payTo), isOpen);
    for (const file of ['voucher.png', 'voucher.pdf'])
      assert.equal((await pay(id, `/${file}`)).status, isOpen ? 200 : 404);
    for (const secret of ['ana@example.com', 'Robles', '5512345678']) assert.ok(!inSpanish.text.includes(secret));
  });
}

test('a refund that the shop cannot pay yet is being prepared, and nothing is asked of the customer', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  await payTest(service, order, { scenario: 'exact' });
  await refund(service, order);
  await service.deps.db.query({
    text: "update outgoing_transfers set state = 'to_fund' where order_id = $1",
    values: [order.id.slice(3)],
  });
  const text = textOf(await pay(order.id));
  assert.match(text, /Devolución en preparación/);
  assert.match(text, /En preparación por el negocio\./);
  assert.doesNotMatch(text, /Falta|CLABE/);
});

test('the receipt says what the till charged beside it', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  await payTest(service, order, { scenario: 'exact' });
  const paid = await pay(order.id);
  assert.match(
    textOf(paid),
    /Monto : \$1,234\.50 MXN Pagaste \$1,244\.50 en OXXO: \$1,234\.50 \+ \$10\.00 de comisión\./,
  );
});

test('a refund is followed to its end, without the account, the holder or the secret link', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  await payTest(service, order, { scenario: 'exact' });
  const made = await refund(service, order);
  const before = await pay(order.id, '/status.json');
  const token = /pay\/refund\/([^"?]+)/.exec(JSON.stringify(made))?.[1] ?? assert.fail(JSON.stringify(made));
  const named = await nameAccount(service, `/pay/refund/${token}`, {
    clabe: '012180015025335996',
    holder: 'Ana Robles',
  });
  assert.equal(named.status, 200);
  const after = await pay(order.id, '/status.json');
  assert.notEqual(after.json.version, before.json.version);
  const page = await pay(order.id);
  assert.match(
    textOf(page),
    /Devolución en preparación.*puedes ver a qué cuenta va, y cambiarla.*Destino BBVA México, la cuenta que nos diste/,
  );
  for (const secret of ['012180015025335996', 'Ana Robles', token]) assert.ok(!page.text.includes(secret), secret);
  await service.deps.db.query({
    text: "update outgoing_transfers set state = 'confirmed', tracking_key = 'KEY1', sent_at = now(), confirmed_at = now() where order_id = $1",
    values: [order.id.slice(3)],
  });
  const arrived = await pay(order.id);
  assert.match(textOf(arrived), /Clave de rastreo KEY1 Copiar clave de rastreo/);
  assert.ok(arrived.text.includes('data-copy="KEY1"'));
});
