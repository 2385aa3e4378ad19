// Who gets into the dashboard, for how long, and whose forms count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../../src/actions/accounts/update-account.js';
import { disablePerson } from '../../../src/actions/people/change-member.js';
import { invitePerson } from '../../../src/actions/people/invite-person.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { confirmSecondFactor, startSecondFactor, waitingSeed } from '../../../src/actions/people/own-profile.js';
import { issueLink } from '../../../src/actions/people/person-link.js';
import type { Member } from '../../../src/domain/people/person.js';
import { buildServer } from '../../../src/service/compose.js';
import { createSessions } from '../../../src/web/dashboard/session.js';
import { CODE_MS, codeAt } from '../../support/phone.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { cookieOf, ensurePerson, FORM, OPERATOR_TOKEN, PASSWORD, signIn, signInAs, visitsOf } from './sign-in.js';

const service = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const team = service.merchant.account.id;
const merchant = await signIn(service, service.key);
const PAGES = ['/test/orders', '/live/webhooks', '/desk/inbox'];

type Fields = Record<string, string>;
const send = (path: string, fields: Fields, headers: Fields = {}, to = service) =>
  to.call('POST', `/dashboard${path}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { ...FORM, ...headers },
  });
const owner = { email: `owner@${team}.example`, password: PASSWORD };

test('a stranger gets the form to sign in, whatever they ask for, and changes nothing', async () => {
  const order = await makeOrder(service);
  for (const path of ['', '/', ...PAGES, `/test/orders/${order.id}`]) {
    const page = await service.call('GET', `/dashboard${path}`);
    assert.equal(page.status, path.length > 1 ? 401 : 200, path);
    assert.match(textOf(page), /Entra a tu panel/);
    assert.ok(!page.text.includes('Ana Robles'));
  }
  assert.equal((await send(`/test/orders/${order.id}/cancel`, {})).status, 401);
  assert.equal((await service.call('GET', `/v2/orders/${order.id}`, { key: service.key })).json.status, 'PENDING');
});

test('a right password opens it, by a cookie that scripts never get and other sites’ forms never carry', async () => {
  for (const fields of [
    { email: owner.email, password: 'wrong' },
    { email: owner.email, password: ` ${PASSWORD}` },
    { email: 'nobody@example.com', password: PASSWORD },
    { email: '', password: '' },
    { key: service.key },
  ]) {
    const refused = await send('/sign-in', fields);
    assert.equal(refused.status, 401);
    assert.equal(refused.headers['set-cookie'], undefined);
    assert.match(textOf(refused), /El correo o la contraseña no son correctos/);
  }
  const entered = await send('/sign-in', owner);
  assert.equal(entered.headers['location'], '/dashboard/test/home');
  assert.match(
    String(entered.headers['set-cookie']),
    /^cobro_dashboard=[\w-]{43}; Max-Age=43200; Path=\/dashboard; HttpOnly; SameSite=Lax,/,
  );
});

test('behind https every cookie travels encrypted only', async () => {
  const { deps } = service;
  const settings = { ...deps.settings, baseUrl: 'https://shop.example/pagos' };
  const { app } = await buildServer({ ...deps, settings });
  const payload = new URLSearchParams({ ...owner, next: '/pagos/dashboard/live/orders?q=1' }).toString();
  const entered = await app.inject({ method: 'POST', url: '/dashboard/sign-in', payload, headers: FORM });
  await app.close();
  assert.equal(entered.headers['location'], '/pagos/dashboard/live/orders?q=1');
  const cookies = [entered.headers['set-cookie'] ?? []].flat();
  assert.ok(cookies.length >= 2);
  for (const cookie of cookies) assert.match(cookie, /; Path=\/pagos\/dashboard; HttpOnly; Secure; SameSite=Lax$/);
});

test('a cookie counts only in the form that we give it, among whatever others a browser sends', async () => {
  const session = cookieOf(await send('/sign-in', owner)).split('; ')[0] ?? '';
  for (const [cookie, status] of [
    [session, 200],
    [`a=b; ${session}; c`, 200],
    [`=; ;;x=${'y'.repeat(4000)};${session}`, 200],
    [`__proto__=x; ${session}`, 200],
    [`${session}x`, 401],
    [session.slice(0, -1), 401],
    [session.toUpperCase(), 401],
    ['cobro_dashboard=', 401],
    ['cobro_dashboard=%00', 401],
    ['cobro_dashboard', 401],
  ] as const) {
    const page = await service.call('GET', '/dashboard/test/orders', { headers: { cookie } });
    assert.equal(page.status, status, cookie.slice(0, 60));
  }
});

test('a session that somebody planted is not the one that signing in opens, and the one before is over', async () => {
  const planted = `cobro_dashboard=${'a'.repeat(43)}`;
  const first = cookieOf(await send('/sign-in', owner, { cookie: planted }));
  assert.ok(!first.includes('a'.repeat(43)));
  assert.equal((await visitsOf(service, planted, 'test').get('/orders')).status, 401);
  const second = cookieOf(await send('/sign-in', owner, { cookie: first }));
  assert.equal((await visitsOf(service, first, 'test').get('/orders')).status, 401);
  assert.equal((await visitsOf(service, second, 'test').get('/orders')).status, 200);
});

test('a session ends with a sign-out, with its person’s access, and after twelve hours', async () => {
  const [first, second] = [await signInAs(service, team, { role: 'support' }), await signInAs(service, team)];
  assert.equal((await send('/sign-out', {}, { cookie: first.cookie })).status, 303);
  assert.equal((await first.get('/orders')).status, 401);
  service.setTime(Date.now() + 12 * 3_600_000 + 1);
  assert.equal((await second.get('/orders')).status, 401);
  service.setTime(null);
  const third = await signInAs(service, team, { role: 'viewer' });
  assert.equal((await third.get('/orders')).status, 200);
  await disablePerson(service.deps, { team, id: third.person.id, actor: 'test' });
  assert.equal((await third.get('/orders')).status, 401);
  assert.equal((await send('/sign-in', { email: third.person.email, password: PASSWORD })).status, 401);
});

test('who signs in comes to the page they asked for, and never to another site', async () => {
  const asked = await service.call('GET', '/dashboard/live/orders?q=a%26b&lang=es');
  assert.match(asked.text, /name="next" value="\/dashboard\/live\/orders\?q=a%26b"/);
  for (const [next, target] of [
    ['/dashboard/live/orders?q=a%26b', '/dashboard/live/orders?q=a%26b'],
    ['/dashboard/desk/inbox', '/dashboard/test/home'],
    ['/dashboard/../evil', '/dashboard/test/home'],
    ['/dashboard/test/../../evil', '/dashboard/test/home'],
    ['/dashboardx/test/orders', '/dashboard/test/home'],
    ['//evil.example/dashboard/test', '/dashboard/test/home'],
    ['/\\evil.example', '/dashboard/test/home'],
    ['https://evil.example/dashboard/test/', '/dashboard/test/home'],
    ['/dashboard\\@evil.example/test', '/dashboard/test/home'],
    ['/dashboard/test/a\r\nset-cookie: x=y', '/dashboard/test/aset-cookie:%20x=y'],
    ['javascript:alert(1)', '/dashboard/test/home'],
    ['', '/dashboard/test/home'],
  ] as const) {
    const entered = await send('/sign-in', { ...owner, next });
    assert.deepEqual([entered.status, entered.headers['location']], [303, target], next);
  }
  const refused = await send('/sign-in', { ...owner, password: 'wrong', next: '/dashboard/live/orders' });
  assert.match(refused.text, /name="next" value="\/dashboard\/live\/orders"/);
  const evil = await send('/sign-in', { ...owner, password: 'wrong', next: 'https://evil.example/' });
  assert.ok(!evil.text.includes('evil.example'));
});

test('a form that another site sends does nothing, not even signing in', async () => {
  const order = await makeOrder(service);
  const invited = await invitePerson(service.deps, {
    ...{ team, email: 'foreign@example.com', name: 'Eva', role: 'viewer', actor: 'test' },
  });
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const refused = await merchant.post(`/orders/${order.id}/cancel`, 'received=0.00', headers);
    assert.equal(refused.status, 403);
    assert.match(textOf(refused), /no vino de este panel/);
    const person = { name: 'Eva', password: PASSWORD };
    for (const [path, fields] of [
      ['/sign-in', owner],
      ['/first', { ...person, key: service.merchant.keys.live.private, email: 'e@example.com' }],
      ['/code', { code: '123456' }],
      [pathOf(invited.link.url), person],
    ] as const) {
      const foreign = await send(path, fields, headers);
      assert.deepEqual([foreign.status, foreign.headers['set-cookie']], [403, undefined], path);
    }
    const outside = await merchant.post('', '', headers);
    assert.notEqual(outside.status, 303);
  }
  assert.match(textOf(await merchant.get(`/orders/${order.id}`)), /Por pagar/);
  // Behind a proxy that changes Host, what the browser itself says counts.
  const own = { origin: 'https://shop.example', host: 'inside:8080', 'sec-fetch-site': 'same-origin' };
  assert.equal((await merchant.post(`/orders/${order.id}/cancel`, 'received=0.00', own)).status, 303);
});

const pathOf = (url: string) => new URL(url).pathname.replace('/dashboard', '');

async function secondFactor(person: Member): Promise<string> {
  const own = { person, actor: 'test' };
  await startSecondFactor(service.deps, { ...own, current: PASSWORD });
  const seed = (await waitingSeed(service.deps, person)) ?? assert.fail();
  const code = codeAt(seed, Date.now() - CODE_MS);
  await confirmSecondFactor(service.deps, { ...own, code, browser: { address: 'test', agent: '' } });
  return seed;
}

test('with a second factor the code comes after the password, and the deep link is kept through both', async () => {
  const person = await ensurePerson(service, team, { email: 'second@example.com' });
  const seed = await secondFactor(person);
  const next = '/dashboard/live/orders?q=1';
  const halfway = await send('/sign-in', { email: person.email, password: PASSWORD, next });
  assert.equal(halfway.headers['location'], `/dashboard/code?next=${encodeURIComponent(next)}`);
  const cookie = cookieOf(halfway);
  assert.match(cookie, /^cobro_code=/);
  assert.equal((await visitsOf(service, cookie, 'test').get('/orders')).status, 401);
  const stolen = cookie.replace('cobro_code', 'cobro_dashboard');
  assert.equal((await visitsOf(service, stolen, 'test').get('/orders')).status, 401, 'it is no session');
  const page = await service.call('GET', '/dashboard/code?next=%2Fdashboard%2Flive%2Forders%3Fq%3D1', {
    headers: { cookie },
  });
  assert.match(page.text, /name="next" value="\/dashboard\/live\/orders\?q=1"/);
  assert.equal((await send('/code', { code: '000000', next }, { cookie })).status, 401);
  const right = codeAt(seed, Date.now());
  const entered = await send('/code', { code: ` ${right.slice(0, 3)} ${right.slice(3)}`, next }, { cookie });
  assert.equal(entered.headers['location'], next, textOf(entered));
  assert.equal((await visitsOf(service, cookieOf(entered), 'test').get('/orders')).status, 200);
  const strange = await service.call('GET', '/dashboard/code');
  assert.deepEqual([strange.status, strange.headers['location']], [303, '/dashboard']);
});

test('who sells lands on the live pages, whatever they looked at last', async () => {
  const { account, keys } = await service.account({});
  const person = await ensurePerson(service, account.id);
  const fields = { email: person.email, password: PASSWORD };
  assert.equal((await send('/sign-in', fields)).headers['location'], '/dashboard/test/home');
  await makeOrder(service, { key: keys.live.private });
  const entered = await send('/sign-in', fields, { cookie: 'cobro_mode=test' });
  assert.equal(entered.headers['location'], '/dashboard/live/home');
  const again = await service.call('GET', '/dashboard', { headers: { cookie: cookieOf(entered) } });
  assert.equal(again.headers['location'], '/dashboard/live/home');
});

test('a key or the token sets up the first person, and afterwards a page says kindly that it opens nothing', async () => {
  const { keys } = await service.account({});
  const person = { name: 'Ana', email: 'first@example.com', password: PASSWORD };
  assert.match(textOf(await service.call('GET', '/dashboard/first')), /Activa tu cuenta nueva/);
  const test = await send('/first', { ...person, key: keys.test.private });
  assert.deepEqual([test.status, /llave de prueba/.test(textOf(test))], [403, true]);
  const weak = await send('/first', { ...person, password: 'short', key: keys.live.private });
  assert.deepEqual([weak.status, /de 10 a 200 caracteres/.test(textOf(weak))], [400, true]);
  assert.match(weak.text, /value="first@example.com"/, 'what was typed stays');
  assert.ok(!weak.text.includes(keys.live.private) && !weak.text.includes('"short"'), 'but no secret does');
  const entered = await send('/first', { ...person, key: ` ${keys.live.private} ` });
  assert.equal(entered.headers['location'], '/dashboard/test/home', textOf(entered));
  for (const path of ['/orders', '/people'])
    assert.equal((await visitsOf(service, cookieOf(entered), 'live').get(path)).status, 200, path);
  const again = await send('/first', { ...person, email: 'b@example.com', key: keys.live.private });
  assert.deepEqual([again.status, /entra con tu correo/.test(textOf(again))], [409, true]);
  const key = await send('/sign-in', { email: 'x@example.com', password: keys.live.private });
  assert.equal(key.status, 401);
});

test('an invitation is accepted once, on a page that uses nothing up; of two at once one wins', async () => {
  const { link, member } = await invitePerson(service.deps, {
    ...{ team, email: 'invited@example.com', name: 'Eva <b>', role: 'support', actor: 'test' },
  });
  const path = pathOf(link.url);
  for (let i = 0; i < 3; i++) {
    const page = await service.call('GET', `/dashboard${path}`);
    assert.equal(page.status, 200);
    assert.match(
      textOf(page),
      /Te invitan al panel de Merchant Tu función Atención: órdenes, clientes y reembolsos Entras con invited@example\.com La invitación vence \d.*Qué sigue/,
    );
    assert.ok(!page.text.includes('<b>'));
  }
  const weak = await send(path, { name: 'Eva', password: 'invited@example.com' });
  assert.match(textOf(weak), /Es fácil de adivinar/);
  const both = await Promise.all(
    ['First try 12', 'Second try 34'].map((password) => send(path, { name: 'Eva', password })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
  const won = both.find(({ status }) => status === 303) ?? assert.fail();
  assert.equal((await visitsOf(service, cookieOf(won), 'test').get('/orders')).status, 200);
  const over = await service.call('GET', `/dashboard${path}`);
  assert.deepEqual([over.status, /ya se usó o venció/.test(textOf(over))], [410, true]);
  assert.equal(member.role, 'support');
  const late = await invitePerson(service.deps, {
    ...{ team, email: 'late@example.com', name: 'Eva', role: 'viewer', actor: 'test' },
  });
  service.setTime(Date.now() + 7 * 86_400_000 + 1);
  assert.equal((await service.call('GET', `/dashboard${pathOf(late.link.url)}`)).status, 410);
  service.setTime(null);
});

test('a reset link changes the password, ends the sessions, and asks for the second factor', async () => {
  const person = await ensurePerson(service, team, { email: 'reset@example.com' });
  await secondFactor(person);
  const { link } = await makePersonLink(service.deps, { team, id: person.id, actor: 'test' });
  const first = await makePersonLink(service.deps, { team, id: person.id, actor: 'test' });
  assert.equal((await service.call('GET', `/dashboard${pathOf(link.url)}`)).status, 410, 'only the newest is good');
  const done = await send(pathOf(first.link.url), { password: 'another long password' });
  assert.equal(done.headers['location'], '/dashboard/code');
  assert.equal((await send('/sign-in', { email: person.email, password: PASSWORD })).status, 401);
  const right = await send('/sign-in', { email: person.email, password: 'another long password' });
  assert.equal(right.headers['location'], '/dashboard/code');
});

test('a link to sign in is good once, for an hour', async () => {
  const person = await ensurePerson(service, team);
  const issue = () =>
    service.deps.db.transaction((tx) => issueLink(service.deps, tx, { personId: person.id, kind: 'sign_in' }));
  const path = pathOf((await issue()).url);
  assert.match(textOf(await service.call('GET', `/dashboard${path}`)), /Entra a la demostración/);
  assert.equal((await send(path, {})).headers['location'], '/dashboard/test/home');
  assert.equal((await send(path, {})).status, 410);
  const late = pathOf((await issue()).url);
  service.setTime(Date.now() + 3_600_001);
  assert.equal((await send(late, {})).status, 410);
  service.setTime(null);
});

test('people of a suspended account see their pages with a notice, and change nothing', async () => {
  const { account } = await service.account({});
  const visitor = await signInAs(service, account.id);
  await updateAccount(service.deps, { id: account.id, keys: 'suspend', actor: 'test' });
  const page = await visitor.get('/orders');
  assert.deepEqual([page.status, /cuenta está suspendida/.test(textOf(page))], [200, true]);
  const form = new URLSearchParams({ email: 'x@example.com', name: 'X', role: 'viewer', current: PASSWORD }).toString();
  const refused = await visitor.post('/people', form);
  assert.deepEqual([refused.status, /suspendida/.test(textOf(refused))], [403, true]);
  assert.equal((await visitor.post('/profile', 'name=Ana+Robles')).status, 303, 'their own name is theirs');
  await updateAccount(service.deps, { id: account.id, keys: 'resume', actor: 'test' });
  assert.equal((await visitor.post('/people', form)).status, 200);
});

const LIMITED = { COBRO_RATE_LIMIT: '100', COBRO_ADDRESS_LIMIT: '50', COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN };

test('who tries many passwords in a row has to wait', async () => {
  const limited = await startPayService(LIMITED);
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      send('/sign-in', { email: `a${at}@example.com`, password: 'x' }, {}, limited),
    ),
  );
  const refused = tries.find(({ status }) => status === 429) ?? assert.fail();
  assert.match(textOf(refused), /espera un momento/);
  assert.equal(refused.headers['retry-after'], '1');
});

test('a right password opens the dashboard while others fail from the same address and at the same person', async () => {
  const limited = await startPayService(LIMITED);
  const { email } = await ensurePerson(limited, limited.merchant.account.id);
  const post = (password: string) => send('/sign-in', { email, password }, {}, limited);
  const flood = Promise.all(Array.from({ length: 60 }, () => post('wrong')));
  for (let i = 0; i < 3; i++) assert.equal((await post(PASSWORD)).status, 303);
  const statuses = new Set((await flood).map(({ status }) => status));
  assert.ok(statuses.has(429) && !statuses.has(303));
  assert.equal((await post(PASSWORD)).status, 303);
});

test('signing in with a right password costs nothing, however often', async () => {
  const limited = await startPayService(LIMITED);
  for (let i = 0; i < 30; i++) await signIn(limited, limited.key);
  const wrong = await send('/sign-in', { email: 'nobody@example.com', password: 'wrong' }, {}, limited);
  assert.equal(wrong.status, 401);
});

test('a signed-in user sees pages while strangers at the same address are refused', async () => {
  const limited = await startPayService({ COBRO_ADDRESS_LIMIT: '5' });
  const user = await signIn(limited, limited.key);
  assert.equal((await user.get('/orders')).status, 200);
  const cookie = `cobro_dashboard=${'x'.repeat(43)}`;
  const flood = await Promise.all(
    Array.from({ length: 30 }, () => limited.call('GET', '/dashboard/test/orders', { headers: { cookie } })),
  );
  assert.ok(flood.some(({ status }) => status === 429));
  for (const path of ['', '/orders']) assert.ok([200, 303, 404].includes((await user.get(path)).status), path);
});

test('a browser that somebody signed in with before has a turn of its own, and a forged mark has none', async () => {
  const limited = await startPayService(LIMITED);
  const { email, id } = await ensurePerson(limited, limited.merchant.account.id);
  const cookie = cookieOf(await send('/sign-in', { email, password: PASSWORD }, {}, limited));
  const [, mark = ''] = /cobro_browser=([^;]+)/.exec(cookie) ?? [];
  const sessions = createSessions(limited.deps, '/dashboard');
  const turnOf = (value: string) => {
    const { owner, isKnown } = sessions.turnOf({
      address: '203.0.113.7',
      headers: { cookie: `cobro_browser=${value}` },
    } as never);
    return [owner, isKnown];
  };
  assert.deepEqual(turnOf(mark), [id, true]);
  for (const forged of ['', mark.slice(0, -1), mark.replace(id, '00000000-0000-7000-8000-000000000000'), `${mark}0`])
    assert.deepEqual(turnOf(forged), ['203.0.113.7', false], forged);
  assert.equal((await visitsOf(limited, `cobro_dashboard=${mark}`, 'test').get('/orders')).status, 401);
});
