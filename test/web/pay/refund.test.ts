// The page where a customer says where a refund goes: it says what is wrong, asks once more, and lets them change it until the
// transfer is in a bank file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { isValidClabe } from '../../../src/domain/points/clabe.js';
import { BANKS } from '../../../src/domain/transfers/bank.js';
import { lookAtClabe, looksLikeEmail, looksLikePhone } from '../../../src/web/pay/typed.js';
import { confirmedIn, sendRefundForm } from '../../support/refund-form.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { payTest, refund } from './situations.js';

const service = await startPayService();
const CLABE = '012180015025335996';
const OTHER = '072180001234567897';

/** A refund of an order that was paid in cash, and the token of its link. */
async function refunded(): Promise<{ readonly id: string; readonly token: string }> {
  const order = await makeOrder(service, { point: 'OXXO' });
  await payTest(service, order, { scenario: 'exact' });
  const made = JSON.stringify(await refund(service, order));
  return { id: order.id, token: /pay\/refund\/([^"?]+)/.exec(made)?.[1] ?? assert.fail(made) };
}

const get = (token: string, query = '') => service.call('GET', `/pay/refund/${token}${query}`);

const send = (token: string, fields: Record<string, string>) => sendRefundForm(service, `/pay/refund/${token}`, fields);

for (const [clabe, says] of [
  ['01218001502533599', /Una CLABE tiene 18 dígitos/],
  ['01218001502533599O', /Una CLABE tiene solo dígitos/],
  ['012180015025335997', /El último dígito no corresponde a los demás/],
  ['999180015025335996', /Ningún banco tiene esos tres primeros dígitos/],
  ['', /Una CLABE tiene 18 dígitos/],
] as const)
  test(`the CLABE "${clabe}" is refused with what is wrong, and stays in the form`, async () => {
    const { token } = await refunded();
    const page = await send(token, { clabe, holder: 'Ana Robles' });
    assert.match(textOf(page), says);
    assert.ok(clabe === '' || page.text.includes(`value="${clabe}"`));
    assert.ok(page.text.includes('value="Ana Robles"'));
    assert.doesNotMatch(page.text, /name="confirmed"/);
  });

test('what is typed is asked once more, counts when it is confirmed, and can be changed afterwards', async () => {
  const { id, token } = await refunded();
  const asked = await send(token, { clabe: '012 180 01502533599-6', holder: 'Ana Robles' });
  assert.match(textOf(asked), /¿Es esta tu cuenta\?.*Monto \$[\d,.]+ MXN.*BBVA México.*Ana Robles/);
  assert.match(textOf(await get(token)), /Escribe la CLABE/, 'nothing counts yet');
  assert.match(textOf(await service.call('GET', `/pay/${id}`)), /Falta tu CLABE/);

  const done = await send(token, { confirmed: confirmedIn(asked) });
  assert.match(
    textOf(done),
    /Listo Ya tenemos tu CLABE Monto \$[\d,.]+ MXN Destino BBVA México, termina en 5996.*Ver mi orden Cambiar/,
  );
  assert.ok(!done.text.includes(CLABE) && !done.text.includes('Ana Robles'));
  assert.match(textOf(await service.call('GET', `/pay/${id}`)), /Devolución en preparación/);

  assert.match(textOf(await get(token, '?change=yes')), /Escribe la CLABE/);
  const again = await send(token, { confirmed: confirmedIn(await send(token, { clabe: OTHER, holder: 'Ana R.' })) });
  assert.match(textOf(again), /BANORTE, termina en 7897/);
});

test('once the transfer is in a bank file, nothing can be changed', async () => {
  const { token } = await refunded();
  const asked = await send(token, { clabe: CLABE, holder: 'Ana Robles' });
  await send(token, { confirmed: confirmedIn(asked) });
  const late = confirmedIn(await send(token, { clabe: OTHER, holder: 'Ana Robles' }));
  await exportTransfers(service.deps, { mode: 'test', actor: 'test' });
  for (const reply of [await get(token), await send(token, { confirmed: late })]) {
    assert.equal(reply.status, 404);
    assert.match(textOf(reply), /La transferencia ya salió al banco/);
  }
});

test('what was sealed for one link is nothing to another', async () => {
  const [mine, theirs] = [await refunded(), await refunded()];
  const sealed = confirmedIn(await send(mine.token, { clabe: CLABE, holder: 'Ana Robles' }));
  assert.match(textOf(await send(theirs.token, { confirmed: sealed })), /Una CLABE tiene 18 dígitos/);
});

test('the page judges a CLABE as the service does', () => {
  const digits = fc.stringMatching(/^[0-9]{18}$/);
  const right = digits.map((text) => {
    const start = `012${text.slice(3, 17)}`;
    return start + [...'0123456789'].find((last) => isValidClabe(start + last));
  });
  fc.assert(
    fc.property(fc.oneof(digits, right), (clabe) => {
      const isKnown = BANKS[clabe.slice(0, 3)] !== undefined;
      assert.equal(lookAtClabe(clabe, BANKS).fault === null, isKnown && isValidClabe(clabe));
    }),
  );
  assert.deepEqual(lookAtClabe('012', BANKS), { bank: 'BBVA MEXICO', fault: 'length' });
});

test('the page judges addresses and numbers while they are typed', () => {
  for (const text of ['ana@example.com', 'a.b+c@correo.unam.mx', ' ana@example.com ']) assert.ok(looksLikeEmail(text));
  for (const text of ['nombre@exampl', 'ana', 'ana@', '@example.com', 'a b@example.com', 'ana@example.1'])
    assert.ok(!looksLikeEmail(text), text);
  for (const text of ['55 1234 5678', '+52 55 1234 5678', '5255 12345678', '+1 (555) 123-4567'])
    assert.ok(looksLikePhone(text), text);
  for (const text of ['55 1234', '551234567', 'abc', '+52 55 1234', '']) assert.ok(!looksLikePhone(text), text);
});

test('whoever has the page of a refund that waits has the link sent again, to the customer alone and not without end', async () => {
  const { id, token } = await refunded();
  assert.match((await service.call('GET', `/pay/${id}`)).text, new RegExp(`href="/pay/${id}/link\\?lang=es"`));
  const again = (method: 'GET' | 'POST') => service.call(method, `/pay/${id}/link`);
  const asked = await again('GET');
  assert.match(asked.headers['content-security-policy'] ?? '', /frame-ancestors 'none'$/);
  assert.match(
    textOf(asked),
    /La enviaremos a tu correo a\*\*\*@e\*\*\*\.com,.*¿No es tu correo o ya no lo usas\? Habla con Merchant\..*Enviarme la liga/,
  );
  assert.equal((await get(token)).status, 200, 'asking sends nothing');
  for (let sent = 1; sent <= 3; sent++) {
    const reply = await again('POST');
    assert.match(textOf(reply), /Listo Busca en tu correo/);
    assert.doesNotMatch(reply.text, /pay\/refund|ana@example\.com/);
  }
  assert.equal((await get(token)).status, 404, 'the new link ends the one before');
  assert.equal((await again('POST')).status, 409);
  const { id: paid } = await makeOrder(service);
  assert.equal((await service.call('POST', `/pay/${paid}/link`)).status, 409, 'no refund waits');
  assert.equal((await service.call('GET', '/pay/ch_x/link')).status, 404);
});
