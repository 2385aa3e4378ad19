// Everything that may happen to outgoing money at once, on two nodes and with four eyes on (D81): two who approve and one who
// declines, files, claves, confirmations, bounces, destinations, refunds and a payout of all there is. Nothing goes out
// twice, nobody meets a deadlock, and the books hold. Longer: COBRO_RACES=50 npm test -- money/transfer-races
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptPayment, returnPayment } from '../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { actAsOperator, approveProposal, declineProposal } from '../../src/actions/people/act-as-operator.js';
import {
  bounceTransfer,
  confirmTransfer,
  lendTransfer,
  markSent,
} from '../../src/actions/transfers/change-transfer.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { fundTransfers } from '../../src/actions/transfers/fund-transfers.js';
import { setPayeeAccount } from '../../src/actions/transfers/set-payee-account.js';
import { personActor } from '../../src/domain/accounts/actor.js';
import type { Order } from '../../src/domain/orders/order.js';
import { formatTransferId, type Transfer } from '../../src/domain/transfers/transfer.js';
import { findBalances } from '../../src/store/money/balances.js';
import { listTransfers } from '../../src/store/transfers/transfers.js';
import { ACT_READERS } from '../../src/wire/people/act-readers.js';
import { transfer } from '../support/arrived-money.js';
import { credentialOf, makeOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';
import { ensurePerson, giveSecondFactor } from '../web/dashboard/sign-in.js';
import { assertBooks } from './books.js';
import { countOutcomes } from './outcomes.js';

const ROUNDS = Number(process.env['COBRO_RACES'] ?? 3);
const FOUR_EYES = { COBRO_FOUR_EYES_OVER: '10.00' };
const one = await startTestService(FOUR_EYES);
const two = await startTestService(FOUR_EYES, { databaseUrl: one.databaseUrl });
const nodes = [
  { ...one.deps, ...ACT_READERS },
  { ...two.deps, ...ACT_READERS },
] as const;
const node = (at: number) => nodes[at % 2] ?? nodes[0];
const [deps] = nodes;
const live = await credentialOf(one, one.merchant.keys.live.private);
const people = [await somebody('ana'), await somebody('eva'), await somebody('luz')];

async function somebody(name: string) {
  const person = await ensurePerson(one, null, { role: 'admin', email: `${name}@desk.example` });
  await giveSecondFactor(one, person);
  return { by: person.id, actor: personActor(person, '203.0.113.7'), role: 'admin' } as const;
}

const CLABES = ['012180015025335996', '646180157000000004'];
const { outcomes, outcomeOf } = countOutcomes();
/** Each transfer that any file has told a bank of. */
const printed: string[] = [];

test(`${ROUNDS} rounds of everything at once: nothing goes out twice, and the books hold`, async (t) => {
  for (let round = 0; round < ROUNDS; round++) await race();
  t.diagnostic([...outcomes].map(([name, count]) => `${name} ${count}`).join(', '));
  await assertBooks(deps.db);
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
  assert.equal(outcomes.get('unavailable') ?? 0, 0, 'somebody was told of a deadlock');
  const decided = (outcomes.get('approved') ?? 0) + (outcomes.get('declined') ?? 0);
  assert.equal(decided, ROUNDS, 'a proposal is approved once, or declined');
  assert.equal(new Set(printed).size, printed.length, 'a transfer is in one file');
});

test('of two transfers that are told to have one clave at once, the second is refused', async () => {
  const given = async () => {
    const { scope, uuid } = await paid('400.00');
    const refunded = await refundOrder(deps, { key: { scope, uuid }, amount: 1_000n, reason: null, actor: 'a' });
    if (refunded.is !== 'first') assert.fail();
    const call = { transferId: formatTransferId(refunded.value.transfer.id), actor: 'a' };
    await setPayeeAccount(deps, { ...call, clabe: CLABES[0] ?? '', holder: 'Ana', bank: null });
    return call;
  };
  for (let pair = 0; pair < 8; pair++) {
    const calls = [await given(), await given()];
    const sent = calls.map((call, at) => markSent(node(at), { ...call, trackingKey: `BOTH${pair}` }));
    const codes = (await Promise.allSettled(sent)).map((one) => (one.status === 'rejected' ? one.reason.code : 'sent'));
    assert.deepEqual(codes.sort(), ['sent', 'tracking_key_taken']);
  }
});

async function race(): Promise<void> {
  const orders = [await paid('400.00'), await paid('400.00')];
  const lost = await transfer(one, { clabe: '646180123499999995', amount: '90.00', mode: 'live' });
  const { available } = await findBalances(deps.db, live.scope);
  const payout = (amount: bigint, by = people[0]) =>
    actAsOperator(deps, {
      ...(by ?? assert.fail()),
      act: {
        kind: 'payout.create',
        scope: live.scope,
        amount: String(amount),
        note: null,
        key: null,
        destination: { clabe: CLABES[0] ?? '', holder: 'Ana', bank: null },
      },
    });
  const wanted = await payout(available);
  const id = wanted.is === 'proposed' ? wanted.proposal.id : assert.fail('it was done at once');
  const [, ...others] = people;
  await Promise.all([
    ...[...others, ...others].map((person, at) => outcomeOf('approved', approveProposal(node(at), { ...person, id }))),
    ...others.map((person, at) => outcomeOf('declined', declineProposal(node(at), { ...person, id, reason: 'no' }))),
    ...orders.flatMap(({ scope, uuid }, at) =>
      [0, 1].map((again) =>
        outcomeOf(
          'refund',
          refundOrder(node(at + again), { key: { scope, uuid }, amount: null, reason: null, actor: 'a' }),
        ),
      ),
    ),
    ...[0, 1].map((at) => outcomeOf('return', returnPayment(node(at), { paymentId: lost.id, actor: 'a' }))),
    outcomeOf('accept', acceptPayment(node(1), { paymentId: lost.id, actor: 'a' })),
    ...works(await transfersNow()),
  ]);
  // Declined, or not: the next round begins with what is left.
  const left = await transfersNow();
  await Promise.all([...works(left), ...works(left)]);
}

/** What people, banks and workers do to each of these, in no order. */
function works(transfers: readonly Transfer[]): Promise<void>[] {
  const each = transfers.flatMap(({ id }, at) => {
    const call = { transferId: formatTransferId(id), actor: 'a' };
    const payee = { clabe: CLABES[at % 2] ?? '', holder: 'Ana', bank: null };
    const note = 'no';
    return [
      () => outcomeOf('destination', setPayeeAccount(node(at), { ...call, ...payee })),
      () => outcomeOf('sent', markSent(node(at + 1), { ...call, trackingKey: `K${id.slice(-12)}` })),
      () => outcomeOf('confirmed', confirmTransfer(node(at), { ...call, isCorrection: at % 3 === 0 })),
      () => outcomeOf('bounced', bounceTransfer(node(at + 1), { ...call, note, isCorrection: at % 3 === 0 })),
      () => outcomeOf('lent', lendTransfer(node(at), { ...call, note })),
    ];
  });
  const exports = nodes.map((on) => async () => {
    const file = await exportTransfers(on, { mode: 'live', actor: 'a' });
    printed.push(...(file?.lines ?? []).map((line) => line.id));
  });
  return [
    ...each,
    ...exports.map((make) => () => outcomeOf('file', make())),
    () => outcomeOf('funded', fundTransfers(node(1))),
  ]
    .sort(() => Math.random() - 0.5)
    .map((work) => work());
}

async function paid(amount: string): Promise<Order> {
  const price = { amount: BigInt(amount.replace('.', '')), currency: 'MXN' } as const;
  const order = await makeOrder(deps, live, { price });
  await transfer(one, { clabe: order.clabe ?? assert.fail(), amount, mode: 'live' });
  return order;
}

function transfersNow(): Promise<Transfer[]> {
  const filter = {
    status: null,
    reason: null,
    orderId: null,
    createdFrom: null,
    createdTo: null,
    before: null,
  } as const;
  return listTransfers(deps.db, live.scope, { ...filter, limit: 12 });
}
