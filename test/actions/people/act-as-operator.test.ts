// Four eyes (D81): what one person of the operator's may do alone, and what a second one has to approve.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareKey } from '../../../src/actions/accounts/create-key.js';
import { requirePayment } from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { actAsOperator, approveProposal, declineProposal } from '../../../src/actions/people/act-as-operator.js';
import { makePersonLink } from '../../../src/actions/people/make-person-link.js';
import { requirePaymentPoint } from '../../../src/actions/points/edit-payment-point.js';
import { makeCredentials } from '../../../src/actions/rails/manage-rail.js';
import { setFormat } from '../../../src/actions/transfers/bank-formats.js';
import { requireTransfer } from '../../../src/actions/transfers/change-transfer.js';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { keyAct } from '../../../src/cli/act.js';
import { personActor } from '../../../src/domain/accounts/actor.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import { stateOf } from '../../../src/domain/money/payment.js';
import type { ActKind, ActOf } from '../../../src/domain/people/act.js';
import { digestOf, needsSecondPerson } from '../../../src/domain/people/proposal.js';
import { type FileMapping, ownMapping } from '../../../src/domain/rails/file-mapping.js';
import { formatTransferId } from '../../../src/domain/transfers/transfer.js';
import { listKeys } from '../../../src/store/accounts/accounts.js';
import { listOpenProposals, listProposals } from '../../../src/store/people/proposals.js';
import { sql } from '../../../src/store/sql.js';
import { findFormat } from '../../../src/store/transfers/bank-formats.js';
import { ACT_READERS } from '../../../src/wire/people/act-readers.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { makeOrder, readOrder } from '../../support/made-orders.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { ensurePerson, giveSecondFactor } from '../../web/dashboard/sign-in.js';

const service = await startTestService({ COBRO_FOUR_EYES_OVER: '500.00' });
const deps = { ...service.deps, ...ACT_READERS };
const [ana, eva] = [await somebody('treasurer'), await somebody('admin')];

async function somebody(role: 'treasurer' | 'admin', email?: string) {
  const person = await ensurePerson(service, null, { role, ...(email !== undefined && { email }) });
  await giveSecondFactor(service, person);
  return { by: person.id, actor: personActor(person, '203.0.113.7'), role };
}

/** So that what one test moved does not count in the next. */
const nextDay = () => service.setTime(deps.clock.now() + DAY_MS);

const live = (await deps.credentials.find(service.merchant.keys.live.private)) ?? assert.fail();

const CLABE = '012180015025335996';
const OTHER_CLABE = '646180157000000004';

/** Money that is available to the merchant. */
async function pay(amount: string): Promise<void> {
  const order = await makeOrder(deps, live, {
    price: { amount: BigInt(amount.replace('.', '')) * 2n, currency: 'MXN' },
  });
  await transfer(service, { clabe: order.clabe ?? assert.fail(), amount: String(2 * Number(amount)), mode: 'live' });
}

const lost = (amount: string, mode: 'test' | 'live' = 'live') =>
  transfer(service, { clabe: '646180123499999995', amount, mode });
const giveBack = (paymentId: string) => ({ kind: 'payment.return', paymentId }) as const;

async function proposed<Kind extends ActKind>(act: ActOf<Kind>, by = ana): Promise<string> {
  const outcome = await actAsOperator(deps, { ...by, act, note: 'as the bank says' });
  return outcome.is === 'proposed' ? outcome.proposal.id : assert.fail('it was done at once');
}

test('a format of bank files needs a second person, who sees every part that changes, and sees it once', async () => {
  const mapping = { ...ownMapping('statement'), title: 'Banco Uno', decimal: '.' } as const;
  const set = (changes: Partial<FileMapping>) =>
    ({ kind: 'format.set', name: 'uno', format: { is: 'mapping', mapping: { ...mapping, ...changes } } }) as const;
  const known = () => findFormat(deps.db, 'uno');
  const id = await proposed(set({}), eva);
  assert.equal(await known(), null);
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'second_person_needed');
  // Who decides about money does not say what is money.
  assert.equal(await refusalCode(approveProposal(deps, { ...ana, id })), 'role_forbids');
  const iris = await somebody('admin', 'iris@operator.example');
  await approveProposal(deps, { ...iris, id });
  assert.deepEqual((await known())?.format, set({}).format);
  const comma = await proposed(set({ decimal: ',' }), eva);
  const open = (await listOpenProposals(deps.db, deps.clock.now())).find((one) => one.id === comma);
  assert.deepEqual([open?.facts.format, open?.facts.details], ['uno', 'decimal: "." → ","']);
  await setFormat(deps, { ...set({ order: 'newest first' }), actor: 'test' });
  assert.equal(await refusalCode(approveProposal(deps, { ...iris, id: comma })), 'proposal_changed');
  await declineProposal(deps, { ...iris, id: comma });
  const away = await proposed({ kind: 'format.set', name: 'uno', format: null }, eva);
  await approveProposal(deps, { ...iris, id: away });
  assert.equal(await known(), null);
});

test('up to the amount, and in test mode, one person is enough', async () => {
  for (const payment of [await lost('500.00'), await lost('900.00', 'test')]) {
    assert.equal((await actAsOperator(deps, { ...ana, act: giveBack(payment.id) })).is, 'done');
    assert.equal(stateOf(await requirePayment(deps, payment.id)), 'returned');
    assert.equal((await auditOf(deps, payment.id))[0]?.[0], ana.actor);
  }
});

test('ten small ones are one large one: of a person, of a merchant, and to an account, in 24 hours', async () => {
  nextDay();
  await pay('600.00');
  const payout = (amount: string, destination: string | null) =>
    ({
      kind: 'payout.create',
      scope: live.scope,
      amount,
      note: null,
      key: null,
      destination: destination === null ? null : { clabe: destination, holder: 'Ana', bank: null },
    }) as const;
  const isDone = async (by: typeof ana, amount: string, clabe: string | null) =>
    (await actAsOperator(deps, { ...by, act: payout(amount, clabe) })).is;
  assert.equal(await isDone(ana, '20000', CLABE), 'done');
  assert.equal(await isDone(eva, '20000', CLABE), 'done', 'as much again of another person');
  assert.equal(await isDone(eva, '10001', null), 'proposed', 'the merchant has had too much');
  const lastOf = await listOpenProposals(deps.db, deps.clock.now());
  for (const { id } of lastOf) await declineProposal(deps, { ...eva, id });
  const payment = await lost('300.01');
  assert.equal((await actAsOperator(deps, { ...ana, act: giveBack(payment.id) })).is, 'proposed', 'the person has');
  nextDay();
  assert.equal(await isDone(ana, '5000', CLABE), 'done', 'it is another day');
});

test('of many at once, no more go through alone than the limit allows', async () => {
  nextDay();
  const payments = await Promise.all([1, 2, 3, 4].map(() => lost('200.00')));
  const outcomes = await Promise.all(payments.map(({ id }) => actAsOperator(deps, { ...ana, act: giveBack(id) })));
  assert.equal(outcomes.filter(({ is }) => is === 'done').length, 2);
  for (const outcome of outcomes)
    if (outcome.is === 'proposed') await declineProposal(deps, { ...ana, id: outcome.proposal.id });
});

/** The transfer of a payout that two people decided about. */
async function approvedPayout(): Promise<string> {
  const destination = { clabe: CLABE, holder: 'La tienda', bank: null };
  const act = {
    kind: 'payout.create',
    scope: live.scope,
    amount: '60000',
    note: null,
    key: null,
    destination,
  } as const;
  const { outcome } = await approveProposal(deps, { ...eva, id: await proposed(act) });
  return (outcome.kind === 'payout.create' ? outcome.result.transfer?.id : null) ?? assert.fail();
}

test('a destination that changes after the approval is a new act, and an approval is of what was seen', async () => {
  nextDay();
  await pay('900.00');
  const transferId = formatTransferId(await approvedPayout());
  const valid = { kind: 'transfer.destination', transferId, clabe: OTHER_CLABE, holder: 'Ana', bank: null } as const;
  const change = await proposed(valid);
  const before = await requireTransfer(deps.db, { transferId });
  assert.equal(before.destination?.clabe, CLABE, 'nothing is changed yet');
  const bounce = await proposed({ kind: 'transfer.bounce', transferId, note: 'x' }, eva);
  await approveProposal(deps, { ...eva, id: change });
  assert.equal(await refusalCode(approveProposal(deps, { ...ana, id: bounce })), 'proposal_changed');
  await declineProposal(deps, { ...ana, id: bounce });
});

test('two people are two only with a second factor, without a hand of one on the other, and not of the demo', async () => {
  nextDay();
  const one = await somebody('admin', 'one@operator.example');
  const bare = await ensurePerson(service, null, { role: 'treasurer', email: 'bare@operator.example' });
  const bareCall = { by: bare.id, actor: personActor(bare, 'x'), role: 'treasurer' } as const;
  const id = await proposed(giveBack((await lost('700.00')).id));
  assert.equal(await refusalCode(approveProposal(deps, { ...bareCall, id })), 'second_person_unready');
  const act = giveBack((await lost('701.00')).id);
  assert.equal(await refusalCode(actAsOperator(deps, { ...bareCall, act })), 'second_person_unready');
  // One resets the treasurer, and then comes as the treasurer.
  await makePersonLink(deps, { team: null, id: ana.by, actor: one.actor });
  const other = await proposed(giveBack((await lost('702.00')).id), one);
  assert.equal(await refusalCode(approveProposal(deps, { ...ana, id: other })), 'second_person_related');
  // And whoever resets both stands behind both.
  await makePersonLink(deps, { team: null, id: eva.by, actor: one.actor });
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'second_person_related');
  service.setTime(deps.clock.now() + 2 * DAY_MS);
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'second_person_related');
  for (const each of [id, other]) await declineProposal(deps, { ...eva, id: each });
  service.setTime(deps.clock.now() + 6 * DAY_MS);
  await approveProposal(deps, { ...eva, id: await proposed(giveBack((await lost('703.00')).id)) });
});

test('what changes where customers pay or on which terms waits, however small, and only for who may do it', async () => {
  nextDay();
  const accountId = live.scope.accountId;
  const viewer = await ensurePerson(service, accountId, { role: 'viewer' });
  const { stored } = makeCredentials(deps);
  const rail = {
    kind: 'rail.add',
    id: deps.random.uuid(0),
    railKind: 'spei',
    name: 'own',
    allow: [],
    ...stored,
  } as const;
  const wanted = [
    {
      kind: 'provider.live',
      code: 'OXXO',
      details: { company_reference_number: '1', company_bank_number: '2' },
      cards: [],
    },
    { ...rail, mode: 'live' },
    { kind: 'rate.set', currency: 'USD', millionths: '1000000' },
    { kind: 'fee.set', accountId, method: 'spei', schedule: { basisPoints: '0', fixed: '0' } },
    { kind: 'policy.set', accountId, policies: { over: 'return' } },
    keyAct((await prepareKey(deps, { accountId, mode: 'live', kind: 'private' })).row, null),
    { kind: 'person.role', id: viewer.id, role: 'owner' },
    { kind: 'person.invite', team: accountId, email: 'me@owner.example', name: 'Me', role: 'owner' },
  ] as const;
  for (const act of wanted) {
    const id = await proposed(act, eva);
    // Of an admin and a treasurer, the treasurer is the second person about who comes.
    const isFree = ['rate.set', 'person.role', 'person.invite'].includes(act.kind);
    assert.equal(await refusalCode(approveProposal(deps, { ...ana, id })), isFree ? null : 'role_forbids', act.kind);
    if (!isFree) await declineProposal(deps, { ...eva, id });
  }
  assert.equal((await actAsOperator(deps, { ...eva, act: { ...rail, mode: 'test' } })).is, 'done');
});

test('results of a bank and a reconciliation count with all that they move', async () => {
  nextDay();
  await pay('900.00');
  const id = await approvedPayout();
  await exportTransfers(deps, { mode: 'live', actor: 'test' });
  const bounced = { status: 'bounced', trackingKey: null, note: 'no', amount: null, clabe: null } as const;
  const line = { line: 2, transferId: formatTransferId(id), ...bounced };
  const file = { kind: 'transfer.results', file: 'bank.csv', digest: 'd1', results: [line] } as const;
  const waits = await deps.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from outgoing_transfers where id = ${id} for update`);
    return proposed(file); // waits for nobody's money, and holds up nobody's
  });
  assert.equal((await requireTransfer(deps.db, { transferId: id })).state, 'to_send');
  const approved = await approveProposal(deps, { ...eva, id: waits });
  assert.equal(approved.outcome.kind, 'transfer.results');
  assert.equal((await requireTransfer(deps.db, { transferId: id })).state, 'bounced');
  assert.match(approved.proposal.facts.details ?? '', /bounced 600\.00/);
});

test('above it nothing is done until another person approves; then it is done once, and the log names both', async () => {
  nextDay();
  const order = await makeOrder(deps, live, { price: { amount: 60_000n, currency: 'MXN' } });
  const payment = await lost('600.00');
  const act = { kind: 'payment.match', paymentId: payment.id, orderId: formatOrderId(order.uuid) } as const;
  const id = await proposed(act);
  assert.equal(stateOf(await requirePayment(deps, payment.id)), 'unmatched');
  const [open, ...others] = await listOpenProposals(deps.db, deps.clock.now());
  assert.ok(open !== undefined && others.length === 0);
  assert.deepEqual([open.id, open.act], [id, act]);
  assert.equal(await refusalCode(approveProposal(deps, { ...ana, id })), 'second_person_needed');
  assert.equal(await refusalCode(actAsOperator(deps, { ...eva, act })), 'proposal_open');
  const codes = await Promise.all([1, 2, 3].map(() => refusalCode(approveProposal(deps, { ...eva, id }))));
  assert.deepEqual(codes.sort(), [null, 'proposal_closed', 'proposal_closed'].sort());
  assert.equal((await readOrder(deps, live, order.uuid)).status, 'paid');
  assert.deepEqual(
    (await auditOf(deps, payment.id)).map(([who, what]) => [who, what]),
    [[eva.actor, 'payment.match']],
  );
  const [approved, opened] = await auditOf(deps, id);
  assert.deepEqual(approved?.slice(0, 2), [eva.actor, 'proposal.approve']);
  assert.deepEqual(opened, [
    ana.actor,
    'proposal.open',
    { about: payment.id, amount: '600.00', digest: digestOf(open), kind: 'payment.match', note: 'as the bank says' },
  ]);
  assert.match(JSON.stringify(approved?.[2]), new RegExp(`"proposed_by":"${ana.by}"`));
  assert.deepEqual(await listOpenProposals(deps.db, deps.clock.now()), []);
});

test('what would be refused is refused when it is proposed, and proposing it leaves nothing behind', async () => {
  const payment = await lost('700.00');
  const wrong = { kind: 'payment.accept', paymentId: payment.id } as const;
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

test('a proposal of an act that is no longer offered can only be refused', async () => {
  const id = await proposed(giveBack((await lost('750.00')).id));
  await deps.db.query(sql`
    update proposals
    set kind = 'provider.coin_price', act = '{"kind":"provider.coin_price","code":"BTC","pesos":"1.00"}'
    where id = ${id}`);
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'proposal_changed');
  assert.equal((await declineProposal(deps, { ...eva, id })).id, id);
});

test('an approval that no longer fits is refused, and the proposal stays open', async () => {
  const payment = await lost('800.00');
  const id = await proposed(giveBack(payment.id));
  const alone = { ...deps, settings: { ...deps.settings, fourEyesOver: null } };
  await actAsOperator(alone, { ...eva, act: giveBack(payment.id) });
  assert.equal(await refusalCode(approveProposal(deps, { ...eva, id })), 'proposal_changed');
  assert.deepEqual(
    (await listOpenProposals(deps.db, deps.clock.now())).map((one) => one.id),
    [id],
  );
  await declineProposal(deps, { ...eva, id });
});

test('a proposal is over after three days, and the same can be proposed again', async () => {
  const payment = await lost('900.00');
  const id = await proposed(giveBack(payment.id));
  service.setTime(deps.clock.now() + 3 * DAY_MS);
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
});

test('the table says what counts by its amount, and what always waits', () => {
  const moved = { over: 50_000n, by: 'ana', moved: [] };
  const of = (amount: bigint, isLive = true) => ({
    isLive,
    parts: [{ accountId: 'shop', destination: null, amount }],
    facts: {},
  });
  assert.equal(needsSecondPerson('payout.create', of(50_000n), moved), false);
  assert.equal(needsSecondPerson('payout.create', of(50_001n), moved), true);
  assert.equal(needsSecondPerson('payout.create', of(50_001n, false), moved), false);
  assert.equal(needsSecondPerson('provider.live', { isLive: true, parts: [], facts: {} }, moved), true);
  assert.equal(needsSecondPerson('rail.add', { isLive: false, parts: [], facts: {} }, moved), false);
});

test('what was done at the terminal counts with what each person did, and theirs with it', () => {
  const [one, two] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
  const nobodys = (amount: bigint) => ({ accountId: null, destination: null, amount });
  const needs = (by: string, moved: readonly string[]) =>
    needsSecondPerson(
      'payment.return',
      { isLive: true, parts: [nobodys(30n)], facts: {} },
      { over: 50n, by, moved: moved.map((other) => ({ ...nobodys(30n), by: other })) },
    );
  assert.deepEqual([needs(one, ['cli:root']), needs('cli:root', [one])], [true, true]);
  assert.deepEqual([needs(one, [two]), needs('cli', ['cli:root'])], [false, true]);
  assert.deepEqual([needs('plan:x', ['cli:root']), needs('cli:root', ['plan:x'])], [false, false], 'a plan is nobody');
});

test('a digest is of all that an act says, however it is stored, and a key tells its name and what it replaces', async () => {
  const accountId = live.scope.accountId;
  const { row } = await prepareKey(deps, { accountId, mode: 'live', kind: 'private' });
  const [old] = (await listKeys(deps.db, accountId)).filter(({ mode, kind }) => mode === 'live' && kind === 'private');
  const act = keyAct({ ...row, name: 'shop' }, { id: old?.id ?? '', graceHours: 24 });
  const id = await proposed(act, eva);
  const stored = (await listOpenProposals(deps.db, deps.clock.now())).find((one) => one.id === id) ?? assert.fail();
  assert.deepEqual([stored.facts.key, stored.facts.replaces], [`${row.prefix}… shop`, `${old?.prefix}…, 24 h`]);
  const digest = digestOf({ ...stored, act });
  assert.equal(digestOf(stored), digest, 'objects that were stored have another order');
  assert.notEqual(digestOf({ ...stored, act: { ...act, digest: '00' } }), digest);
  await declineProposal(deps, { ...eva, id });
});

test('bank details that were approved are those that were proposed', async () => {
  const point = await requirePaymentPoint(deps, 'OXXO');
  const details = { company_reference_number: '98765', company_bank_number: '43210' };
  const act = { kind: 'provider.live', code: point.code, details, cards: [] } as const;
  const id = await proposed(act, await somebody('admin', 'third@operator.example'));
  assert.deepEqual((await requirePaymentPoint(deps, point.code)).liveDetails, point.liveDetails);
  await approveProposal(deps, { ...eva, id });
  assert.deepEqual((await requirePaymentPoint(deps, point.code)).liveDetails, details);
});

test('after all that the books hold', async () => {
  assert.equal((await verifyLedger(deps)).ok, true);
});
