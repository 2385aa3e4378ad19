// The list of orders in the dashboard: found by what a receipt carries, by tabs and filters, page by page, as a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOrders } from '../../../src/actions/orders/index-orders.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { sql } from '../../../src/store/sql.js';
import { makeOrder, setStatus, startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();

async function openShop() {
  const { keys } = await service.account({});
  const key = keys.test.private;
  return { key, ...(await signIn(service, key)) };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** The ids of the orders on a page, in its sequence. */
async function listed(shop: Shop, query: string): Promise<string[]> {
  const { status, text } = await shop.get(`/orders${query}`);
  assert.equal(status, 200, text.slice(0, 500));
  return [...text.matchAll(/href="\/dashboard\/test\/orders\/(ch_[0-9a-f-]+)"/g)].map(([, id = '']) => id);
}

const pay = async (shop: Shop, id: string, scenario: string) => {
  const body = { scenario };
  const { json, status } = await service.call('POST', `/v1/test/orders/${id}/payments`, { key: shop.key, body });
  assert.equal(status, 200);
  return json.id as string;
};

test('a refund that is held up has one name in the list, in what a search finds and on its page', async () => {
  const shop = await openShop();
  const refunded = async (wish: { point?: string }) => {
    const order = await makeOrder(service, { key: shop.key, amount: 10_000n, ...wish });
    await pay(shop, order.id, 'exact');
    const { status } = await service.call('POST', `/v1/charges/${order.id}/refunds`, {
      key: shop.key,
      body: { amount: 10 },
    });
    assert.equal(status, 200);
    return order;
  };
  const [held, going] = [await refunded({ point: 'OXXO' }), await refunded({})];
  const pills = async (path: string) =>
    [...(await shop.get(path)).text.matchAll(/class="state (\w+)">([^<]+)</g)].map(
      ([, tone, name]) => `${tone} ${name}`,
    );
  const names = { held: 'wait Reembolso detenido', going: 'off Reemb. parcial' };
  assert.deepEqual(await pills('/orders'), [names.going, names.held]);
  assert.deepEqual(await pills('/orders?tab=refunded'), [names.going, names.held]);
  assert.deepEqual(await pills(`/orders?q=${held.folio}`), [names.held]);
  assert.deepEqual((await pills(`/orders/${held.id}`)).slice(0, 2), ['good Pagada', names.held]);
  assert.deepEqual((await pills(`/orders/${going.id}`)).slice(0, 1), [names.going]);
  await service.deps.db.query(sql`
    update outgoing_transfers set clabe = '012180015025335996', holder = 'Ana Robles', bank = 'BBVA MEXICO', destination_at = now()
    where order_id = ${held.id.slice(3)}`);
  assert.deepEqual(await pills('/orders'), [names.going, names.going], 'somebody said where it goes');
});

for (const isTexted of [false, true]) {
  test(`orders are found by what a receipt carries, ${isTexted ? 'long' : 'right'} after they were made`, async () => {
    const shop = await openShop();
    const customer = {
      id: null,
      name: 'Íñigo Núñez de la Peña',
      email: 'Inigo.Nunez@example.com',
      phone: '5587654321',
    };
    const order = await makeOrder(service, {
      key: shop.key,
      amount: 98_765n,
      customer,
      product: { id: 'Pedido-77/a', name: 'Libro', imageUrl: null },
    });
    const cash = await makeOrder(service, { key: shop.key, point: 'OXXO', amount: 12_345n });
    await pay(shop, order.id, 'exact');
    const [paid] = await service.deps.db.query<{ key: string }>(sql`
      select tracking_key as key from payments where order_id = ${order.id.slice(3)}`);
    const trackingKey = paid?.key ?? '';
    if (isTexted) {
      service.setTime(Date.now() + 2 * 60_000);
      while (await indexOrders(service.deps));
      service.setTime(null);
    }
    for (const search of [
      ...[order.id, order.id.slice(3), order.folio, order.folio.toLowerCase(), order.folio.slice(2, 7)],
      ...['Pedido-77/a', 'PEDIDO-77', 'dido-77/A', 'Íñigo Núñez', 'nunez de', 'INIGO.NUNEZ@EXAMPLE.COM', 'nunez@exam'],
      ...['5587654321', '55 8765 4321', '+52 55 8765 4321', '4321'],
      ...[order.payTo, order.payTo.replace(/(.{6})/g, '$1 '), trackingKey, trackingKey.toLowerCase()],
      ...['987.65', '$987.65', '  987.65 '],
    ])
      assert.deepEqual(await listed(shop, `?q=${encodeURIComponent(search)}`), [order.id], search);
    assert.deepEqual(await listed(shop, `?q=${cash.payTo}`), [cash.id], 'a reference');
    assert.deepEqual(await listed(shop, '?q=123.45'), [cash.id], 'an amount');
    for (const search of ['nobody', '%', 'a_b', '%00', '12345678901234', "'; drop table orders", '987.64'])
      assert.deepEqual(await listed(shop, `?q=${encodeURIComponent(search)}`), [], search);
    assert.deepEqual(await listed(shop, `?q=${order.folio}&tab=waiting`), [], 'not in that tab');
    assert.deepEqual(await listed(shop, `?q=${order.folio}&tab=paid&min=900&max=1,000`), [order.id]);

    const other = await openShop();
    for (const search of [order.id, order.folio, order.payTo, trackingKey, 'nunez', '987.65'])
      assert.deepEqual(await listed(other, `?q=${search}`), [], `another merchant: ${search}`);
  });
}

test('an erased customer is not found any more, nor are the notes about the order', async () => {
  const shop = await openShop();
  const customer = { id: null, name: 'Zoila Vaca', email: 'zoila@example.com', phone: '5511112222' };
  const order = await makeOrder(service, { key: shop.key, customer });
  service.setTime(Date.now() + 2 * 60_000);
  while (await indexOrders(service.deps));
  service.setTime(null);
  assert.deepEqual(await listed(shop, '?q=zoila'), [order.id]);
  const { text } = await shop.get(`/orders/${order.id}`);
  const form = [...text.matchAll(/name="form" value="([^"]+)"/g)].at(-1)?.[1];
  assert.equal((await shop.post(`/orders/${order.id}/notes`, `form=${form}&text=Zoila+is+late`)).status, 303);
  const { eraseCustomer } = await import('../../../src/actions/keeping/erase-customer.js');
  await eraseCustomer(service.deps, { email: customer.email, accountId: null, actor: 'test' });
  for (const search of ['zoila', 'vaca', '5511112222'])
    assert.deepEqual(await listed(shop, `?q=${search}`), [], search);
  assert.deepEqual(await listed(shop, `?q=${order.folio.slice(0, 6)}`), [order.id]);
  assert.doesNotMatch((await shop.get(`/orders/${order.id}`)).text, /Zoila/);
});

test('tabs show the orders of each state with their number, and filters choose among them', async () => {
  const shop = await openShop();
  const make = (wish = {}) => makeOrder(service, { key: shop.key, amount: 10_000n, ...wish });
  const [waiting, part, paid, over, refunded, expired, canceled] = [
    ...[await make(), await make(), await make(), await make(), await make()],
    ...[await make({ point: 'OXXO', amount: 50_000n }), await make()],
  ] as const;
  await pay(shop, part.id, 'short');
  await pay(shop, paid.id, 'exact');
  await pay(shop, over.id, 'over');
  await pay(shop, refunded.id, 'exact');
  const refund = await service.call('POST', `/v2/orders/${refunded.id}/refunds`, {
    key: shop.key,
    body: { amount: 5 },
  });
  assert.equal(refund.status, 200, refund.text);
  await setStatus(service, expired, 'expired');
  await setStatus(service, canceled, 'canceled');

  const tabs = {
    all: [canceled, expired, refunded, over, paid, part, waiting],
    waiting: [waiting],
    part_paid: [part],
    paid: [refunded, over, paid],
    to_review: [over],
    refunded: [refunded],
    expired: [expired],
    canceled: [canceled],
  };
  for (const [tab, orders] of Object.entries(tabs))
    assert.deepEqual(
      await listed(shop, `?tab=${tab}`),
      orders.map(({ id }) => id),
      tab,
    );
  const shown = textOf(await shop.get('/orders'));
  assert.match(
    shown,
    /Por pagar 1 .*Pago parcial 1 .*Pagadas 3 .*Por decidir 1 .*Con reembolso 1 .*Vencidas 1 .*Canceladas 1/,
  );
  assert.match(
    shown,
    new RegExp(`${over.folio} .*\\$10 por decidir .*${paid.folio} `),
    'of two states the one that asks for something',
  );
  assert.equal(shown.match(/por decidir/g)?.length, 1, 'of one order');
  const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() - 6 * 3_600_000 + DAY_MS).toISOString().slice(0, 10);
  for (const [query, orders] of [
    ['method=cash', [expired]],
    ['point=OXXO', [expired]],
    ['min=400', [expired]],
    ['max=100&tab=waiting', [waiting]],
    [`from=${today}&to=${today}&tab=expired`, [expired]],
    [`from=${tomorrow}`, []],
    [`to=2020-01-01`, []],
    ['point=NOWHERE', []],
  ] as const)
    assert.deepEqual(
      await listed(shop, `?${query}`),
      orders.map(({ id }) => id),
      query,
    );
  const odd = textOf(await shop.get('/orders?from=yesterday&min=much&method=barter&tab=odd&older=x'));
  assert.match(
    odd,
    /Desde No entendimos esto[^.]*\. Hasta [^.]*Forma de pago [^.]*No entendimos esto[^.]*\.[^.]*Monto mínimo No entendimos esto/,
  );
});

test('a filter of kilobytes makes no page of hundreds of them', async () => {
  const shop = await openShop();
  const plain = (await shop.get('/orders')).text.length;
  for (const filter of ['q', 'min', 'point']) {
    const { status, text } = await shop.get(`/orders?${filter}=${'1,'.repeat(6_000)}`);
    assert.equal(status, 200);
    assert.ok(text.length < plain + 30_000, `${filter}: ${text.length} signs, and ${plain} without it`);
  }
});

test('page by page, there and back, every order is shown once', async () => {
  const shop = await openShop();
  for (let made = 0; made < 60; made++) await makeOrder(service, { key: shop.key });
  const walk = async (start: string, rel: 'next' | 'prev') => {
    const pages: string[][] = [];
    let last = start;
    for (let query: string | null = start; query !== null; ) {
      last = query;
      pages.push(await listed(shop, query));
      const { text } = await shop.get(`/orders${query}`);
      const next: string | undefined = new RegExp(`href="/dashboard/test/orders([^"]*)" rel="${rel}"`).exec(text)?.[1];
      query = next === undefined ? null : next.replaceAll('&amp;', '&');
    }
    return { pages, last };
  };
  for (const start of ['?tab=waiting', '?q=ana%40example', '?min=1']) {
    const down = await walk(start, 'next');
    assert.deepEqual(
      down.pages.map(({ length }) => length),
      [25, 25, 10],
      start,
    );
    assert.equal(new Set(down.pages.flat()).size, 60);
    const up = await walk(down.last, 'prev');
    assert.deepEqual(up.pages.toReversed(), down.pages, `${start}, back`);
  }
});

test('the list as a file has every order of the query, and no cell that a spreadsheet would run', async () => {
  const shop = await openShop();
  const name = '=HYPERLINK("http://x")';
  const customer = { id: null, name, email: '+a@example.com', phone: null };
  for (let made = 0; made < 30; made++) await makeOrder(service, { key: shop.key });
  const order = await makeOrder(service, {
    key: shop.key,
    customer,
    product: { id: '@SUM', name: '-1+1', imageUrl: null },
  });
  const all = await shop.get('/orders.csv');
  assert.equal(all.headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(all.headers['content-disposition'] ?? '', /^attachment; filename="orders-[\d-]+\.csv"$/);
  const lines = all.text.trim().split('\r\n');
  assert.equal(lines.length, 32);
  assert.match(lines[0] ?? '', /^\ufeff?id,folio,numero_propio/);
  for (const cell of ["'@SUM", "'-1+1", `"'=HYPERLINK(""http://x"")"`, "'+a@example.com"])
    assert.ok(lines[1]?.includes(cell), `${cell} in ${lines[1]}`);
  assert.ok(lines[1]?.startsWith(order.id));
  assert.ok(lines[1]?.includes(`'${order.payTo}`), 'no spreadsheet cuts the CLABE');
  const some = await shop.get('/orders.csv?q=hyperlink&lang=en');
  assert.equal(some.text.trim().split('\r\n').length, 2);
  assert.match(some.text, /own_number/);
  assert.equal((await service.call('GET', '/dashboard/test/orders.csv')).status, 401);
});
