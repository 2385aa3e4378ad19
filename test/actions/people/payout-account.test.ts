// The account for payouts (D85): who names it, when it counts, who is told, who stops it, and that payouts go there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actAsOperator } from '../../../src/actions/people/act-as-operator.js';
import { confirmSecondFactor, startSecondFactor, waitingSeed } from '../../../src/actions/people/own-profile.js';
import { namePayoutAccount, stopPayoutAccount } from '../../../src/actions/people/payout-account.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import type { Scope } from '../../../src/domain/accounts/account.js';
import { HOUR_MS } from '../../../src/domain/base/duration.js';
import type { Member } from '../../../src/domain/people/person.js';
import { findPayoutAccounts } from '../../../src/store/transfers/payout-accounts.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makeOrder } from '../../support/made-orders.js';
import { startMailServer } from '../../support/mail-server.js';
import { CODE_MS, codeAt } from '../../support/phone.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson, PASSWORD } from '../../web/dashboard/sign-in.js';

const server = await startMailServer({ hideSTARTTLS: true });
const service = await startTestService({
  COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  COBRO_EMAIL_FROM: 'pagos@cobro.example',
  // Warnings go out in any case, so these limits must not matter.
  COBRO_EMAIL_PER_ADDRESS_DAY: '1',
  COBRO_PEOPLE_EMAILS_PER_DAY: '1',
});
const deps = { ...service.deps, ...ACT_READERS };
const ONE = { clabe: '012180015025335996', holder: 'La Favorita SA', rfc: 'LFA010203AB9', bank: null };
const OTHER = { ...ONE, clabe: '014180566013486728' };
const by = { name: 'Ana', language: 'es' } as const;

/** A live merchant with an owner who has a second factor, and one who has not. */
async function shop() {
  const { account, keys } = await service.account({ name: 'La Favorita' });
  const { scope } = await credentialOf(service, keys.live.private);
  const owner = await ensurePerson(service, account.id, { email: `ana@${account.id}.example` });
  const other = await ensurePerson(service, account.id, { email: `luz@${account.id}.example` });
  await ensurePerson(service, account.id, { role: 'developer' });
  const own = { person: owner, actor: 'test' };
  await startSecondFactor(deps, { ...own, current: PASSWORD });
  const seed = (await waitingSeed(deps, owner)) ?? assert.fail();
  const browser = { address: 'test', agent: '' };
  await confirmSecondFactor(deps, { ...own, code: codeAt(seed, Date.now() - CODE_MS), browser });
  return { scope, keys, owner: { ...owner, hasSecondFactor: true }, other, seed };
}
type Shop = Awaited<ReturnType<typeof shop>>;

function name(
  { scope, owner, seed }: Shop,
  wanted: typeof ONE,
  more: { person?: Member; code?: string; at?: number } = {},
) {
  const { person = owner, at = deps.clock.now() } = more;
  const call = { scope, by, person, current: PASSWORD, wanted, actor: `person:${person.id}@test` };
  return namePayoutAccount(deps, { ...call, code: more.code ?? codeAt(seed, at) });
}

const accountsOf = (scope: Scope) => findPayoutAccounts(deps.db, scope, deps.clock.now());
const later = (hours: number) => service.setTime(Date.now() + hours * HOUR_MS);

test('an account counts after 48 hours; every owner is told, and any of them stops it before', async () => {
  const favorita = await shop();
  const { scope, owner, other } = favorita;
  const named = await name(favorita, ONE);
  assert.deepEqual(await accountsOf(scope), { current: null, waiting: named });
  for (const { email } of [owner, other]) {
    const [mail, more] = server.sentTo(email);
    assert.match(mail?.subject ?? '', /Cambia la cuenta a la que se paga a La Favorita/);
    assert.match(mail?.text ?? '', /BBVA MEXICO\s…\u20605996/);
    assert.equal(more, undefined);
  }
  assert.deepEqual(server.sentTo(`developer@${scope.accountId}.example`), []);
  const stop = (which: 'waiting' | 'current', id = named.id) =>
    stopPayoutAccount(deps, { scope, by, which, id, actor: `person:${other.id}@test` });
  assert.equal(await refusalCode(stop('current')), 'no_payout_account');
  await stop('waiting');
  assert.equal(await refusalCode(stop('waiting')), 'no_payout_account');
  later(49);
  assert.deepEqual(await accountsOf(scope), { current: null, waiting: null });
  const again = await name(favorita, ONE);
  later(98);
  assert.equal((await accountsOf(scope)).current?.id, again.id);
  assert.equal((await accountsOf({ ...scope, mode: 'test' })).current, null, 'the other mode has its own');
  const actions = (await auditOf(deps, scope.accountId)).map(([actor, action]) => [actor.slice(7, 43), action]);
  assert.deepEqual(actions.slice(0, 3), [
    [owner.id, 'payout_account.name'],
    [other.id, 'payout_account.stop'],
    [owner.id, 'payout_account.name'],
  ]);
  service.setTime(null);
});

test('only an owner with a second factor names one, and proves it each time', async () => {
  const favorita = await shop();
  assert.equal(await refusalCode(name(favorita, ONE, { person: favorita.other })), 'second_factor_needed');
  assert.equal(await refusalCode(name(favorita, ONE, { code: '000000' })), 'wrong_code');
  assert.equal(await refusalCode(name(favorita, { ...ONE, rfc: 'LFA010203' })), 'invalid_request');
  assert.equal(await refusalCode(name(favorita, { ...ONE, clabe: '646180123400000001' })), 'invalid_request');
  assert.deepEqual(await accountsOf(favorita.scope), { current: null, waiting: null });
});

test('without a mail server nobody could be told, so a live account is refused, and one of test mode is not', async () => {
  const favorita = await shop();
  const silent = { ...deps, mailer: null };
  const call = { by, person: favorita.owner, current: PASSWORD, wanted: ONE, actor: 'test' };
  const code = codeAt(favorita.seed, deps.clock.now());
  const nameIn = (mode: 'live' | 'test') =>
    refusalCode(namePayoutAccount(silent, { ...call, code, scope: { ...favorita.scope, mode } }));
  assert.equal(await nameIn('live'), 'payout_account_needs_mail');
  assert.deepEqual(await accountsOf(favorita.scope), { current: null, waiting: null });
  assert.equal(await nameIn('test'), null);
});

test('a change takes the place of one that waits, and stopping what counts brings none of before back', async () => {
  const favorita = await shop();
  const { scope } = favorita;
  await name(favorita, ONE);
  later(49);
  await name(favorita, OTHER);
  later(50);
  const third = await name(favorita, { ...ONE, holder: 'Otra' });
  assert.deepEqual((await accountsOf(scope)).waiting?.id, third.id);
  assert.equal((await accountsOf(scope)).current?.clabe, ONE.clabe);
  later(100);
  assert.deepEqual([(await accountsOf(scope)).current?.id, (await accountsOf(scope)).waiting], [third.id, null]);
  await stopPayoutAccount(deps, { scope, by, which: 'current', id: third.id, actor: 'test' });
  assert.deepEqual(await accountsOf(scope), { current: null, waiting: null });
  service.setTime(null);
});

test('payouts go to the account that counts; elsewhere they need the second person, whatever the amount', async () => {
  const favorita = await shop();
  const { scope, keys } = favorita;
  const order = await makeOrder(deps, await credentialOf(service, keys.live.private));
  await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  await name(favorita, ONE);
  const pay = (destination: typeof ONE | null) =>
    createPayout(deps, { scope, amount: 1_000n, note: null, destination, actor: 'test' });
  assert.equal((await pay(null)).transfer?.destination, null, 'it does not count yet');
  later(49);
  assert.equal((await pay(null)).transfer?.destination?.clabe, ONE.clabe);
  const careful = { ...deps, settings: { ...deps.settings, fourEyesOver: 100_000n } };
  const propose = (destination: typeof ONE | null, accountId = scope.accountId) => {
    const payout = { kind: 'payout.create', scope: { accountId, mode: 'live' }, amount: '100', note: null } as const;
    return actAsOperator(careful, { by: 'cli', actor: 'cli', act: { ...payout, key: null, destination } });
  };
  assert.equal((await propose(null)).is, 'done');
  assert.equal((await propose(ONE)).is, 'done');
  const elsewhere = await propose(OTHER);
  assert.ok(elsewhere.is === 'proposed');
  assert.deepEqual(
    [elsewhere.proposal.facts.destination, elsewhere.proposal.facts.own_account],
    [OTHER.clabe, ONE.clabe],
  );
  service.setTime(null);
});
