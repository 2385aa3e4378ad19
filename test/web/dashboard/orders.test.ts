// Orders in the dashboard: found, shown to their merchant alone, paid in test mode, refunded and canceled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrder, setStatus, startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

test("another merchant's order does not exist, nor one of the other mode", async () => {
  const order = await makeOrder(service);
  const others = [
    await signIn(service, service.other.keys.test.private),
    await signIn(service, service.merchant.keys.live.private),
  ];
  for (const other of others) {
    assert.equal((await other.get(`/orders/${order.id}`)).status, 404);
    for (const form of ['cancel', 'refund', 'pay', 'events/1/resend']) {
      const refused = await other.post(
        `/orders/${order.id}/${form}`,
        'amount=1&refunded=0.00&received=0.00&scenario=exact&sure=yes',
      );
      assert.ok(refused.status >= 400, `${form}: ${refused.status}`);
    }
    assert.ok(!(await other.get(`/orders?q=${order.folio}`)).text.includes(order.id));
  }
  assert.match(textOf(await merchant.get(`/orders/${order.id}`)), /Pendiente/);
});

test('orders are found by id, folio, own number and e-mail, and by their status', async () => {
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  const names = ['A-1', 'CAFE0001'].map((id) => ({ id, name: 'Libro', imageUrl: null }));
  const customers = ['luis@example.com', 'eva@example.com'].map((email) => ({
    id: null,
    name: 'X',
    email,
    phone: null,
  }));
  const made = await Promise.all(
    names.map((product, index) => {
      const customer = customers[index];
      return makeOrder(service, { key: keys.test.private, product, ...(customer && { customer }) });
    }),
  );
  const [first, second] = made as [(typeof made)[0], (typeof made)[0]];
  const found = async (query: string) => {
    const { text } = await shop.get(`/orders?${query}`);
    return made.filter(({ id }) => text.includes(`/dashboard/test/orders/${id}"`)).map(({ id }) => id);
  };
  assert.deepEqual((await found('')).length, 2);
  assert.deepEqual(await found(`q=${first.id}`), [first.id]);
  assert.deepEqual(await found(`q=${first.folio.toLowerCase()}`), [first.id]);
  assert.deepEqual(await found('q=CAFE0001'), [second.id], 'a number of the shop that looks like a folio');
  assert.deepEqual(await found('q=luis@example.com'), [first.id]);
  assert.deepEqual(await found('q=nothing'), []);
  assert.deepEqual(await found(`q=${first.id}&status=paid`), []);
  assert.deepEqual(await found('q=%00'), [], 'in no identifier');
  for (const status of ['pending', 'paid', 'expired', 'canceled'] as const) {
    await setStatus(service, second, status);
    assert.deepEqual(await found(`q=CAFE0001&status=${status}`), [second.id]);
    assert.deepEqual(await found(`status=${status}`), status === 'pending' ? [first.id, second.id] : [second.id]);
  }
  for (const query of ['status=odd', 'cursor=x']) {
    const refused = await shop.get(`/orders?${query}`);
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), /Revisa/);
  }
});

test('page by page every order is shown once', async () => {
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  for (let made = 0; made < 60; made++) await makeOrder(service, { key: keys.test.private });
  const ids: string[] = [];
  for (let path: string | null = '/orders?status=pending'; path !== null; ) {
    const { text } = await shop.get(path);
    ids.push(...[...text.matchAll(/\/dashboard\/test\/orders\/(ch_[0-9a-f-]+)"/g)].map(([, id = '']) => id));
    const next = /href="\/dashboard\/test(\/orders\?[^"]+)" rel="next"/.exec(text)?.[1];
    path = next === undefined ? null : next.replaceAll('&amp;', '&');
  }
  assert.equal(ids.length, 60);
  assert.equal(new Set(ids).size, 60);
});

test('an order is paid in test mode, refunded in parts, and canceled; each page tells what was done', async () => {
  const order = await makeOrder(service, { amount: 10_000n });
  const page = `/orders/${order.id}`;
  const done = async (form: string, fields: string) => {
    const { status, headers, text } = await merchant.post(`${page}/${form}`, fields);
    assert.equal(status, 303, text);
    const told = String(headers['set-cookie']).split(';')[0];
    const cookie = `${merchant.cookie}; ${told}`;
    return textOf(await merchant.get(String(headers['location']).replace('/dashboard/test', ''), { cookie }));
  };
  const refused = async (form: string, fields: string, status: number, why: RegExp) => {
    const reply = await merchant.post(`${page}/${form}`, fields);
    assert.equal(reply.status, status);
    assert.match(textOf(reply), why);
  };
  await refused('refund', 'amount=100&refunded=0.00&sure=yes', 409, /No queda tanto por devolver/);
  assert.match(
    await done('pay', 'scenario=exact&received=0.00'),
    /Se avisó del pago.*Pagada.*\$100\.00 MXN · Aplicado/,
  );
  await refused('pay', 'scenario=exact&received=0.00', 409, /se movió mientras tanto/);
  await refused('refund', 'amount=40&refunded=0.00', 400, /Marca la casilla/);
  // As by a double click: one of them refunds, the others see that the order has changed.
  const clicks = await Promise.all(
    [1, 2, 3].map(() => merchant.post(`${page}/refund`, 'amount=40&refunded=0.00&sure=yes')),
  );
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [303, 409, 409]);
  assert.match(textOf(await merchant.get(page)), /Reembolsado \$40\.00 MXN/);
  assert.match(await done('refund', 'amount=40&refunded=40.00&sure=yes'), /quedó registrado.*Reembolsado \$80\.00 MXN/);
  await refused('refund', 'amount=20.01&refunded=80.00&sure=yes', 409, /No queda tanto por devolver/);
  await refused('refund', 'amount=x&refunded=80.00&sure=yes', 400, /amount/);
  assert.match(await done('refund', 'amount=20&refunded=80.00&sure=yes'), /Reembolsado \$100\.00 MXN/);
  await refused('cancel', 'sure=yes', 409, /cancelar/);
  assert.equal((await service.call('GET', `/v1/charges/${order.id}`, { key: service.key })).json.refunded, true);

  const canceled = await makeOrder(service);
  assert.equal((await merchant.post(`/orders/${canceled.id}/cancel`)).status, 400);
  assert.equal((await merchant.post(`/orders/${canceled.id}/cancel`, 'sure=yes')).status, 303);
  assert.match(textOf(await merchant.get(`/orders/${canceled.id}`)), /Cancelada/);
});

test('a merchant keeps or sends back money that waits, once, and another merchant does neither', async () => {
  const overpaid = async () => {
    const order = await makeOrder(service, { amount: 10_000n });
    await merchant.post(`/orders/${order.id}/pay`, 'scenario=over&received=0.00');
    const { text } = await merchant.get(`/orders/${order.id}`);
    const [, payment = ''] = /payments\/([0-9a-f-]{36})\/accept/.exec(text) ?? [];
    const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(text) ?? [];
    return {
      order,
      path: `/orders/${order.id}/payments/${payment}`,
      fields: `sure=yes&seen=${encodeURIComponent(seen)}`,
    };
  };
  const [kept, back] = [await overpaid(), await overpaid()];
  assert.match(textOf(await merchant.get(`/orders/${kept.order.id}`)), /nos quedamos con \$10\.00 MXN/);

  const other = await signIn(service, service.other.keys.test.private);
  assert.equal((await other.post(`${kept.path}/accept`, kept.fields)).status, 404);
  const elsewhere = kept.path.replace(kept.order.id, back.order.id);
  assert.equal((await merchant.post(`${elsewhere}/accept`, kept.fields)).status, 404, 'on the page of another order');
  assert.equal((await merchant.post(`${kept.path}/accept`, kept.fields.replace('sure=yes&', ''))).status, 400);
  assert.equal((await merchant.post(`${kept.path}/accept`, 'sure=yes&seen=0+0')).status, 400);

  const clicks = await Promise.all(
    ['accept', 'return'].map((choice) => merchant.post(`${kept.path}/${choice}`, kept.fields)),
  );
  assert.deepEqual(clicks.filter(({ status }) => status === 303).length, 1, 'one decision, whichever came first');
  assert.equal((await merchant.post(`${back.path}/return`, back.fields)).status, 303);
  for (const { order } of [kept, back])
    assert.doesNotMatch((await merchant.get(`/orders/${order.id}`)).text, /name="seen"/, 'nothing is left to decide');
  const { data } = (await service.call('GET', `/v1/transfers?order_id=${back.order.id}`, { key: service.key })).json;
  assert.deepEqual(
    data.map(({ reason, amount }: { reason: string; amount: number }) => [reason, amount]),
    [['return', 10]],
  );
});
