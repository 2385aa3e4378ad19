// Payouts to many merchants at once: one proposal, all of them or none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../src/store/sql.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { giveSecondFactor, signInAs } from '../sign-in.js';
import { fieldsOf, startDesk } from './desk.js';

const { service, desk } = await startDesk({ COBRO_FOUR_EYES_OVER: '1000.00' });
const { db } = service.deps;
const second = await signInAs(service, null, { role: 'treasurer' });
for (const { person } of [desk, second]) await giveSecondFactor(service, person);

for (const { account, keys } of [service.merchant, service.other]) {
  const order = await makeOrder(service, { key: keys.live.private, amount: 100_000n });
  await transfer(service, { clabe: order.payTo, amount: '1000.00', mode: 'live' });
  await db.query(sql`
    insert into payout_accounts (account_id, livemode, id, clabe, holder, bank, rfc, named_by, named_at, counts_from)
    values (${account.id}, true, gen_random_uuid(), '012180015025335996', ${account.name}, 'BBVA', 'LFA010203AB9', 'x', now(),
      now() - interval '1 day')`);
}
await db.query(sql`update ledger_balances set available = available + pending, pending = 0 where livemode`);

test('nothing is paid without a choice, and a page whose amounts are old pays nothing', async () => {
  const page = await desk.get('/merchants/payouts');
  assert.match(textOf(page), /Merchant 012180015025335996 \$\d+.*Other 012180015025335996/);
  const none = Object.fromEntries([service.merchant, service.other].map(({ account }) => [`pay_${account.id}`, '']));
  assert.match(
    textOf(await desk.submit('/merchants/payouts', '/merchants/payouts', { note: 'x', ...none })),
    /Marca al menos/,
  );
  const old = { note: 'x', [`amount_${service.other.account.id}`]: '1' };
  assert.match(textOf(await desk.submit('/merchants/payouts', '/merchants/payouts', old)), /cambió mientras tanto/);
});

test('many payouts are one proposal that shows each payee, and are made when another person approves', async () => {
  assert.equal((await desk.submit('/merchants/payouts', '/merchants/payouts', { note: 'semana 47' })).status, 303);
  const page = await second.get('/approvals');
  assert.match(textOf(page), /Pagar a varios comercios.*Líneas 2.*Merchant [\d.]+ 012180015025335996/);
  const id = /approvals\/([0-9a-f-]{36})\/approve/.exec(page.text)?.[1] ?? assert.fail();
  const approved = await second.post(
    `/approvals/${id}/approve`,
    fieldsOf(page, `/dashboard/desk/approvals/${id}/approve`, {}),
  );
  assert.equal(approved.status, 303, textOf(approved));
  const [made] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from payouts
    where note = 'semana 47'`);
  assert.equal(made?.count, 2);
  assert.match(textOf(await desk.get('/merchants/payouts')), /Nadie tiene dinero disponible/);
});
