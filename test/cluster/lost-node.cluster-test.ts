// A node of a real Citus cluster that is lost: money of the merchants of other nodes goes out, and that of its own afterwards.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { confirmTransfer, markSent } from '../../src/actions/transfers/change-transfer.js';
import { exportTransfers } from '../../src/actions/transfers/export-transfers.js';
import { importResults, withTransferIds } from '../../src/actions/transfers/import-results.js';
import { setPayeeAccount } from '../../src/actions/transfers/set-payee-account.js';
import type { Credential } from '../../src/domain/accounts/account.js';
import { conceptOf } from '../../src/domain/transfers/transfer-concept.js';
import { createLog } from '../../src/log.js';
import { indexOf, readShardMap } from '../../src/store/cluster/shard-map.js';
import { openDb } from '../../src/store/db.js';
import { heartbeat } from '../../src/store/webhooks/workers.js';
import { assertBooks, trackingKey } from '../money/books.js';
import { credentialOf, makePaidOrder, refusal } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';

const service = await startTestService();
const { deps } = service;
const log = createLog({ level: 'silent', destination: 2 });
const operator = openDb({ url: service.databaseUrl, poolSize: 1, timeoutMs: 60_000, log });
after(() => operator.close());
const actor = 'test';
const map = await readShardMap(operator);

/** Two merchants of different nodes. */
const merchants = new Map<string, Credential>();
while (merchants.size < 2) {
  const { keys } = await service.account({});
  const merchant = await credentialOf(service, keys.test.private);
  merchants.set(map[indexOf(map, merchant.scope.accountId)]?.node ?? '', merchant);
}

/** Of a part: the fee of the order is not the merchant's. */
async function refundPaid(merchant: Credential) {
  const order = await makePaidOrder(deps, merchant);
  const refunded = await refundOrder(deps, { key: order, amount: 5_000n, reason: null, actor });
  assert.ok(refunded.is === 'first');
  return refunded.value.transfer.id;
}

/** Nobody gets a connection to our database there any more, or they do again. */
async function setNode(node: string, is: 'lost' | 'back'): Promise<void> {
  const url = new URL(service.databaseUrl);
  const database = url.pathname.slice(1);
  url.host = node;
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database ${database} allow_connections ${is === 'back'}`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  await client.end();
}

/** Processes that deliver webhooks. */
const [ONE, OTHER] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];

const file = async () => (await exportTransfers(deps, { mode: 'test', actor }))?.lines.map(({ id }) => id) ?? [];

test('while a node is lost money of the other merchants goes out; then that of its own does, and nothing twice', async () => {
  const [[, here], [lost, there]] = [...merchants] as [[string, Credential], [string, Credential]];
  const [first, waiting] = [await refundPaid(here), await refundPaid(there)];
  await setNode(lost, 'lost');
  try {
    await heartbeat(deps.db, ONE, 6_000);
    assert.equal(await heartbeat(deps.db, OTHER, -1_000), false, 'it frees what those had whom it takes for dead');
    const second = await refundPaid(here);
    const payee = { clabe: '012180000000000028', holder: 'ANA ROBLES', bank: null };
    await setPayeeAccount(deps, { transferId: second, actor, ...payee });
    await assert.rejects(refundPaid(there), refusal('unavailable'));
    assert.deepEqual(await file(), [first, second]);
    const key = trackingKey();
    await markSent(deps, { transferId: first, trackingKey: key, actor });
    await assert.rejects(
      markSent(deps, { transferId: second, trackingKey: key, actor }),
      refusal('tracking_key_taken'),
    );
    await assert.rejects(
      markSent(deps, { transferId: waiting, trackingKey: trackingKey(), actor }),
      refusal('unavailable'),
    );
    await confirmTransfer(deps, { transferId: first, actor });
    const transferId = conceptOf({ id: second, reason: 'refund' });
    const nothing = { note: null, amount: null, clabe: null };
    const told = await withTransferIds(deps, [
      { line: 1, transferId: waiting, status: 'sent', trackingKey: trackingKey(), ...nothing },
      { line: 2, transferId, status: 'sent', trackingKey: trackingKey(), ...nothing },
    ]);
    assert.deepEqual(
      (await importResults(deps, told, actor)).map((line) => (line.is === 'done' ? 'done' : line.error.code)),
      ['unavailable', 'done'],
    );
  } finally {
    await setNode(lost, 'back');
  }
  assert.deepEqual(await file(), [waiting]);
  assert.deepEqual(await file(), []);
  await assertBooks(deps.db, 'after the node is back:');
});
