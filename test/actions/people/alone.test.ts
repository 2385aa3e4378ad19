// What one person of the operator's tries alone with four eyes on (D81), each as they would do it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { actAsOperator, approveProposal } from '../../../src/actions/people/act-as-operator.js';
import { foresee } from '../../../src/actions/people/acts.js';
import { disablePerson, enablePerson } from '../../../src/actions/people/change-member.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { requirePaymentPoint, setLiveDetails } from '../../../src/actions/points/edit-payment-point.js';
import { bounceTransfer } from '../../../src/actions/transfers/change-transfer.js';
import { showLink } from '../../../src/actions/transfers/customer-link.js';
import { requirePayeeAccount } from '../../../src/actions/transfers/set-payee-account.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { railDay } from '../../../src/domain/base/mexico-day.js';
import type { ActKind, ActOf } from '../../../src/domain/people/act.js';
import { formatTransferId, statusOf } from '../../../src/domain/transfers/transfer.js';
import { findPersonByEmail } from '../../../src/store/people/people.js';
import { savePassword } from '../../../src/store/people/person-secrets.js';
import { listPaymentPoints } from '../../../src/store/points/payment-points.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { writePaymentPoint } from '../../../src/wire/points/points.js';
import { listColumns } from '../../../src/wire/rails/rail-list.js';
import { speiNotice } from '../../money/books.js';
import { compareText } from '../../money/rail-texts.js';
import { transfer } from '../../support/arrived-money.js';
import { makeOrder } from '../../support/made-orders.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson, giveSecondFactor } from '../../web/dashboard/sign-in.js';

const service = await startTestService({ COBRO_FOUR_EYES_OVER: '1000.00' });
const deps = { ...service.deps, ...ACT_READERS };
const live = (await deps.credentials.find(service.merchant.keys.live.private)) ?? assert.fail();
const { accountId } = live.scope;
const [ana, eva] = [await somebody('ana@desk.example'), await somebody('eva@desk.example')];

async function somebody(email: string) {
  const person = await ensurePerson(service, null, { role: 'admin', email });
  await giveSecondFactor(service, person);
  return { by: person.id, actor: personActor(person, '203.0.113.7'), role: 'admin' } as const;
}

const atTerminal = (name: string) => ({ by: `cli:${name}`, actor: `cli:${name}` });
const lost = (amount: string) => transfer(service, { clabe: '646180123499999995', amount, mode: 'live' });
const giveBack = (paymentId: string) => ({ kind: 'payment.return', paymentId }) as const;

/** So that nothing of the test before counts. */
const rest = () => service.setTime(deps.clock.now() + 8 * DAY_MS);

async function proposed<Kind extends ActKind>(
  act: ActOf<Kind>,
  by: { readonly by: string; readonly actor: string },
): Promise<string> {
  const outcome = await actAsOperator(deps, { ...by, act });
  return outcome.is === 'proposed' ? outcome.proposal.id : assert.fail('it was done at once');
}

test('an admin who takes the access of the others away still invites nobody alone', async () => {
  const invite = (team: string | null, email: string) =>
    ({ kind: 'person.invite', team, email, name: 'Me', role: team === null ? 'admin' : 'owner' }) as const;
  await disablePerson(deps, { team: null, id: eva.by, actor: ana.actor });
  for (const team of [null, accountId]) {
    await proposed(invite(team, `desk@${team}.example`), ana);
    await proposed(invite(team, `terminal@${team}.example`), atTerminal('root'));
  }
  rest();
  await proposed(invite(accountId, 'later@owner.example'), ana);
  const act = invite(null, 'later@desk.example');
  assert.equal((await actAsOperator(deps, { ...ana, act })).is, 'done', 'the team may grow again');
  await enablePerson(deps, { team: null, id: eva.by, actor: ana.actor });
});

test('with one admin and a treasurer nobody invites alone, and an invitation at the terminal is a hand', async () => {
  const small = await startTestService({ COBRO_FOUR_EYES_OVER: '1000.00' });
  const own = { ...small.deps, ...ACT_READERS };
  const invite = (email: string) =>
    ({ kind: 'person.invite', team: null, email, name: 'P', role: 'treasurer' }) as const;
  const call = async (email: string, role: 'admin' | 'treasurer') => {
    const invited = await findPersonByEmail(own.db, email);
    if (invited !== null) await savePassword(own.db, invited.id, 'x');
    const person = invited ?? (await ensurePerson(small, null, { role, email }));
    await giveSecondFactor(small, person);
    return { by: person.id, actor: personActor(person, 'x'), role } as const;
  };
  const rates = async (by: { readonly by: string; readonly actor: string }) => {
    const outcome = await actAsOperator(own, { ...by, act: { kind: 'rate.set', currency: 'USD', millionths: '1' } });
    return outcome.is === 'proposed' ? outcome.proposal.id : assert.fail();
  };
  const admin = await call('admin@desk.example', 'admin');
  assert.equal((await actAsOperator(own, { ...atTerminal('root'), act: invite('first@desk.example') })).is, 'done');
  const treasurer = await call('first@desk.example', 'treasurer');
  await approveProposal(own, { ...treasurer, id: await rates(atTerminal('root')) });

  const asked = await actAsOperator(own, { ...atTerminal('root'), act: invite('second@desk.example') });
  const id = asked.is === 'proposed' ? asked.proposal.id : assert.fail('the terminal invites alone');
  assert.equal((await actAsOperator(own, { ...admin, act: invite('third@desk.example') })).is, 'proposed');
  await approveProposal(own, { ...treasurer, id });
  // As if four eyes had been off for a moment.
  const off = { ...own, settings: { ...own.settings, fourEyesOver: null } };
  await actAsOperator(off, { ...atTerminal('root'), act: invite('fourth@desk.example') });
  for (const email of ['second@desk.example', 'fourth@desk.example']) {
    const puppet = await call(email, 'treasurer');
    const rate = await rates(atTerminal('root'));
    assert.equal(await refusalCode(approveProposal(own, { ...puppet, id: rate })), 'second_person_related');
    await approveProposal(own, { ...treasurer, id: rate });
  }
});

test('whoever proposed somebody stands behind them, too', async () => {
  rest();
  const act = { kind: 'person.invite', team: null, email: 'puppet@desk.example', name: 'P', role: 'admin' } as const;
  await approveProposal(deps, { ...eva, id: await proposed(act, ana) });
  const member = (await findPersonByEmail(deps.db, act.email)) ?? assert.fail();
  await giveSecondFactor(service, member);
  const puppet = { by: member.id, actor: personActor(member, 'x'), role: 'admin' } as const;
  const id = await proposed(giveBack((await lost('5000.00')).id), ana);
  assert.equal(await refusalCode(approveProposal(deps, { ...puppet, id })), 'second_person_related');
});

test('all names at the terminal are one, and whoever sits there may be at the desk as well', async () => {
  rest();
  await makePersonLink(deps, { team: null, id: eva.by, actor: 'cli:root' });
  for (const by of [atTerminal('ubuntu'), ana]) {
    const id = await proposed(giveBack((await lost('5001.00')).id), by);
    assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'second_person_related');
  }
  const [one, two] = [await lost('600.00'), await lost('600.00')];
  assert.equal((await actAsOperator(deps, { ...atTerminal('root'), act: giveBack(one.id) })).is, 'done');
  await proposed(giveBack(two.id), atTerminal('ubuntu'));
});

test('lines of a list that its page does not show count as well', async () => {
  rest();
  const columns = listColumns('spei');
  const line = (amount: string, claveRastreo: string) => {
    const now = deps.clock.now();
    const facts = { claveRastreo, tsLiquidacion: now, fechaOperacion: railDay(now) };
    const notice: Record<string, unknown> = JSON.parse(speiNotice('646180123499999995', amount, facts));
    return columns.map((name) => String(notice[name] ?? '')).join(',');
  };
  const known = await lost('1.00');
  const many = Array.from({ length: 500 }, (_, at) => line('0.01', `MANY${at}`));
  const body = [columns.join(','), ...many, line('90000.00', `0${known.trackingKey}`)].join('\n');
  const { id, digest } = await compareText(deps, { kind: 'spei', mode: 'live', text: body });
  await proposed({ kind: 'reconciliation.apply', id, digest, alsoLines: [502] }, ana);
});

test('blanks do not make an account another one', async () => {
  const to = (clabe: string) => {
    const destination = { clabe, holder: 'X', bank: null };
    return foresee(deps, { kind: 'payout.create', scope: live.scope, amount: '1', note: null, key: null, destination });
  };
  assert.deepEqual(await to('0121 8001-5025335996'), await to('012180015025335996'));
});

test('nobody of the operator gets the link with which a customer says where live money goes', async () => {
  const order = await makeOrder(deps, live, { price: { amount: 400_000n, currency: 'MXN' } });
  await transfer(service, { clabe: order.clabe ?? assert.fail(), amount: '4000.00', mode: 'live' });
  const refund = async () => {
    const key = { scope: live.scope, uuid: order.uuid };
    const made = await refundOrder(deps, { key, amount: 200_000n, reason: null, actor: 'key:x' });
    return made.is === 'first' ? made.value.transfer : assert.fail();
  };
  const first = formatTransferId((await refund()).id);
  await bounceTransfer(deps, { transferId: first, actor: 'cli', note: 'closed' });
  const open = await refund();
  assert.equal(statusOf(open), 'needs_destination');
  const transferId = formatTransferId(open.id);
  assert.equal(await refusalCode(showLink(deps, { transferId })), 'live_link_by_email');
  const alone = { ...deps, settings: { ...deps.settings, fourEyesOver: null } };
  assert.match(await showLink(alone, { transferId }), /refund/);
});

test('a point of another kind is another place to pay, also with the same details', async () => {
  const { code } = (await listPaymentPoints(deps.db)).find(({ kind }) => kind === 'account') ?? assert.fail();
  const details = { bank_name: 'BANCO', account_number: '0123456789', account_holder: 'COBRO' };
  const point = await setLiveDetails(deps, { code, details, cards: [], actor: 'cli' });
  const take = (kind: 'account' | 'card') => {
    const points = JSON.stringify([writePaymentPoint({ ...point, kind })]);
    return actAsOperator(deps, { ...ana, act: { kind: 'provider.import', source: 'own.json', points } });
  };
  assert.deepEqual([(await take('account')).is, (await take('card')).is], ['done', 'proposed']);
});

test('what customers read where they pay can send them elsewhere: names of merchants, and names and hours of points', async () => {
  rest();
  const elsewhere = 'Deposita en la CLABE 012180015025335996';
  const point = (await listPaymentPoints(deps.db)).find(({ kind }) => kind === 'account') ?? assert.fail();
  const details = { bank_name: 'BANCO', account_number: '0123456789', account_holder: 'COBRO' };
  const { code } = await setLiveDetails(deps, { code: point.code, details, cards: [], actor: 'cli' });
  const edit = (change: Record<string, unknown>) =>
    actAsOperator(deps, { ...ana, act: { kind: 'provider.edit', code, change } });
  const limits = { transaction_limit: '5000.00', limit_per_transaction: '2500.00' };
  assert.deepEqual(
    [
      (await edit({ availability: elsewhere })).is,
      (await edit({ ...limits, is_active: true })).is,
      (await actAsOperator(deps, { ...ana, act: { kind: 'account.rename', accountId, name: elsewhere } })).is,
    ],
    ['proposed', 'done', 'proposed'],
  );
  const points = JSON.stringify([writePaymentPoint({ ...(await requirePaymentPoint(deps, code)), name: elsewhere })]);
  await proposed({ kind: 'provider.import', source: 'names.json', points }, ana);
  assert.equal((await requirePaymentPoint(deps, code)).availability, point.availability);
});

test('who approves the details of a point sees what customers will read of it, and each of its lines is one', async () => {
  rest();
  const { code } = (await listPaymentPoints(deps.db)).find((one) => one.liveDetails === null) ?? assert.fail();
  const change = { name: 'Tienda (o en la CLABE 012180015025335996)' };
  await actAsOperator(deps, { ...ana, act: { kind: 'provider.edit', code, change } });
  const details = { bank_name: 'BANCO\naccount_number: 1 → 2', account_number: '3' };
  const { facts } = await foresee(deps, { kind: 'provider.live', code, details, cards: [] });
  const lines = facts.details?.split('\n') ?? [];
  assert.ok(lines.includes(`name: - → ${change.name}`), facts.details);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('account_number')),
    ['account_number: - → 3'],
  );
});

test('no name of a merchant and no holder of an account begins another line where it is approved', async () => {
  for (const name of ['Tienda\nComercio 2', 'Tienda \u202e2 oicremoC']) {
    const rename = { kind: 'account.rename', accountId, name } as const;
    assert.equal(await refusalCode(actAsOperator(deps, { ...ana, act: rename })), 'invalid_request');
    for (const payee of [
      { holder: name, bank: null },
      { holder: 'Ana', bank: name },
    ])
      assert.throws(() => requirePayeeAccount(deps, { clabe: '012180015025335996', ...payee }), {
        code: 'invalid_request',
      });
  }
});
