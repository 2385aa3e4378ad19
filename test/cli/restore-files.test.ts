// Bank files after a restore (D84): refund, backup, file, confirmed, restore, file again. Nothing is paid twice.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { bounceTransfer, confirmTransfer, markSent } from '../../src/actions/transfers/change-transfer.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { takeOverFormer } from '../../src/actions/transfers/files-after-restore.js';
import { formatTransferId } from '../../src/domain/transfers/transfer.js';
import { openVaultToWrite } from '../../src/service/open-vault.js';
import { openDb } from '../../src/store/db.js';
import { listTransfersById } from '../../src/store/transfers/transfers.js';
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
const merchant = await credentialOf(service, service.merchant.keys.live.private);

/** A live refund to the account that paid, which can be sent. */
async function refund(): Promise<string> {
  const order = await makeOrder(deps, merchant);
  await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  const made = await refundOrder(deps, { key: order, amount: 1_000n, reason: null, actor: 'ana' });
  return made.is === 'first' ? made.value.transfer.id : assert.fail();
}

async function run(url: string, ...args: string[]) {
  const env = { DATABASE_URL: url, COBRO_DATA_DIR: folder, COBRO_SECRET_KEY: TEST_SECRET_KEY };
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
}

const [paid, bounced, waiting, unpaid] = [await refund(), await refund(), await refund(), await refund()];
assert.equal((await run(service.databaseUrl, 'backup', 'create', file)).code, 0);
const keys = { [paid]: trackingKey(), [bounced]: trackingKey() };
await exportTransfers(deps, { mode: 'live', actor: 'test' });
for (const [id, key] of Object.entries(keys)) {
  await markSent(deps, { transferId: formatTransferId(id), trackingKey: key, actor: 'test' });
}
await confirmTransfer(deps, { transferId: formatTransferId(paid), actor: 'test' });
await bounceTransfer(deps, { transferId: formatTransferId(bounced), actor: 'test', note: 'closed' });

async function restored() {
  const target = await createEmptyDatabase();
  const { json, code } = await run(target.url, 'restore', file);
  assert.deepEqual([code, json.ledger, json.bank_files], [0, 'ok', 'wait for: cobro transfer resume']);
  after(() => target.drop());
  return target.url;
}

test('after a restore no file is made until somebody has said what the bank paid; nothing is paid twice', async () => {
  const url = await restored();
  const wait = await run(url, 'transfer', 'export', '--live');
  assert.deepEqual([wait.code, wait.json?.csv], [1, undefined]);
  assert.match(wait.stderr, /cobro transfer resume/);
  const lines = [
    `${formatTransferId(paid)},${keys[paid]},confirmed,10.00`,
    `${formatTransferId(bounced)},${keys[bounced]},bounced,10.00`,
    `${formatTransferId(waiting)},${trackingKey()},sent,10.00`,
  ];
  const results = join(folder, 'results.csv');
  await writeFile(results, ['id,tracking_key,status,amount', ...lines, ''].join('\n'));
  const imported = await run(url, 'transfer', 'import', results);
  assert.deepEqual([imported.code, imported.json.ok], [0, true], imported.stderr);
  assert.equal((await run(url, 'transfer', 'export', '--live')).code, 1, 'the rest is not acknowledged yet');
  assert.equal((await run(url, 'transfer', 'resume', '--note', 'the portal of the bank')).code, 0);
  const again = await run(url, 'transfer', 'export', '--live');
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual([again.json.transfers, again.json.csv.includes(unpaid)], [1, true]);
  for (const id of [paid, bounced, waiting]) assert.ok(!again.json.csv.includes(id));
  assert.equal((await run(url, 'transfer', 'resume', '--note', 'again')).code, 1);
  assert.equal((await run(url, 'ledger', 'verify')).code, 0);
});

test('a transfer that was in no file cannot be confirmed by one, when no restore waits', async () => {
  const url = await restored();
  await run(url, 'transfer', 'resume', '--note', 'for the test');
  const results = join(folder, 'late.csv');
  await writeFile(results, `id,tracking_key,status\n${formatTransferId(paid)},${keys[paid]},confirmed\n`);
  const imported = await run(url, 'transfer', 'import', results);
  assert.deepEqual([imported.code, imported.json.lines[0].outcome], [1, 'refused']);
});

test('the database of before tells what was sent, confirmed and bounced, and what nobody knows yet', async () => {
  const url = await restored();
  const [db, former] = [url, service.databaseUrl].map((one) =>
    openDb({ url: one, poolSize: 2, timeoutMs: 30_000, log: deps.log }),
  );
  assert.ok(db !== undefined && former !== undefined);
  const { settings, clock, random } = deps;
  const vault = await openVaultToWrite({ settings, db, random, clock });
  const taken = await takeOverFormer({ db, clock, random, vault }, former, 'test');
  assert.deepEqual(taken, { taken: 2, unknown: 2, lost: [] });
  const states = new Map(
    (await listTransfersById(db, 'live', [paid, bounced, waiting])).map((one) => [one.id, one.state]),
  );
  assert.deepEqual([states.get(paid), states.get(bounced), states.get(waiting)], ['confirmed', 'bounced', 'to_send']);
  const { proofs } = await verifyLedger({ settings, db, clock, vault });
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
  assert.deepEqual(await takeOverFormer({ db, clock, random, vault }, former, 'test'), {
    taken: 0,
    unknown: 2,
    lost: [],
  });
  await Promise.all([db.close(), former.close()]);
});
