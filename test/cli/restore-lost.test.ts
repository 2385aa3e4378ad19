// Money that went out after the backup (D84): a payout by plan, a refund that the backup does not know, and one that waited for
// money then. After the restore nothing of it goes out again before somebody has said what became of it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { finishRestore } from '../../src/actions/keeping/finish-restore.js';
import { payByPlan } from '../../src/actions/keeping/pay-by-plan.js';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { bounceTransfer, confirmTransfer, markSent } from '../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../src/actions/transfers/create-payout.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { takeOverFormer } from '../../src/actions/transfers/files-after-restore.js';
import { fundTransfers } from '../../src/actions/transfers/fund-transfers.js';
import { setPayoutPlan } from '../../src/actions/transfers/set-payout-plan.js';
import { DAY_MS } from '../../src/domain/base/duration.js';
import { toDecimal } from '../../src/domain/base/money.js';
import { formatTransferId, type Transfer } from '../../src/domain/transfers/transfer.js';
import { openVaultToWrite } from '../../src/service/open-vault.js';
import { openDb } from '../../src/store/db.js';
import { acknowledgeRestores, findOpenRestore, listLost } from '../../src/store/keeping/restores.js';
import { findBalances } from '../../src/store/money/balances.js';
import { listPayouts } from '../../src/store/money/payouts.js';
import { insertPayoutAccount } from '../../src/store/transfers/payout-accounts.js';
import { findTransferOf, listTransfersById } from '../../src/store/transfers/transfers.js';
import { ACT_READERS } from '../../src/wire/people/act-readers.js';
import { trackingKey } from '../money/books.js';
import { transfer } from '../support/arrived-money.js';
import { createEmptyDatabase } from '../support/database.js';
import { credentialOf, makeOrder } from '../support/made-orders.js';
import { makeFolder } from '../support/process.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';
import { startTestService } from '../support/service.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const { deps } = service;
const folder = await makeFolder();
const file = join(folder, 'before.backup');

async function shop(name: string) {
  const { keys } = await service.account({ name });
  const merchant = await credentialOf(service, keys.live.private);
  const paidOrder = async () => {
    const order = await makeOrder(deps, merchant);
    await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
    return order;
  };
  return { scope: merchant.scope, paidOrder };
}

async function refund(order: Awaited<ReturnType<typeof makeOrder>>): Promise<Transfer> {
  const made = await refundOrder(deps, { key: order, amount: 1_000n, reason: null, actor: 'ana' });
  return made.is === 'first' ? made.value.transfer : assert.fail();
}

async function run(url: string, ...args: string[]) {
  const env = { DATABASE_URL: url, COBRO_DATA_DIR: folder, COBRO_SECRET_KEY: TEST_SECRET_KEY };
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
}

async function sendAndConfirm(id: string): Promise<string> {
  const key = trackingKey();
  await markSent(deps, { transferId: formatTransferId(id), trackingKey: key, actor: 'test' });
  await confirmTransfer(deps, { transferId: formatTransferId(id), actor: 'test' });
  return key;
}

const payee = { clabe: '012180015025335996', holder: 'La Favorita', bank: 'BBVA MEXICO' };

// One is paid by a plan, one has a refund that waits for money, one has an order that is refunded later.
const [planned, poor, late] = [await shop('By plan'), await shop('Poor'), await shop('Late')];
const longAgo = { namedAt: Date.now() - 9 * DAY_MS, countsFrom: Date.now() - 7 * DAY_MS };
const account = { ...payee, rfc: 'LFA010203AB9', namedBy: 'test', ...longAgo };
await insertPayoutAccount(deps.db, { ...account, scope: planned.scope, id: deps.random.uuid(Date.now()) });
await setPayoutPlan(deps, { scope: planned.scope, plan: { every: 'day', onDay: 1, least: 1n }, actor: 'test' });
const [, poorOrder, lateOrder] = [await planned.paidOrder(), await poor.paidOrder(), await late.paidOrder()];
const { available } = await findBalances(deps.db, poor.scope);
const spent = await createPayout(deps, {
  ...{ scope: poor.scope, amount: available, note: null, actor: 'test' },
  destination: payee,
});
const waiting = await refund(poorOrder);
assert.equal(waiting.state, 'to_fund');
const corrected = await refund(lateOrder);
await markSent(deps, { transferId: formatTransferId(corrected.id), trackingKey: trackingKey(), actor: 'test' });
await bounceTransfer(deps, { transferId: formatTransferId(corrected.id), note: 'closed', actor: 'test' });
assert.equal((await run(service.databaseUrl, 'backup', 'create', file)).code, 0);

// And then: all of it is paid.
await confirmTransfer(deps, { transferId: formatTransferId(corrected.id), actor: 'test', isCorrection: true });
await poor.paidOrder();
await fundTransfers(deps);
const lost = await refund(lateOrder);
service.setTime(Date.now() + DAY_MS);
const workers = { ...deps, ...ACT_READERS };
await payByPlan(workers);
const [payout] = await listPayouts(deps.db, planned.scope, 9);
assert.ok(payout !== undefined);
const paidByPlan = (await findTransferOf(deps.db, planned.scope, payout.id))?.id ?? assert.fail();
await exportTransfers(deps, { mode: 'live', actor: 'test' });
const keys = new Map<string, string>();
for (const id of [waiting.id, lost.id, paidByPlan]) keys.set(id, await sendAndConfirm(id));

async function restored() {
  const target = await createEmptyDatabase();
  const { json } = await run(target.url, 'restore', file);
  assert.deepEqual([json.bank_files, json.transfers_lost], ['wait for: cobro transfer resume', null]);
  const db = openDb({ url: target.url, poolSize: 2, timeoutMs: 30_000, log: deps.log });
  after(async () => {
    await db.close();
    await target.drop();
  });
  const { settings, clock, random } = deps;
  const vault = await openVaultToWrite({ settings, db, random, clock });
  const here = { ...workers, db, vault };
  const turn = async () => {
    await payByPlan(here);
    await fundTransfers(here);
  };
  const stateOf = async (id: string) => (await listTransfersById(db, 'live', [id]))[0]?.state ?? null;
  return { url: target.url, db, here, turn, stateOf };
}

type Restored = Awaited<ReturnType<typeof restored>>;

/** As `cobro restore` does it with an embedded database. */
async function compare({ db, here }: Restored, url = service.databaseUrl) {
  const former = openDb({ url, poolSize: 2, timeoutMs: 30_000, log: deps.log });
  const takeOver = () => takeOverFormer(here, former, 'test').finally(() => former.close());
  await acknowledgeRestores(db, { by: 'test', at: Date.now() }); // that of the command, which had nothing to compare with
  const skip = null;
  const { transfers } = await finishRestore(here, { skip, cards: 'reuse', actor: 'test', at: Date.now(), takeOver });
  const { proofs } = await verifyLedger({ ...here, db });
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
  return transfers;
}

test('without the database of before nothing is paid by plan and nothing is funded until somebody has decided', async () => {
  const { url, db, turn, here, stateOf } = await restored();
  await turn();
  assert.deepEqual(await listPayouts(db, planned.scope, 9), []);
  assert.equal(await stateOf(waiting.id), 'to_fund');
  assert.equal(await listLost(db), null, 'nobody could compare');
  await assert.rejects(exportTransfers(here, { mode: 'live', actor: 'test' }), { code: 'files_wait' });

  const lines = [waiting.id, lost.id].map((id) => `${formatTransferId(id)},${keys.get(id)},confirmed,10.00`);
  const results = join(folder, 'results.csv');
  await writeFile(results, ['id,tracking_key,status,amount', ...lines, ''].join('\n'));
  const imported = await run(url, 'transfer', 'import', results);
  assert.deepEqual(
    imported.json.lines.map(({ state }: { state: string }) => state),
    ['confirmed', null],
    'a refund that waited for money is paid; one that is not known is told',
  );
  assert.equal((await run(url, 'transfer', 'resume', '--note', 'the statements since')).code, 0);
  await turn();
  assert.equal((await listPayouts(db, planned.scope, 9)).length, 1, 'somebody has decided');
});

test('the database of before tells of the payout and the refund that are lost, and of the one that waited for money', async () => {
  const back = await restored();
  const transfers = await compare(back);
  assert.deepEqual([transfers?.taken, transfers?.unknown], [2, 3], 'two are lost, and one is in a file');
  assert.deepEqual([await back.stateOf(waiting.id), await back.stateOf(corrected.id)], ['confirmed', 'confirmed']);
  const told = await run(back.url, 'transfer', 'lost');
  assert.deepEqual(
    told.json.map(({ id, state, amount, clabe }: Record<string, string>) => [id, state, amount, clabe]),
    [
      [formatTransferId(lost.id), 'confirmed', '10.00', lost.destination?.clabe],
      [formatTransferId(paidByPlan), 'confirmed', toDecimal(payout.amount), payee.clabe],
    ],
  );
  await back.turn();
  assert.deepEqual(await listPayouts(back.db, planned.scope, 9), [], 'the plan waits');
  await assert.rejects(exportTransfers(back.here, { mode: 'live', actor: 'test' }), { code: 'files_wait' });

  // What was paid is recorded while files wait, so the plan finds nothing left to pay.
  const amount = toDecimal(payout.amount);
  const made = await run(
    ...[back.url, 'payout', 'create', '--account', planned.scope.accountId, '--live', '--amount', amount],
    ...['--note', 'paid before the restore', '--clabe', payee.clabe, '--holder', payee.holder],
  );
  assert.equal(made.code, 0, made.stderr);
  const again = made.json.transfer;
  await run(back.url, 'transfer', 'sent', again, '--tracking-key', keys.get(paidByPlan) ?? '');
  assert.equal((await run(back.url, 'transfer', 'confirm', again)).json.state, 'confirmed');
  assert.equal((await run(back.url, 'transfer', 'resume', '--note', 'the statements since')).code, 0);
  await back.turn();
  assert.equal((await listPayouts(back.db, planned.scope, 9)).length, 1);
  const next = await exportTransfers(back.here, { mode: 'live', actor: 'test' });
  assert.deepEqual(
    next?.lines.map(({ id }) => id),
    [(await findTransferOf(back.db, poor.scope, spent.id))?.id],
    'what the backup had, and the bank has not paid',
  );
});

test('a restore of what nobody has decided about is not decided, either', async () => {
  const [first, second] = [await restored(), await restored()];
  await compare(first);
  await compare(second, first.url);
  assert.notEqual(await findOpenRestore(second.db), null);
  assert.deepEqual(await listLost(second.db), await listLost(first.db));
});
