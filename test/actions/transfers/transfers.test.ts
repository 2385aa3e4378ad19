// Outgoing transfers (D75): made with what they pay, sent once, and back where they came from when they bounce.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setPolicies } from '../../../src/actions/accounts/set-policy.js';
import { updateAccount } from '../../../src/actions/accounts/update-account.js';
import { acceptPayment, requirePayment, returnPayment } from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import {
  bounceTransfer,
  confirmTransfer,
  markSent,
  requireTransfer,
} from '../../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { exportTransfers, type PrintedFile, printAgain } from '../../../src/actions/transfers/export-transfers.js';
import { importResults, withTransferIds } from '../../../src/actions/transfers/import-results.js';
import { setPayeeAccount } from '../../../src/actions/transfers/set-payee-account.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { OWN_LAYOUT } from '../../../src/domain/transfers/bank-layout.js';
import { formatTransferId, type Transfer } from '../../../src/domain/transfers/transfer.js';
import { conceptOf } from '../../../src/domain/transfers/transfer-concept.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { sql } from '../../../src/store/sql.js';
import { listTransfers } from '../../../src/store/transfers/transfers.js';
import { inPieces } from '../../../src/wire/sheets/file-text.js';
import { writeBankFile } from '../../../src/wire/transfers/bank-file.js';
import { readBankResults } from '../../../src/wire/transfers/bank-results.js';
import { trackingKey } from '../../money/books.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const { scope } = merchant;
const actor = 'test';
const OWN = { clabe: '012180000000000002', holder: 'PRUEBA', bank: 'BBVA MEXICO' };
const ALL = { orderId: null, status: null, reason: null, before: null, limit: 100 };

const balances = () => findBalances(deps.db, scope);
const pay = (order: Order, scenario: 'exact' | 'over' | 'short' | 'wrong_reference' = 'exact') =>
  makeTestPayment(deps, { merchant, uuid: order.uuid, scenario, amount: null, at: null });

async function refund(key: Order, amount: bigint | null = null) {
  const refunded = await refundOrder(deps, { key, amount, reason: null, actor });
  assert.ok(refunded.is === 'first');
  return refunded.value;
}

const send = (transferId: string, key = trackingKey()) => markSent(deps, { transferId, trackingKey: key, actor });
const confirm = (transferId: string) => confirmTransfer(deps, { transferId, actor });
const bounce = (transferId: string) => bounceTransfer(deps, { transferId, actor, note: 'cuenta inexistente' });
const read = (transferId: string) => requireTransfer(deps.db, { transferId });

async function assertBooks(): Promise<void> {
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
}

/** The transfers of an order that return its money. */
const returnsOf = (orderId: string | null) => listTransfers(deps.db, scope, { ...ALL, orderId, reason: 'return' });

test('a refund makes its transfer to the account that paid, and is owed until the bank confirms it', async () => {
  const order = await makePaidOrder(deps, merchant);
  const before = await balances();
  const { refund: made, transfer, link } = await refund(order, 4_000n);
  assert.deepEqual(
    [transfer.reason, transfer.state, transfer.amount, transfer.sourceId, transfer.orderId, transfer.decidedBy],
    ['refund', 'to_send', 4_000n, made.id, order.uuid, actor],
  );
  assert.deepEqual([transfer.destination, link], [OWN, null]);
  const owed = await balances();
  assert.deepEqual([owed.to_refund - before.to_refund, owed.refunded - before.refunded], [4_000n, 0n]);
  await assertBooks();
  const sent = await send(transfer.id);
  assert.equal((await balances()).to_refund, owed.to_refund, 'still owed while it is on its way');
  assert.equal((await confirm(transfer.id)).state, 'confirmed');
  const after = await balances();
  assert.deepEqual([after.to_refund - before.to_refund, after.refunded - before.refunded], [0n, 4_000n]);
  assert.equal(after.available, before.available - 4_000n);
  const acts = (await auditOf(deps, `tr_${transfer.id}`)).map(([, action]) => action);
  assert.deepEqual(acts, ['transfer.confirm', 'transfer.sent']);
  assert.deepEqual([sent.trackingKey, sent.sentAt !== null], [(await read(transfer.id)).trackingKey, true]);
  await assertBooks();
});

test('a bounced refund is the merchant’s again, and the next one asks for another account', async () => {
  const order = await makePaidOrder(deps, merchant);
  const before = await balances();
  const { transfer } = await refund(order);
  await send(transfer.id);
  assert.equal((await bounce(transfer.id)).note, 'cuenta inexistente');
  assert.deepEqual(await balances(), before);
  assert.equal((await readOrder(deps, merchant, order.uuid)).refunded, 0n);
  await assertBooks();
  const again = await refund(order);
  assert.deepEqual([again.transfer.destination, again.link !== null], [null, true], 'not to the account it bounced at');
  await assertBooks();
});

test('returned money of an order waits again when its transfer bounces, and can be decided anew', async () => {
  const order = await makePaidOrder(deps, merchant);
  const { id: paymentId } = await pay(order);
  await returnPayment(deps, { paymentId, actor });
  const [transfer] = await returnsOf(order.uuid);
  assert.ok(transfer !== undefined);
  assert.deepEqual([transfer.amount, transfer.destination], [10_000n, OWN]);
  await assertBooks();
  await bounce(transfer.id);
  const payment = await requirePayment(deps, paymentId);
  assert.deepEqual([payment.held, payment.returned], [10_000n, 0n]);
  await assertBooks();
  const before = (await balances()).available;
  await acceptPayment(deps, { paymentId, actor });
  assert.equal((await balances()).available, before + 10_000n - 174n, 'less the fee on it');
  await assertBooks();
});

test('unmatched money that bounces is unmatched again, in the books of the house', async () => {
  const { id: paymentId } = await pay(await makeOrder(deps, merchant), 'wrong_reference');
  const house = { accountId: HOUSE_ACCOUNT, mode: 'test' } as const;
  const before = await findBalances(deps.db, house);
  await returnPayment(deps, { paymentId, actor });
  const [transfer] = await listTransfers(deps.db, house, ALL);
  assert.equal(transfer?.sourceId, paymentId);
  assert.deepEqual(
    await listTransfers(deps.db, scope, { ...ALL, reason: 'return', orderId: null, limit: 1 }).then((all) =>
      all.some(({ id }) => id === transfer.id),
    ),
    false,
  );
  await send(transfer.id);
  await bounce(transfer.id);
  assert.equal((await requirePayment(deps, paymentId)).unmatched, 10_000n);
  assert.deepEqual(await findBalances(deps.db, house), before);
  await assertBooks();
});

test('a payout that bounces is available again', async () => {
  await makePaidOrder(deps, merchant);
  const before = await balances();
  const { transfer } = await createPayout(deps, {
    ...{ scope, amount: 5_000n, note: null, actor },
    destination: { clabe: '646180157000000004', holder: 'Comercio SA', bank: null },
  });
  assert.equal(transfer?.destination?.bank, 'STP');
  await send(transfer.id);
  await assertBooks();
  await bounce(transfer.id);
  assert.deepEqual(await balances(), before);
  await assertBooks();
});

test('money that a policy returns as it arrives has its transfer, too', async () => {
  const { account, keys } = await service.account({ name: 'Returns' });
  const own = await credentialOf(service, keys.test.private);
  await setPolicies(deps, { accountId: account.id, policies: { over: 'return' }, actor });
  const order = await makeOrder(deps, own);
  await makeTestPayment(deps, { merchant: own, uuid: order.uuid, scenario: 'over', amount: null, at: null });
  const [transfer, ...others] = await listTransfers(deps.db, own.scope, ALL);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [transfer?.reason, transfer?.amount, transfer?.orderId, transfer?.decidedBy, transfer?.destination],
    ['return', 1_000n, order.uuid, 'policy', OWN],
  );
  await assertBooks();
});

test('a clave that a process of an earlier version has taken is taken', async () => {
  const [{ transfer }, other] = [
    await refund(await makePaidOrder(deps, merchant)),
    await refund(await makePaidOrder(deps, merchant)),
  ];
  const key = trackingKey();
  await send(transfer.id, key);
  // That version knows only the key of the transfers themselves.
  await deps.db.query(sql`delete from tracking_keys where tracking_key = ${key}`);
  await assert.rejects(send(other.transfer.id, key), refusal('tracking_key_taken'));
});

test('saying the same again changes nothing, and what contradicts it is refused', async () => {
  const { transfer } = await refund(await makePaidOrder(deps, merchant));
  const key = trackingKey();
  await assert.rejects(confirm(transfer.id), refusal('transfer_state'));
  const sent = await send(transfer.id, key);
  assert.deepEqual(await send(transfer.id, key), sent);
  await assert.rejects(send(transfer.id), refusal('tracking_key_differs'));
  const other = await refund(await makePaidOrder(deps, merchant));
  await assert.rejects(send(other.transfer.id, key), refusal('tracking_key_taken'));
  assert.equal((await read(other.transfer.id)).state, 'to_send');
  const confirmed = await confirm(transfer.id);
  assert.deepEqual(await confirm(transfer.id), confirmed);
  await assert.rejects(bounce(transfer.id), refusal('transfer_state'));
  const bounced = await bounce(other.transfer.id);
  assert.deepEqual(await bounce(other.transfer.id), bounced);
  for (const step of [send, confirm]) await assert.rejects(step(other.transfer.id), refusal('transfer_state'));
  for (const id of ['', 'tr_nonsense', 'tr_01890000-0000-7000-8000-000000000000'])
    await assert.rejects(bounce(id), refusal('transfer_not_found'));
  await assertBooks();
});

test('operators who act on one transfer at the same time move its money once', async () => {
  for (let round = 0; round < 8; round++) {
    const order = await makePaidOrder(deps, merchant);
    const { available } = await balances();
    const { transfer } = await refund(order);
    await send(transfer.id);
    const all = await Promise.allSettled([
      bounce(transfer.id),
      confirm(transfer.id),
      bounce(transfer.id),
      confirm(transfer.id),
    ]);
    const { state } = await read(transfer.id);
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 2, 'the losers are refused');
    assert.equal((await balances()).available, state === 'bounced' ? available : available - 10_000n);
  }
  await assertBooks();
});

test('a transfer is in one bank file, however many export at once, and a file can be had again', async () => {
  for (let index = 0; index < 6; index++) await refund(await makePaidOrder(deps, merchant));
  const files = await Promise.all(Array.from({ length: 4 }, () => exportTransfers(deps, { mode: 'test', actor })));
  const ids = files.flatMap((file) => file?.lines.map(({ id }) => id) ?? []);
  assert.ok(ids.length >= 6);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(await exportTransfers(deps, { mode: 'test', actor }), null);
  assert.equal(await exportTransfers(deps, { mode: 'live', actor }), null);
  const printed = files.find((one) => one !== null) ?? assert.fail();
  const { file, lines } = printed;
  assert.deepEqual(
    [lines, printed.leftOut, printed.total],
    [file.lines, [], lines.reduce((sum, { amount }) => sum + amount, 0n)],
  );
  const text = writeBankFile(OWN_LAYOUT, { ...file, lines });
  const again = async () => printAgain(deps, { id: file.id, actor });
  assert.deepEqual(writeBankFile(OWN_LAYOUT, { ...file, lines: (await again()).lines }), text, 'byte for byte');
  const [first = assert.fail(), second = assert.fail()] = lines;
  const [bounced, sent] = [first.id, second.id];
  await bounce(bounced);
  await send(sent);
  const after = await again();
  assert.deepEqual(
    after.leftOut.map(({ id }) => id),
    [bounced],
  );
  assert.equal(after.total, printed.total - first.amount, 'the bank would pay it twice');
  assert.ok(after.lines.some(({ id }) => id === sent));
  assert.deepEqual(
    (await auditOf(deps, file.id)).map(([, action]) => action),
    ['transfer.print', 'transfer.print', 'transfer.export'],
  );
  for (const id of ['nonsense', '01890000-0000-7000-8000-000000000000'])
    await assert.rejects(printAgain(deps, { id, actor }), refusal('unknown_batch'));
  await assertBooks();
});

test('a bank speaks only of what it was told, and of nothing else (D84)', async () => {
  const { transfer } = await refund(await makePaidOrder(deps, merchant));
  const told = { line: 2, transferId: transfer.id, status: 'confirmed', trackingKey: 'A84', note: null } as const;
  const outcome = async (more: { readonly amount: string | null; readonly clabe: string | null }) => {
    const [one] = await importResults(deps, [{ ...told, ...more }], actor);
    return one?.is === 'refused' ? one.error.code : one?.state;
  };
  const clabe = transfer.destination?.clabe ?? assert.fail();
  assert.equal(await outcome({ amount: null, clabe: null }), 'not_in_file');
  await exportTransfers(deps, { mode: 'test', actor });
  assert.equal(await outcome({ amount: '100', clabe }), 'result_differs');
  assert.equal(await outcome({ amount: '10000', clabe: '012180015025335996' }), 'result_differs');
  assert.equal((await read(transfer.id)).state, 'to_send');
  assert.equal(await outcome({ amount: '10000', clabe }), 'confirmed');
});

test('a bank that repeats our concept instead of the id speaks of the same transfer', async () => {
  const { transfer } = await refund(await makePaidOrder(deps, merchant));
  await exportTransfers(deps, { mode: 'test', actor });
  const told = (concept: string) =>
    readBankResults(
      inPieces(`id,tracking_key,status\nSPEI ENVIADO ${concept} 18NOV,${trackingKey()},sent\n`, setImmediate),
    );
  const named = await withTransferIds(deps, await told(conceptOf(transfer)));
  assert.equal(named[0]?.transferId, formatTransferId(transfer.id));
  assert.equal((await importResults(deps, named, actor))[0]?.is, 'done');
  assert.equal((await read(transfer.id)).state, 'sent');
  const [unknown] = await importResults(deps, await withTransferIds(deps, await told('PAGO 0123456789AB')), actor);
  assert.equal(unknown?.is === 'refused' ? unknown.error.code : null, 'transfer_not_found');
});

test('a layout without room for the file refuses it, and then no file was made', async () => {
  const { transfer } = await refund(await makePaidOrder(deps, merchant));
  const narrow = { ...OWN_LAYOUT, line: OWN_LAYOUT.line.map((field) => ({ ...field, width: 3 })) };
  const tryOut = ({ file, lines }: PrintedFile) => writeBankFile(narrow, { ...file, lines });
  await assert.rejects(exportTransfers(deps, { mode: 'test', actor, tryOut }), refusal('layout_not_usable'));
  assert.equal((await read(transfer.id)).batchId, null);
  const made = (await exportTransfers(deps, { mode: 'test', actor })) ?? assert.fail();
  const { id } = made.file;
  await assert.rejects(printAgain(deps, { id, layout: 'narrow', tryOut, actor }), refusal('layout_not_usable'));
  assert.deepEqual(
    (await auditOf(deps, id)).map(([, action]) => action),
    ['transfer.export'],
  );
});

test('nothing goes out for a suspended merchant, and no transfer to a CLABE of our own', async () => {
  const { transfer } = await refund(await makePaidOrder(deps, merchant));
  await updateAccount(deps, { id: scope.accountId, keys: 'suspend', actor });
  assert.equal(await exportTransfers(deps, { mode: 'test', actor }), null);
  await updateAccount(deps, { id: scope.accountId, keys: 'resume', actor });
  const own = (await makeOrder(deps, merchant)).clabe ?? assert.fail();
  const elsewhere = async () => setPayeeAccount(deps, { ...OWN, clabe: own, transferId: transfer.id, actor });
  await assert.rejects(elsewhere, refusal('invalid_request'));
  const printed = (await exportTransfers(deps, { mode: 'test', actor })) ?? assert.fail();
  assert.ok(printed.lines.some(({ id }) => id === transfer.id));
  const againIds = async () => {
    const { lines, leftOut } = await printAgain(deps, { id: printed.file.id, actor });
    return [lines, leftOut].map((some) => some.map(({ id }) => id).includes(transfer.id));
  };
  await updateAccount(deps, { id: scope.accountId, keys: 'suspend', actor });
  assert.deepEqual(await againIds(), [false, true], 'a file that was made before says so');
  await updateAccount(deps, { id: scope.accountId, keys: 'resume', actor });
  assert.deepEqual(await againIds(), [true, false]);
});

test('a CLABE of a prefix that we had before is one of ours, and no destination', async () => {
  const [old, now] = ['6461801234', '6461805678'];
  const before = await startTestService({ COBRO_CLABE_PREFIX: old }, { databaseUrl: service.databaseUrl });
  const { clabe } = await before.deps.clabes.next(old, scope.accountId);
  const later = await startTestService({ COBRO_CLABE_PREFIX: now }, { databaseUrl: service.databaseUrl });
  assert.deepEqual(
    [clabe, `${now}00000000`, OWN.clabe].map((one) => later.deps.clabes.isOwn(one)),
    [true, true, false],
  );
  const { transfer } = await refund(await makePaidOrder(deps, merchant));
  const there = setPayeeAccount(later.deps, { ...OWN, clabe, transferId: transfer.id, actor });
  await assert.rejects(there, refusal('invalid_request'));
  await bounce(transfer.id);
});

test('a bank file has no formulas, and what needs a destination is not in it', async () => {
  const order = await makePaidOrder(deps, merchant);
  const { transfer } = await refund(order);
  await setPayeeAccount(deps, { ...OWN, transferId: transfer.id, actor, holder: '=cmd|calc' });
  const waiting = await createPayout(deps, { scope, amount: 100n, note: null, actor });
  await assert.rejects(send(waiting.transfer?.id ?? ''), refusal('destination_missing'));
  const file = (await exportTransfers(deps, { mode: 'test', actor })) ?? assert.fail();
  const [heading, ...lines] = writeBankFile(OWN_LAYOUT, { ...file.file, lines: file.lines })
    .toString()
    .trimEnd()
    .split('\n');
  assert.equal(heading, 'id,clabe,holder,bank,amount,currency,concept,reference,file');
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? '',
    /^tr_.*,012180000000000002,'=cmd\|calc,BBVA MEXICO,100\.00,MXN,REEMBOLSO [0-9A-F]{12},\d{7},\d+$/,
  );
  await assert.rejects(setPayeeAccount(deps, { ...OWN, transferId: transfer.id, actor }), refusal('destination_known'));
});

test('money that came from two accounts, or from a till, is sent where the customer says', async () => {
  const order = await makeOrder(deps, merchant);
  const half = await pay(order, 'short');
  await pay(order);
  const from = (account: string | null) =>
    deps.db.query(sql`update payments set payer_account = ${account} where id = ${half.id}`);
  const { payerAccount } = await requirePayment(deps, half.id);
  await from('646180157000000004');
  const { transfer, link } = await refund(await readOrder(deps, merchant, order.uuid));
  assert.equal(transfer.destination, null);
  assert.match(link ?? '', /\/pay\/refund\/[\w-]{43}$/);
  await from(payerAccount);
});

test('parts of an ended order go back with a transfer, and the merchant’s other mode does not see it', async () => {
  const order = await makeOrder(deps, merchant);
  const { id: paymentId } = await pay(order, 'short');
  await cancelOrder(deps, order, actor);
  await returnPayment(deps, { paymentId, actor });
  const [transfer] = await returnsOf(order.uuid);
  assert.equal(transfer?.amount, 5_000n);
  const live = { ...scope, mode: 'live' } as const;
  const foreign = { accountId: service.other.account.id, mode: 'test' } as const;
  for (const asking of [live, foreign]) {
    assert.deepEqual(await listTransfers(deps.db, asking, ALL), []);
    const call = { transferId: transfer?.id ?? '', scope: asking };
    await assert.rejects(requireTransfer(deps.db, call), refusal('transfer_not_found'));
  }
  await bounce((transfer as Transfer).id);
  assert.equal((await requirePayment(deps, paymentId)).held, 5_000n);
  await assertBooks();
});
