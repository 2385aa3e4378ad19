// Webhook endpoints in the dashboard: add, change, test, switch, rotate, replay, delete; and a dead one looks dead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/base/duration.js';
import { sql } from '../../../src/store/sql.js';
import { orderBody } from '../../support/service.js';
import { startPayService, textOf } from '../fixtures.js';
import { startReceiver } from './receiver.js';
import { signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);
const receiver = await startReceiver();

/** A shop of its own, with ways to make and find endpoints. */
async function openShop() {
  const { keys, account } = await service.account({});
  const pages = await signIn(service, keys.test.private);
  const add = async (url: string) => {
    const { json } = await service.call('POST', '/v1/webhooks/stores', { key: keys.test.private, body: { url } });
    return json.id as string;
  };
  const order = async () =>
    (await service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody() })).json;
  return { ...pages, keys, accountId: account.id, add, order };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const EVENTS = { 'event_charge.pending': 'yes', 'event_charge.success': 'yes' };

test('an endpoint is added with a secret that is shown this once, and a second try finds it', async () => {
  const shop = await openShop();
  assert.match(textOf(await shop.get('/webhooks')), /No hay ninguna dirección/);
  const wanted = form({ url: receiver.url, webhookType: 'secondary', interface_version: '2017-06-10', ...EVENTS });
  const made = await shop.post('/webhooks', wanted);
  assert.equal(made.status, 200);
  const [secret] = /whsec_[\w+/=]+/.exec(textOf(made)) ?? [];
  assert.ok(secret);
  const [, id] = /webhooks\/([0-9a-f-]{36})/.exec(made.text) ?? [];
  const shown = await shop.get(`/webhooks/${id}`);
  assert.match(textOf(shown), /Sin envíos recientes.*2017-06-10.*charge.pending, charge.success/);
  assert.ok(!shown.text.includes(secret));
  const again = await shop.post('/webhooks', wanted);
  assert.match(textOf(again), /ya estaba registrada/);
  assert.ok(!again.text.includes('whsec_'));
  const { json } = await service.call('GET', '/v1/webhooks/stores', { key: shop.keys.test.private });
  assert.equal(json.length, 1);
});

test('a form with faults comes back with what was typed, each fault at its field', async () => {
  const shop = await openShop();
  const reply = await shop.post(
    '/webhooks',
    form({ url: 'ftp://<b>x', webhookType: 'secondary', 'event_charge.late': 'yes' }),
  );
  assert.equal(reply.status, 400);
  assert.match(reply.text, /value="ftp:\/\/&lt;b&gt;x"|value="ftp:\/\/&lt;b>x"/);
  assert.match(reply.text, /<small class="fault" id="url-fault">/);
  assert.match(reply.text, /name="event_charge.late" value="yes" checked/);
  const none = await shop.post('/webhooks', form({ url: receiver.url }));
  assert.equal(none.status, 400);
  assert.match(none.text, /id="events-fault"/);
});

test('an endpoint is changed, but not by a page from before somebody else’s change', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  const page = await shop.get(`/webhooks/${id}/edit`);
  const [, seen = ''] = /name="seen" value="([^"]*)"/.exec(page.text) ?? [];
  const [, back = ''] = /<a class="back".*?<\/svg>([^<]*)</s.exec(page.text) ?? [];
  assert.equal(back, new URL(receiver.url).host, 'the way back names where it leads');
  const change = (url: string) =>
    form({ seen, url, webhookType: 'secondary', interface_version: '2015-06-16', ...EVENTS });
  assert.equal((await shop.post(`/webhooks/${id}/edit`, change(`${receiver.url}/a`))).status, 303);
  const stale = await shop.post(`/webhooks/${id}/edit`, change(`${receiver.url}/b`));
  assert.equal(stale.status, 400);
  assert.match(textOf(stale), /Alguien la cambió mientras editabas/);
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /hook\/a .*2015-06-16/);
});

test('a test shows what came back, as text', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  receiver.answer = { status: 200, body: '{"ok":"<script>alert(1)</script>"}' };
  const good = await shop.post(`/webhooks/${id}/ping`);
  assert.match(textOf(good), /Lo aceptó: HTTP 200 en \d+ ms.*<script>alert\(1\)<\/script>/);
  assert.ok(!good.text.includes('<script>alert'));
  receiver.answer = { status: 500, body: '<h1>Boom</h1>' };
  const bad = await shop.post(`/webhooks/${id}/ping`);
  assert.match(textOf(bad), /No lo aceptó.*Respondió HTTP 500.*Qué hacer: .*<h1>Boom<\/h1>/);
  assert.ok(!bad.text.includes('<h1>Boom'));
});

test('the secret is rotated and shown once; too many rotations are refused on the page', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  const secrets = new Set<string | undefined>();
  for (let turn = 0; turn < 4; turn++)
    secrets.add(/whsec_[\w+/=]+/.exec((await shop.post(`/webhooks/${id}/rotate`)).text)?.[0]);
  assert.equal(secrets.size, 4);
  const refused = await shop.post(`/webhooks/${id}/rotate`);
  assert.ok(refused.status >= 400 && refused.status < 500);
  assert.ok(!refused.text.includes('whsec_'));
});

test('an endpoint is switched off and on, and a deleted one is gone, after a question', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  const order = await shop.order();
  await shop.post(`/webhooks/${id}/off`);
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /Apagada.*Esta dirección está apagada.*En espera 1 /);
  assert.match(textOf(await shop.get(`/orders/${order.id}?technical=yes`)), /charge\.pending Guardado/);
  await shop.post(`/webhooks/${id}/on`);
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /Sin envíos recientes/);
  const unsure = await shop.post(`/webhooks/${id}/delete`);
  assert.equal(unsure.status, 400);
  assert.match(unsure.text, /<details class="ask" open/);
  assert.equal((await shop.post(`/webhooks/${id}/delete`, 'sure=yes')).headers['location'], '/dashboard/test/webhooks');
  assert.equal((await shop.post(`/webhooks/${id}/delete`, 'sure=yes')).status, 404);
  assert.equal((await shop.get(`/webhooks/${id}`)).status, 404);
});

/** Attempts as the delivery engine stores them. */
async function attempted(shop: Awaited<ReturnType<typeof openShop>>, id: string, outcomes: readonly Attempted[]) {
  const { id: orderId } = await shop.order();
  for (const [index, { outcome, minutesAgo, reason }] of outcomes.entries())
    await service.deps.db.query(sql`
      insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
        request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason)
      values (${shop.accountId}, false, ${orderId.slice(3)}, 1, ${id}, ${index + 1},
        ${new Date(Date.now() - minutesAgo * MINUTE_MS)}, 12, 'https://shop.example/<i>', '{"a":"<u>"}', '{"b":"<s>"}', 500,
        '{"x":"<em>"}', '<script>boom()</script>', ${outcome}, ${reason ?? null})`);
  return `evt_${orderId.slice(3)}_1`;
}
type Attempted = { readonly outcome: string; readonly minutesAgo: number; readonly reason?: string };

const failingFor = (id: string, ms: number) =>
  service.deps.db.query(
    sql`update webhook_endpoints set failing_since = ${new Date(Date.now() - ms)} where id = ${id}`,
  );

test('a dead endpoint looks dead: since when, why, and what to do', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  await attempted(shop, id, [
    { outcome: 'delivered', minutesAgo: 180 },
    { outcome: 'retry', minutesAgo: 120, reason: 'ECONNREFUSED' },
    { outcome: 'retry', minutesAgo: 60, reason: 'ECONNREFUSED' },
  ]);
  await failingFor(id, 2 * HOUR_MS);
  for (const path of ['/webhooks', `/webhooks/${id}`]) {
    const page = await shop.get(path);
    assert.match(page.text, /<div class="callout wait"/, path);
    assert.match(
      textOf(page),
      /Esta dirección no recibe nada · Falla desde.*Por qué: Rechazó la conexión.*Qué hacer: Nadie atiende/,
    );
  }
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /No recibe nada.*67 % \(2 de 3\)/);
  await failingFor(id, MINUTE_MS);
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /Falla a veces/);
  await failingFor(id, 6 * DAY_MS);
  await shop.post(`/webhooks/${id}/off`);
  assert.match(
    textOf(await shop.get(`/webhooks/${id}`)),
    /Apagada tras fallas.*todos los intentos habían fallado.*cinco días/,
  );
  assert.match(textOf(await shop.get(`/webhooks/${id}`, { 'accept-language': 'en' })), /Off after failures/);
  await attempted(shop, id, [{ outcome: 'retry', minutesAgo: 1, reason: 'HTTP 410' }]);
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /Apagada: respondió 410.*ya no existe/);
});

test('attempts are listed in both directions, and one opens with request and reply, as text', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  const outcomes = Array.from({ length: 45 }, (_, at) => ({ outcome: 'retry', minutesAgo: at, reason: 'HTTP 500' }));
  const event = await attempted(shop, id, outcomes);
  const numbers = async (query: string) =>
    [...(await shop.get(`/webhooks/${id}${query}`)).text.matchAll(/attempts\/[0-9a-f-]{36}\/(\d+)"/g)].map(([, at]) =>
      Number(at),
    );
  const link = async (query: string, rel: string) => {
    const [, found] =
      new RegExp(`href="[^"?]*([^"]*)" rel="${rel}"`).exec((await shop.get(`/webhooks/${id}${query}`)).text) ?? [];
    return found;
  };
  assert.deepEqual([(await numbers('')).length, (await numbers(''))[0]], [20, 1]);
  const second = (await link('', 'next')) ?? '';
  assert.deepEqual((await numbers(second)).at(0), 21);
  const third = (await link(second, 'next')) ?? '';
  assert.deepEqual(await numbers(third), [41, 42, 43, 44, 45]);
  assert.equal(await link(third, 'next'), undefined);
  const back = (await link(third, 'prev')) ?? '';
  assert.deepEqual(await numbers(back), await numbers(second));
  assert.deepEqual(await numbers((await link(back, 'prev')) ?? ''), await numbers(''));
  assert.equal(await link('', 'prev'), undefined);

  const attempt = await shop.get(`/events/${event}/attempts/${id}/7`);
  assert.match(
    textOf(attempt),
    /Respondió HTTP 500.*shop.example\/<i>.*<script>boom\(\)<\/script>.*x: <em>.*"b": "<s>".*a: <u>/,
  );
  for (const markup of ['<i>', '<script>boom', '<em>', '<s>', '<u>']) assert.ok(!attempt.text.includes(markup), markup);
  assert.equal((await shop.get(`/events/${event}/attempts/${id}/99`)).status, 404);
  assert.equal((await merchant.get(`/events/${event}/attempts/${id}/7`)).status, 404);
});

test('webhooks are replayed by time or from an event, and what cannot be read is refused at its field', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  const order = await shop.order();
  await service.deps.db.query(sql`update webhook_deliveries set state = 'delivered' where endpoint_id = ${id}`);
  const waiting = async () =>
    (
      await service.deps.db.query(
        sql`select from webhook_deliveries where endpoint_id = ${id} and state <> 'delivered'`,
      )
    ).length;
  const replay = (fields: Record<string, string>) => shop.post(`/webhooks/${id}/replay`, form(fields));
  assert.equal((await replay({ from: '2020-01-01T00:00', to: '2020-01-02T00:00' })).status, 303);
  assert.equal(await waiting(), 0);
  assert.equal((await replay({ from: '2020-01-01T00:00' })).status, 303);
  assert.equal(await waiting(), 1);
  for (const fields of [{}, { from: 'soon' }, { from: '2020-01-01T00:00', to: 'x' }, { after: 'evt_x' }] as const) {
    const refused = await replay(fields);
    assert.equal(refused.status, 400, JSON.stringify(fields));
    assert.match(refused.text, /class="fault"/);
  }
  assert.equal((await replay({ after: `evt_${order.id.slice(3)}_1` })).status, 303);
});

test('another account’s endpoint, or one of the other mode, is not there', async () => {
  const shop = await openShop();
  const id = await shop.add(receiver.url);
  const live = await signIn(service, shop.keys.live.private);
  for (const visitor of [merchant, live]) {
    for (const path of ['', '/edit']) assert.equal((await visitor.get(`/webhooks/${id}${path}`)).status, 404);
    for (const act of ['ping', 'on', 'off', 'rotate', 'delete', 'replay'])
      assert.equal((await visitor.post(`/webhooks/${id}/${act}`, 'sure=yes&from=2020-01-01T00:00')).status, 404, act);
    const change = form({
      seen: '',
      url: receiver.url,
      webhookType: 'primary',
      interface_version: '2017-06-10',
      ...EVENTS,
    });
    assert.equal((await visitor.post(`/webhooks/${id}/edit`, change)).status, 404);
  }
  assert.match(textOf(await shop.get(`/webhooks/${id}`)), /Sin envíos recientes/);
});
