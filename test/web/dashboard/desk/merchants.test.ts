// Merchants at the desk: found, created, suspended; their keys, fees, policies and payouts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { signInAs } from '../sign-in.js';
import { auditLines, fieldsOf, startDesk } from './desk.js';

const { service, desk } = await startDesk();
const { account } = service.merchant;
const path = `/merchants/${account.id}`;

test('merchants are found by part of their name, and one is made once with keys that are shown once', async () => {
  assert.match(textOf(await desk.get('/merchants?search=merch')), /Merchant/);
  assert.match(textOf(await desk.get('/merchants?search=100%25')), /Ningún comercio/);
  const form = fieldsOf(await desk.get('/merchants/new'), '/dashboard/desk/merchants/new', { name: 'La Favorita' });
  const [one, two] = await Promise.all([desk.post('/merchants/new', form), desk.post('/merchants/new', form)]);
  const made = one?.status === 200 ? one : two;
  assert.match(
    textOf(made ?? assert.fail()),
    /Copia las llaves ahora.*sk_test_.*pk_live_.*La llave privada real la hace el dueño/,
  );
  assert.deepEqual([one?.status, two?.status].sort(), [200, 409], 'a double click makes one');
  assert.equal((textOf(await desk.get('/merchants?search=favorita')).match(/La Favorita/g) ?? []).length, 1);
  assert.match((await desk.submit('/merchants/new', '/merchants/new', { name: '' })).text, /id="name-fault"/);
});

test('the list says at a glance who they are, where they are paid, how much they take, and what to look at', async () => {
  await signInAs(service, account.id, { email: 'duena@shop.example' });
  assert.match(
    textOf(await desk.get('/merchants')),
    /Merchant .*duena@shop\.example .* Sin cuenta registrada ?Sin RFC/,
  );
  await service.deps.db.query({
    text: `insert into account_tax_data (account_id, rfc, name, regime, postal_code, cfdi_use, updated_at)
      values ($1, 'LFA010203AB9', 'M', '601', '06600', 'G03', now())`,
    values: [account.id],
  });
  await service.deps.db.query({
    text: `insert into payout_accounts (account_id, livemode, id, clabe, holder, bank, rfc, named_by, named_at, counts_from)
      values ($1, true, gen_random_uuid(), '012180015025335996', 'M', 'BBVA', 'LFA010203AB9', 'x', now(), now() - interval '1 day'),
        ($1, true, gen_random_uuid(), '012180015025335996', 'M', 'BBVA', 'LFA010203AB9', 'x', now(), now() + interval '1 day')`,
    values: [account.id],
  });
  await service.deps.db.query({
    text: `insert into day_figures (account_id, livemode, day, method, point_code, wait, made, paid, taken, unpaid, refunded)
      values ($1, true, current_date - 3, 'spei', '', 0, 1, 1, 777700, 0, 0)`,
    values: [account.id],
  });
  const text = textOf(await desk.get('/merchants?search=merchant'));
  assert.match(text, /LFA010203AB9 .*\$7,777\.00 Cambia su cuenta/);
  await service.deps.db.query({ text: 'delete from payout_accounts', values: [] });
});

test('what a merchant took counts at once, before the figures of its day are', async () => {
  const order = await makeOrder(service, { key: service.merchant.keys.live.private, amount: 20_000n });
  const list = async () => textOf(await desk.get('/merchants?search=merchant'));
  assert.match(await list(), /Cobrado en 30 días.* \$7,777\.00/);
  await transfer(service, { clabe: order.payTo, amount: '200.00', mode: 'live' });
  assert.match(await list(), / \$7,977\.00/);
});

test('a merchant is suspended with a reason, and resumed', async () => {
  assert.match(textOf(await desk.get(path)), /Al suspenderlo, sus llaves y ligas dejan de servir.* Suspender/);
  assert.match(
    textOf(await desk.get(path)),
    /Disponible.*Pagar al comercio.*Datos fiscales.*Comisiones.*Ajustes.*Llaves.*Webhooks.*Suspender/,
    'money first, then keys',
  );
  assert.equal((await desk.submit(path, `${path}/suspend`)).status, 400, 'a reason is needed');
  assert.equal((await desk.submit(path, `${path}/suspend`, { note: 'no responde' })).status, 303);
  assert.match(textOf(await desk.get(path)), /Suspendido/);
  const [line] = await auditLines(service, 'account.update');
  assert.match(line?.details ?? '', /no responde/);
  assert.equal((await desk.submit(path, `${path}/resume`, { note: 'ya responde' })).status, 303);
  assert.doesNotMatch(textOf(await desk.get(path)), /Suspendido/);
});

test('keys are rolled once per click, revoked and added', async () => {
  const keys = await service.deps.db.query<{ id: string }>({
    text: `select id from api_keys where account_id = $1 and livemode and kind = 'public'`,
    values: [account.id],
  });
  const key = keys[0]?.id ?? assert.fail();
  const form = fieldsOf(await desk.get(path), `/dashboard/desk${path}/keys/${key}/roll`, {});
  assert.match(textOf(await desk.post(`${path}/keys/${key}/roll`, form)), /Cópiala ahora.*pk_live_/);
  assert.match(textOf(await desk.post(`${path}/keys/${key}/roll`, form)), /Alguien cambió esto/);
  assert.equal((await desk.post(`${path}/keys/${key}/revoke`)).status, 303);
  const added = await desk.submit(path, `${path}/keys`, { kind: 'public' });
  assert.match(textOf(added), /pk_live_/);
  const secret = await desk.submit(path, `${path}/keys`, { kind: 'private' });
  assert.equal(secret.status, 403, 'nobody here sees a live private key (D81)');
  const foreign = await service.deps.db.query<{ id: string }>({
    text: 'select id from api_keys where account_id = $1 limit 1',
    values: [service.other.account.id],
  });
  assert.equal((await desk.post(`${path}/keys/${foreign[0]?.id}/revoke`)).status, 404, 'only keys of this merchant');
});

test('fees and policies are changed, with faults at their fields', async () => {
  const bad = await desk.submit(path, `${path}/fee`, { method: 'spei', percent: 'x', fixed: '1' });
  assert.match(bad.text, /id="percent-fault"/);
  assert.equal(
    (await desk.submit(path, `${path}/fee`, { method: 'spei', percent: '1.25', fixed: '5.50' })).status,
    303,
  );
  assert.match(textOf(await desk.get(path)), /SPEI Propia, más IVA 1\.25 % \+ \$5\.50/);
  const stale = await desk.get(path);
  assert.equal((await desk.submit(path, `${path}/policies`, { short: 'return' })).status, 303);
  const late = await desk.post(
    `${path}/policies`,
    fieldsOf(stale, `/dashboard/desk${path}/policies`, { short: 'hold' }),
  );
  assert.match(textOf(late), /Alguien cambió esto/);
});

test('a payout is made once, at most what is available, with its transfer', async () => {
  const order = await makeOrder(service, { amount: 100_000n });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: service.key, body: { scenario: 'exact' } });
  await service.deps.db.query({
    text: `update ledger_balances set available = available + pending, pending = 0 where account_id = $1 and not livemode`,
    values: [account.id],
  });
  const page = `${path}?mode=test`;
  const typed = { amount: '1,00.00', clabe: '012180015025335996', holder: 'La Favorita SA', note: 'semana 46' };
  const form = fieldsOf(await desk.get(page), `/dashboard/desk${path}/payout`, { ...typed, amount: '100.50' });
  for (const _ of [1, 2]) assert.equal((await desk.post(`${path}/payout`, form)).status, 303);
  assert.match(textOf(await desk.get('/transfers?mode=test')), /La Favorita SA.*\$100\.50/);
  assert.equal((await desk.get('/transfers?mode=test')).text.match(/La Favorita SA/g)?.length, 1, 'once');
  const over = await desk.submit(page, `${path}/payout`, { ...typed, amount: '9,999.00' });
  assert.equal(over.status, 409, textOf(over));
});

test('who may not manage sees the facts and no forms, and is refused', async () => {
  const support = await signInAs(service, null, { role: 'support' });
  const page = await support.get(path);
  assert.equal(page.status, 200);
  assert.ok(!page.text.includes(`${path}/suspend`));
  for (const form of ['suspend', 'resume', 'fee', 'policies', 'payout', 'keys'])
    assert.equal((await support.post(`${path}/${form}`)).status, 403, form);
  assert.equal((await desk.get('/merchants/nothing')).status, 404);
});
