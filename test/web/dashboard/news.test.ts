// What is new: the bell over every page, the page behind it, what is read, who sees what, and what comes by e-mail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/base/duration.js';
import type { MerchantRole } from '../../../src/domain/people/role.js';
import { findPerson } from '../../../src/store/people/people.js';
import { sql } from '../../../src/store/sql.js';
import { transfer } from '../../support/arrived-money.js';
import { makeOrder, NOON, startPayService, textOf } from '../fixtures.js';
import { signInAs } from './sign-in.js';

const service = await startPayService();

async function openShop() {
  service.setTime(NOON);
  const { account, keys } = await service.account({ name: 'La Favorita' });
  const as = (role: MerchantRole, area: 'test' | 'live' = 'test') => signInAs(service, account.id, { role, area });
  return { accountId: account.id, keys, as };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

async function pay({ keys }: Shop, scenario = 'exact', mode: 'test' | 'live' = 'test') {
  const order = await makeOrder(service, { key: keys[mode].private, amount: 10_000n });
  if (mode === 'live') await transfer(service, { clabe: order.payTo, amount: '100.00', mode });
  else
    await service.call('POST', `/v1/test/orders/${order.id}/payments`, {
      key: keys.test.private,
      body: { scenario },
    });
  return order;
}

/** The bell is behind by less than that. */
const RUNG_MS = 10_001;
const bellOf = ({ text }: { readonly text: string }) => /class="bell"[^>]*aria-label="([^"]*)"/.exec(text)?.[1];

test('the bell counts what nobody has read yet, and marking it as read leaves what came since', async () => {
  const shop = await openShop();
  const ana = await shop.as('owner');
  assert.equal(bellOf(await ana.get('/home')), 'Avisos');
  const order = await pay(shop);
  await pay(shop, 'over');
  assert.equal(bellOf(await ana.get('/home')), 'Avisos', 'what it counts is read every ten seconds, not for each page');
  service.setTime(NOON + RUNG_MS);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos: 3 sin leer', 'two payments, and money to decide about');
  const page = await ana.get('/news');
  assert.match(
    textOf(page),
    /Te pagaron \$100\.00 · Nuevo Ana Robles · Orden .*\$10\.00 esperan tu decisión · Nuevo Ana Robles · Orden/,
  );
  assert.ok(page.text.includes(`/dashboard/test/orders/${order.id}"`));
  const until = /name="until" value="(\d+)"/.exec(page.text)?.[1] ?? '';
  service.setTime(NOON + MINUTE_MS);
  await pay(shop);
  assert.equal((await ana.post('/news', `until=${until}`)).status, 303);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos: 1 sin leer');
  assert.equal(textOf(await ana.get('/news')).match(/Nuevo /g)?.length, 1);
  assert.equal((await ana.post('/news', 'until=what')).status, 303);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos', 'whatever was sent, up to now is read');
  await ana.post('/news', `until=${until}`);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos', 'an old page takes nothing back');
});

test('a busy hour is one line', async () => {
  const shop = await openShop();
  const ana = await shop.as('owner');
  for (let at = 0; at < 4; at++) await pay(shop);
  const text = textOf(await ana.get('/news'));
  assert.match(text, /4 órdenes pagadas: \$400\.00 · Nuevo A las 12:00 p\.m\./);
  assert.match((await ana.get('/news')).text, /\/money\?kind=payments&amp;from=2026-11-15&amp;to=2026-11-15/);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos: 1 sin leer', 'as many as are listed as new');
  await ana.post('/news', `until=${NOON + 1}`);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos');
  service.setTime(NOON + MINUTE_MS);
  await pay(shop);
  await pay(shop);
  assert.equal(bellOf(await ana.get('/home')), 'Avisos: 1 sin leer', 'they stand in the line of their hour');
  assert.equal(textOf(await ana.get('/news')).match(/Nuevo /g)?.length, 1);
});

test('each mode, person and merchant has their own', async () => {
  const shop = await openShop();
  const [ana, live, luz] = [await shop.as('owner'), await shop.as('owner', 'live'), await shop.as('support')];
  await pay(shop);
  await pay(shop, 'exact', 'live');
  await pay(shop, 'exact', 'live');
  assert.deepEqual(
    [bellOf(await ana.get('/home')), bellOf(await live.get('/home')), bellOf(await luz.get('/home'))],
    ['Avisos: 1 sin leer', 'Avisos: 2 sin leer', 'Avisos: 1 sin leer'],
  );
  await ana.post('/news', `until=${NOON + HOUR_MS}`);
  assert.deepEqual(
    [bellOf(await ana.get('/home')), bellOf(await live.get('/home')), bellOf(await luz.get('/home'))],
    ['Avisos', 'Avisos: 2 sin leer', 'Avisos: 1 sin leer'],
  );
  const other = await (await openShop()).as('owner');
  assert.equal(bellOf(await other.get('/home')), 'Avisos');
  assert.match(textOf(await other.get('/news')), /No hay nada nuevo/);
});

test('a clerk sees no failing webhook, and a developer no money to decide about', async () => {
  const shop = await openShop();
  await service.call('POST', '/v1/webhooks/stores', {
    key: shop.keys.test.private,
    body: { url: 'http://127.0.0.1:2/hook' },
  });
  await pay(shop, 'over');
  await service.deps.db.query(sql`
    update webhook_endpoints
    set failing_since = ${new Date(NOON - HOUR_MS)}
    where account_id = ${shop.accountId}`);
  const seen = async (role: MerchantRole) => {
    const text = textOf(await (await shop.as(role)).get('/news'));
    return [/Un webhook falla/.test(text), /esperan tu decisión/.test(text), /Te pagaron/.test(text)];
  };
  assert.deepEqual(await seen('owner'), [true, true, true]);
  assert.deepEqual(await seen('developer'), [true, false, true]);
  assert.deepEqual(await seen('support'), [false, true, true]);
  assert.deepEqual(await seen('viewer'), [false, false, true]);
});

test('whoever has read nothing yet begins a day ago, and nothing is shown of more than a week ago', async () => {
  const shop = await openShop();
  await pay(shop);
  service.setTime(NOON + 2 * DAY_MS);
  const ana = await shop.as('owner');
  assert.equal(bellOf(await ana.get('/home')), 'Avisos');
  assert.match(textOf(await ana.get('/news')), /Te pagaron/);
  service.setTime(NOON + 8 * DAY_MS);
  assert.match(textOf(await (await shop.as('owner')).get('/news')), /No hay nada nuevo/);
});

test('the summary of yesterday stands there in the morning', async () => {
  const shop = await openShop();
  await pay(shop);
  service.setTime(NOON + DAY_MS);
  const page = await (await shop.as('viewer')).get('/news');
  assert.match(textOf(page), /Resumen del domingo.* 15 de noviembre: \$100\.00/);
  assert.equal(bellOf(page), 'Avisos: 2 sin leer', 'that, and the payment of a day ago');
});

test('everybody chooses what comes by e-mail, of the kinds that their role may know of', async () => {
  const shop = await openShop();
  const luz = await shop.as('support');
  const page = await luz.get('/profile');
  assert.match(textOf(page), /Avisos por correo Este servicio no envía correos por ahora/);
  assert.doesNotMatch(page.text, /name="webhook"/);
  assert.equal((await luz.post('/profile/news', 'paid=yes&decide=yes&webhook=yes&nonsense=yes')).status, 303);
  const chosen = async () =>
    [...(await luz.get('/profile')).text.matchAll(/name="(\w+)" value="yes" checked/g)].map(([, name]) => name);
  assert.deepEqual(await chosen(), ['paid', 'decide']);
  await luz.post('/profile/news', 'summary=yes');
  assert.deepEqual(await chosen(), ['summary']);
  assert.deepEqual(
    (await service.deps.db.query(sql`select from news_places where account_id = ${shop.accountId} and way = 'webhook'`))
      .length,
    0,
  );
  const desk = await signInAs(service, null);
  assert.doesNotMatch((await desk.get('/profile')).text, /Avisos por correo|class="bell"/);
});

test('the language in which somebody sees the dashboard is noted, for their e-mails', async () => {
  const shop = await openShop();
  const ana = await shop.as('owner');
  const language = async () => (await findPerson(service.deps.db, ana.person.id))?.language;
  await ana.get('/home');
  assert.equal(await language(), 'es');
  assert.equal(bellOf(await ana.get('/home?lang=en')), 'Notifications');
  assert.equal(await language(), 'en');
  await ana.get('/home', { 'accept-language': 'es-MX' });
  assert.equal(await language(), 'es');
});
