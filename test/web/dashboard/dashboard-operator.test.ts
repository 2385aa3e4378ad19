// The operator's part of the dashboard: messages, payment points, and money that needs a decision (D43, D55, D56).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editPaymentPoint, requirePaymentPoint } from '../../../src/actions/edit-payment-point.js';
import { verifyLedger } from '../../../src/actions/verify-ledger.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { OPERATOR_TOKEN, signIn } from './sign-in.js';

const service = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const merchant = await signIn(service, service.key);

test('messages are shown to their merchant and to the operator', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const path = `/v1/charges/${order.id}/sms`;
  await service.call('POST', path, { key: service.key, body: { customer_phone: '5512345678' } });
  assert.match(textOf(await merchant.get('/messages')), /\+525512345678.*Enviado/);
  const other = await signIn(service, service.other.keys.test.private);
  assert.match(textOf(await other.get('/messages')), /Todavía no hay mensajes/);
  const operator = await signIn(service, OPERATOR_TOKEN);
  assert.match(textOf(await operator.get('/messages')), /\+525512345678.*Modo de prueba/);
});

test('the operator edits payment points; merchants see them, and nothing of the operator', async () => {
  const operator = await signIn(service, OPERATOR_TOKEN);
  assert.equal(operator.start, '/dashboard/desk/inbox');
  for (const path of ['/orders', '/webhooks']) assert.equal((await operator.get(path)).status, 404);
  /** The form as the page gives it, with some fields changed. */
  const form = async (change: Record<string, string>) => {
    const { text } = await operator.get('/points/OXXO');
    const shown = [...text.matchAll(/<input[^>]*name="(\w+)"[^>]*>/g)]
      .filter(([input]) => !input.includes('checkbox') || input.includes('checked'))
      .map(([input, name = '']) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']);
    return new URLSearchParams({ ...Object.fromEntries(shown), ...change }).toString();
  };
  for (const [change, status, why] of [
    [{ rank: '2' }, 409, /el mismo lugar en la lista/],
    [{ rank: 'first' }, 400, /[Dd]ebe ser un entero de 1 a/],
    [{ name: '' }, 400, /name debe tener de 1 a 255 caracteres/],
    [{ transaction_limit: '-1' }, 400, /transaction_limit debe ser mayor que cero/],
    [{ commission: 'x' }, 400, /commission debe ser una cantidad/],
    [{ name: 'a\0b' }, 400, /name tiene caracteres/],
    [{ name: ' ' }, 400, /name debe tener/],
    [{ name: 'x'.repeat(256) }, 400, /name debe tener/],
    [{ rank: '99999999999' }, 400, /rank debe ser/],
  ] as const) {
    const refused = await operator.post('/points/OXXO', await form(change));
    assert.equal(refused.status, status);
    assert.match(textOf(refused), why);
  }
  assert.equal((await merchant.post('/points/OXXO', await form({ name: 'Mine' }))).status, 404);
  assert.equal((await merchant.get('/points/OXXO')).status, 404);

  assert.equal((await operator.post('/points/OXXO', await form({ name: 'Oxxo Tienda', commission: '' }))).status, 303);
  assert.match(textOf(await operator.get('/points')), /Oxxo Tienda/);
  assert.match(textOf(await merchant.get('/points')), /Oxxo Tienda/);
  assert.equal((await operator.post('/points/OXXO', await form({ is_active: '', commission: '0' }))).status, 303);
  assert.ok(!(await merchant.get('/points')).text.includes('OXXO'));
  const [{ actor, action, subject } = { actor: '', action: '', subject: '' }] = await service.deps.db.query<{
    actor: string;
    action: string;
    subject: string;
  }>({ text: 'select actor, action, subject from audit_log order by sequence desc limit 1', values: [] });
  assert.deepEqual([actor, action, subject], [`person:${operator.person.id}@127.0.0.1`, 'provider.edit', 'OXXO']);

  // A form undoes nobody else's edit, and one that changes nothing edits nothing.
  const old = await form({ availability: '7:00 a 22:00' });
  await editPaymentPoint(service.deps, {
    code: 'OXXO',
    change: { name: 'Renamed', isActive: true },
    actor: 'test',
  });
  assert.equal((await operator.post('/points/OXXO', old)).status, 303);
  const { name, isActive, availability } = await requirePaymentPoint(service.deps, 'OXXO');
  assert.deepEqual([name, isActive, availability], ['Renamed', true, '7:00 a 22:00']);
  const fields = [await form({ availability: '1:00 a 2:00' }), await form({ transaction_limit: '9000.00' })];
  for (const { status } of await Promise.all(fields.map((one) => operator.post('/points/OXXO', one))))
    assert.equal(status, 303);
  const both = await requirePaymentPoint(service.deps, 'OXXO');
  assert.deepEqual([both.availability, both.orderLimit], ['1:00 a 2:00', 900_000n]);
  const stale = await operator.post('/points/OXXO', old);
  assert.equal(stale.status, 400);
  assert.match(textOf(stale), /Alguien cambió este punto/);
  const lines = async () => (await service.deps.db.query({ text: 'select 1 from audit_log', values: [] })).length;
  const before = await lines();
  assert.equal((await operator.post('/points/OXXO', await form({}))).status, 303);
  assert.equal(await lines(), before);
});

test('the operator decides about money that nobody can place, and about what is held', async () => {
  const operator = await signIn(service, OPERATOR_TOKEN);
  const order = await makeOrder(service, { amount: 31_500n });
  const pay = async (scenario: string) => {
    const path = `/v1/test/orders/${order.id}/payments`;
    const { json } = await service.call('POST', path, { key: service.key, body: { scenario } });
    return String(json.id);
  };
  const seenOf = async (payment: string) =>
    `&seen=${/name="seen" value="([^"]*)"/.exec((await operator.get(`/inbox/${payment}`)).text)?.[1] ?? ''}`;
  const decide = async (payment: string, form: string, fields: string) => {
    const reply = await operator.post(`/inbox/${payment}/${form}`, fields + (await seenOf(payment)));
    assert.equal(reply.headers['location'], `/dashboard/desk/inbox/${payment}`, textOf(reply));
    return textOf(await operator.get(`/inbox/${payment}`));
  };
  const lost = await pay('wrong_reference');
  assert.ok((await operator.get('/inbox')).text.includes(lost));
  const seen = await operator.get(`/inbox/${lost}`);
  assert.match(textOf(seen), /Sin orden.*¿De qué orden es\?.*debe exactamente este monto/);
  assert.ok(seen.text.includes(`value="${order.id}"`), 'the order is suggested');
  for (const [form, fields, status, why] of [
    ['match', 'order=ch_nothing', 400, /No existe la orden ch_nothing/],
    ['match', '', 400, /No existe la orden/],
    ['accept', 'sure=yes', 409, /Nadie sabe de quién es este dinero/],
    ['return', '', 400, /Marca la casilla/],
  ] as const) {
    const refused = await operator.post(`/inbox/${lost}/${form}`, fields + (await seenOf(lost)));
    assert.equal(refused.status, status);
    assert.match(textOf(refused), why);
  }
  for (const path of ['/inbox', `/inbox/${lost}`]) assert.equal((await merchant.get(path)).status, 404);
  assert.equal((await merchant.post(`/inbox/${lost}/match`, `order=${order.id}`)).status, 404);
  for (const path of ['/inbox/nothing', '/inbox/00000000-0000-0000-0000-000000000000'])
    assert.equal((await operator.get(path)).status, 404);

  const old = await seenOf(lost);
  assert.match(await decide(lost, 'match', `order=${order.id}`), /Aplicado \$315\.00 MXN/);
  const late = await operator.post(`/inbox/${lost}/return`, `sure=yes${old}`);
  assert.equal(late.status, 400);
  assert.match(textOf(late), /Alguien decidió mientras tanto/);
  assert.match(textOf(await merchant.get(`/orders/${order.id}`)), /Pagada/);
  assert.equal((await operator.post(`/inbox/${lost}/match`, `order=${order.id}`)).status, 400, 'once only');
  assert.ok(!(await operator.get('/inbox')).text.includes(lost));

  const [kept, back] = [await pay('exact'), await pay('exact')]; // the order is paid: both wait
  for (const payment of [kept, back]) assert.ok((await operator.get('/inbox')).text.includes(payment));
  await decide(kept, 'accept', 'sure=yes');
  assert.match(await decide(back, 'return', 'sure=yes'), /Devuelto \$315\.00 MXN/);
  for (const payment of [kept, back]) assert.ok(!(await operator.get('/inbox')).text.includes(payment));

  // What lies on an order that ended unpaid waits as well.
  const short = await makeOrder(service, { amount: 20_000n });
  const path = `/v1/test/orders/${short.id}/payments`;
  const { json: part } = await service.call('POST', path, { key: service.key, body: { scenario: 'short' } });
  assert.ok(!(await operator.get('/inbox')).text.includes(part.id));
  await service.call('POST', `/v1/charges/${short.id}/cancel`, { key: service.key });
  assert.ok((await operator.get('/inbox')).text.includes(part.id));
  await decide(part.id, 'accept', 'sure=yes');
  assert.ok(!(await operator.get('/inbox')).text.includes(part.id));
  const proof = await verifyLedger(service.deps);
  assert.ok(proof.ok, JSON.stringify(proof));
});
