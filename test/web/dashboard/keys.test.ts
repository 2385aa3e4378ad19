// Keys in the dashboard: made, shown once, limited, rolled and revoked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPayService, textOf } from '../fixtures.js';
import { signIn, signInAs } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

async function openShop() {
  const { keys } = await service.account({});
  const pages = await signIn(service, keys.test.private);
  const listed = async () => {
    const page = await pages.get('/keys');
    return [...page.text.matchAll(/keys\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
  };
  const formId = async (path = '/keys/new') =>
    /name="form" value="([0-9a-f-]+)"/.exec((await pages.get(path)).text)?.[1] ?? '';
  return { ...pages, keys, listed, formId };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const keyIn = (text: string) => /[sp]k_test_\w{32}/.exec(text)?.[0] ?? '';
const statusWith = async (key: string, path = '/v2/orders') => (await service.call('GET', path, { key })).status;

test('keys are listed with what is known of them, and never with the key', async () => {
  const shop = await openShop();
  await service.call('GET', '/v2/orders', { key: shop.keys.test.private });
  await service.deps.credentials.flushUses();
  const page = await shop.get('/keys');
  assert.equal((await shop.listed()).length, 2, 'those of the other mode are not here');
  assert.match(textOf(page), /sk_test_\w{4}….*Privada.*Todos/);
  assert.match(textOf(page), /pk_test_\w{4}….*Pública.*Nunca/);
  assert.match(page.text, /data-name="Último uso" class="bottom-left called"/, 'a phone says what the date is');
  assert.ok(!page.text.includes(shop.keys.test.private));
});

test('a restricted key is made and shown once; the same form makes no second one', async () => {
  const shop = await openShop();
  const wanted = form({
    form: await shop.formId(),
    kind: 'private',
    name: '<b>Bodega</b>',
    'right_orders:read': 'yes',
  });
  const made = await shop.post('/keys', wanted);
  const key = keyIn(made.text);
  assert.equal(made.status, 200);
  assert.deepEqual([await statusWith(key), await statusWith(key, '/v1/balance')], [200, 403]);
  const again = await shop.post('/keys', wanted);
  assert.equal(again.status, 409);
  assert.match(textOf(again), /ya se creó y se mostró una vez/);
  assert.equal(keyIn(again.text), '');
  const list = await shop.get('/keys');
  assert.match(textOf(list), /<b>Bodega<\/b>.*1 permiso/);
  assert.ok(!list.text.includes(key) && !list.text.includes('<b>'));
  assert.equal((await shop.listed()).length, 3);
});

test('a developer, who may not refund, makes no key that may, and does not roll one either', async () => {
  const shop = await openShop();
  const owners = await shop.listed();
  const developer = await signInAs(service, shop.person.team, { role: 'developer' });
  const page = (await developer.get('/keys/new')).text;
  assert.ok(page.includes('right_orders:write') && !page.includes('right_refunds:write'));
  const wanted = async (more: Record<string, string> = {}) =>
    form({ form: await shop.formId(), kind: 'private', name: '', ...more });
  const key = keyIn((await developer.post('/keys', await wanted())).text);
  const refund = (by: string) => service.call('POST', '/v1/charges/ch_x/refunds', { key: by, body: {} });
  assert.deepEqual([await statusWith(key), (await refund(key)).status], [200, 403]);
  assert.equal((await refund(shop.keys.test.private)).status, 404, 'the owner’s may');
  assert.equal((await developer.post('/keys', await wanted({ 'right_refunds:write': 'yes' }))).status, 403);
  for (const id of owners) {
    const rolled = await developer.post(`/keys/${id}/roll`, form({ form: await shop.formId(), grace: '24' }));
    assert.doesNotMatch(keyIn(rolled.text), /^sk_/);
  }
});

test('two clicks at once make one key', async () => {
  const shop = await openShop();
  const wanted = form({ form: await shop.formId(), kind: 'public', name: '' });
  const replies = await Promise.all([shop.post('/keys', wanted), shop.post('/keys', wanted)]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await shop.listed()).length, 3);
});

test('addresses and rights that cannot be are refused at their field, with what was typed', async () => {
  const shop = await openShop();
  const wanted = {
    form: await shop.formId(),
    kind: 'private',
    name: 'Caja',
    'right_orders:read': 'yes',
    addresses: 'my server',
  };
  const wrong = await shop.post('/keys', form(wanted));
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="addresses-fault"/);
  assert.match(wrong.text, /value="Caja"/);
  assert.match(wrong.text, /name="right_orders:read" value="yes" checked/);
  assert.ok(wrong.text.includes(`name="form" value="${wanted.form}"`));
  assert.equal((await shop.post('/keys', form({ ...wanted, addresses: '', kind: 'public' }))).status, 400);
  const made = await shop.post('/keys', form({ ...wanted, addresses: '203.0.113.7\n2001:db8::/32' }));
  assert.equal(await statusWith(keyIn(made.text)), 403, 'this test is at neither address');
});

test('a key is rolled: the new one is shown once, the old one works for the time chosen', async () => {
  const shop = await openShop();
  const pages = await Promise.all(
    (await shop.listed()).map(async (id) => ({ id, page: await shop.get(`/keys/${id}`) })),
  );
  const privateId = pages.find(({ page }) => textOf(page).includes('Privada'))?.id ?? '';
  const wanted = form({ form: await shop.formId(`/keys/${privateId}`), grace: '1' });
  const made = await shop.post(`/keys/${privateId}/roll`, wanted);
  const key = keyIn(made.text);
  assert.equal(await statusWith(key), 200);
  assert.equal(await statusWith(shop.keys.test.private), 200);
  assert.match(textOf(made), /La llave anterior funciona hasta/);
  assert.equal((await shop.post(`/keys/${privateId}/roll`, wanted)).status, 409);
  const fresh = form({ form: await shop.formId(), grace: '1' });
  assert.match(textOf(await shop.post(`/keys/${privateId}/roll`, fresh)), /ya fue reemplazada/);
  service.setTime(Date.now() + 2 * 3_600_000);
  assert.equal(await statusWith(shop.keys.test.private), 401);
  service.setTime(null);
});

test('a key is revoked after a question, and the last private one only by who was told', async () => {
  const shop = await openShop();
  await shop.post('/keys', form({ form: await shop.formId(), kind: 'private', name: 'Otra' }));
  const pages = await Promise.all(
    (await shop.listed()).map(async (id) => ({ id, page: await shop.get(`/keys/${id}`) })),
  );
  const other = pages.find(({ page }) => textOf(page).includes('Otra'))?.id ?? '';
  const first = pages.find(({ page }) => /Sin nombre.*Privada/.test(textOf(page)))?.id ?? '';
  assert.equal((await shop.post(`/keys/${other}/revoke`)).status, 400);
  assert.equal((await shop.post(`/keys/${other}/revoke`, 'sure=yes')).status, 303);
  assert.equal((await shop.post(`/keys/${other}/revoke`, 'sure=yes')).status, 303, 'a second click changes nothing');
  assert.match(textOf(await shop.get(`/keys/${other}`)), /Revocada/);
  // The page of before the revocation did not say that this is the last one.
  const stale = await shop.post(`/keys/${first}/revoke`, 'sure=yes');
  assert.equal(stale.status, 409);
  assert.match(textOf(stale), /Es la última llave privada de este modo/);
  assert.match(stale.text, /name="last" value="yes"/);
});

test('keys of another account or of the other mode are not there', async () => {
  const shop = await openShop();
  const [id] = await shop.listed();
  const live = await signIn(service, shop.keys.live.private);
  for (const visitor of [merchant, live]) {
    assert.equal((await visitor.get(`/keys/${id}`)).status, 404);
    assert.equal((await visitor.post(`/keys/${id}/roll`, `form=${await shop.formId()}&grace=0`)).status, 404);
    assert.equal((await visitor.post(`/keys/${id}/revoke`, 'sure=yes&last=yes')).status, 404);
  }
  assert.equal((await shop.get('/keys/x')).status, 404);
});

test('a key that may only do what is chosen has at least one right; one that may do all has none to choose', async () => {
  const shop = await openShop();
  const wanted = { form: await shop.formId(), kind: 'private', name: '' };
  const none = await shop.post('/keys', form({ ...wanted, may: 'chosen' }));
  assert.equal(none.status, 400);
  assert.match(none.text, /id="rights-fault"/);
  const all = await shop.post('/keys', form({ ...wanted, may: 'all', 'right_orders:read': 'yes' }));
  assert.equal(await statusWith(keyIn(all.text), '/v1/balance'), 200);
});
