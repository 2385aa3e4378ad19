// Four eyes (D78): what one person of the operator's may do alone, and what a second one has to approve.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePayment } from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/verify-ledger.js';
import { actAsOperator, approveProposal, declineProposal } from '../../../src/actions/people/act-as-operator.js';
import { requirePaymentPoint } from '../../../src/actions/points/edit-payment-point.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import { stateOf } from '../../../src/domain/money/payment.js';
import { type Act, needsSecondPerson, readAct, writeAct } from '../../../src/domain/people/proposal.js';
import { listOpenProposals, listProposals } from '../../../src/store/people/proposals.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { makeOrder, readOrder } from '../../support/made-orders.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson } from '../../web/dashboard/sign-in.js';

const service = await startTestService({ COBRO_FOUR_EYES_OVER: '500.00' });
const { deps } = service;
const [ana, eva] = [
  { person: await ensurePerson(service, null, { role: 'treasurer' }), address: '203.0.113.7' },
  { person: await ensurePerson(service, null, { role: 'admin' }), address: '203.0.113.8' },
];
const live = (await deps.credentials.find(service.merchant.keys.live.private)) ?? assert.fail();

const lost = (amount: string, mode: 'test' | 'live' = 'live') =>
  transfer(service, { clabe: '646180123499999995', amount, mode });
const giveBack = (paymentId: string): Act => ({ kind: 'payment.return', paymentId });

async function proposed(act: Act): Promise<string> {
  const { proposal } = await actAsOperator(deps, { ...ana, act, note: 'as the bank says' });
  return proposal?.id ?? assert.fail('it was done at once');
}

test('up to the amount, and in test mode, one person is enough', async () => {
  for (const payment of [await lost('500.00'), await lost('900.00', 'test')]) {
    assert.deepEqual(await actAsOperator(deps, { ...ana, act: giveBack(payment.id) }), { proposal: null });
    assert.equal(stateOf(await requirePayment(deps, payment.id)), 'returned');
    assert.equal((await auditOf(deps, payment.id))[0]?.[0], personActor(ana.person, ana.address));
  }
});

test('above it nothing is done until another person approves; then it is done once, and the log names both', async () => {
  const order = await makeOrder(deps, live, { price: { amount: 60_000n, currency: 'MXN' } });
  const payment = await lost('600.00');
  const act: Act = { kind: 'payment.match', paymentId: payment.id, orderId: formatOrderId(order.uuid) };
  const id = await proposed(act);
  assert.equal(stateOf(await requirePayment(deps, payment.id)), 'unmatched');
  assert.deepEqual(
    (await listOpenProposals(deps.db, deps.clock.now())).map((one) => [one.id, one.act]),
    [[id, act]],
  );
  assert.equal(await refusalCode(approveProposal(deps, { ...ana, id })), 'second_person_needed');
  assert.equal(await refusalCode(actAsOperator(deps, { ...eva, act })), 'proposal_open');
  const codes = await Promise.all([1, 2, 3].map(() => refusalCode(approveProposal(deps, { ...eva, id }))));
  assert.deepEqual(codes.sort(), [null, 'proposal_closed', 'proposal_closed'].sort());
  assert.equal((await readOrder(deps, live, order.uuid)).status, 'paid');
  assert.deepEqual(
    (await auditOf(deps, payment.id)).map(([who, what]) => [who, what]),
    [[personActor(eva.person, eva.address), 'payment.match']],
  );
  const [approved, opened] = await auditOf(deps, id);
  assert.deepEqual(approved?.slice(0, 2), [personActor(eva.person, eva.address), 'proposal.approve']);
  assert.deepEqual(opened, [
    personActor(ana.person, ana.address),
    'proposal.open',
    { about: payment.id, amount: '600.00', kind: 'payment.match', note: 'as the bank says' },
  ]);
  assert.match(JSON.stringify(approved?.[2]), new RegExp(`"proposed_by":"${ana.person.id}"`));
  assert.deepEqual(await listOpenProposals(deps.db, deps.clock.now()), []);
});

test('what would be refused is refused when it is proposed, and proposing it leaves nothing behind', async () => {
  const payment = await lost('700.00');
  const wrong: Act = { kind: 'payment.accept', paymentId: payment.id };
  assert.equal(await refusalCode(actAsOperator(deps, { ...ana, act: wrong })), 'unmatched_money');
  const id = await proposed(giveBack(payment.id));
  const after = await requirePayment(deps, payment.id);
  assert.deepEqual(after, payment, 'the rehearsal changed nothing');
  assert.deepEqual(await auditOf(deps, payment.id), []);
  await declineProposal(deps, { ...ana, id });
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'proposal_closed');
  assert.equal(await refusalCode(declineProposal(deps, { ...eva, id })), 'proposal_closed');
  assert.deepEqual(await requirePayment(deps, payment.id), payment);
});

test('an approval that no longer fits is refused, and the proposal stays open', async () => {
  const payment = await lost('800.00');
  const id = await proposed(giveBack(payment.id));
  const alone = { ...deps, settings: { ...deps.settings, fourEyesOver: null } };
  await actAsOperator(alone, { ...eva, act: giveBack(payment.id) });
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'nothing_to_return');
  assert.deepEqual(
    (await listOpenProposals(deps.db, deps.clock.now())).map((one) => one.id),
    [id],
  );
  await declineProposal(deps, { ...eva, id });
});

test('a proposal is over after three days, and the same can be proposed again', async () => {
  const payment = await lost('900.00');
  const id = await proposed(giveBack(payment.id));
  service.setTime(Date.now() + 3 * DAY_MS);
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'proposal_closed');
  const again = await proposed(giveBack(payment.id));
  await approveProposal(deps, { ...eva, id: again });
  const about = await listProposals(deps.db, { now: deps.clock.now(), limit: 10, subject: payment.id });
  assert.deepEqual(
    about.map((one) => [one.id, one.state]),
    [
      [again, 'approved'],
      [id, 'expired'],
    ],
  );
  service.setTime(null);
});

test('the details that customers pay to never change by one person alone; a payout is like other money', async () => {
  const act: Act = { kind: 'provider.live', code: 'OXXO', details: {}, cards: [] };
  const small: Act = {
    ...{ kind: 'payout.create', scope: live.scope, amount: 10_000n, note: null, key: null, destination: null },
  };
  const rules = { over: 50_000n, amount: null, mode: null };
  assert.equal(needsSecondPerson(act, rules), true);
  assert.equal(needsSecondPerson(act, { ...rules, over: null }), false);
  assert.equal(needsSecondPerson(small, { ...rules, amount: 50_000n, mode: 'live' }), false);
  assert.equal(needsSecondPerson(small, { ...rules, amount: 50_001n, mode: 'live' }), true);
  assert.equal(needsSecondPerson(small, { ...rules, amount: 50_001n, mode: 'test' }), false);
  assert.deepEqual(readAct(JSON.parse(writeAct(small))), small);
  assert.equal(
    await refusalCode(actAsOperator(deps, { ...ana, act: { ...small, amount: 9_000_000n } })),
    'over_available',
  );
});

test('bank details that were approved are those that were proposed', async () => {
  const point = await requirePaymentPoint(deps, 'OXXO');
  const details = { company_reference_number: '98765', company_bank_number: '43210' };
  const act: Act = { kind: 'provider.live', code: point.code, details, cards: [] };
  const { proposal } = await actAsOperator(deps, { ...ana, act });
  assert.deepEqual((await requirePaymentPoint(deps, point.code)).liveDetails, point.liveDetails);
  await approveProposal(deps, { ...eva, id: proposal?.id ?? '' });
  assert.deepEqual((await requirePaymentPoint(deps, point.code)).liveDetails, details);
});

test('after all that the books hold', async () => {
  assert.equal((await verifyLedger(deps)).ok, true);
});
