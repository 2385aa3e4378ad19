// Shards that move from node to node and are split while orders are created and paid, on a real Citus cluster: nothing acknowledged is lost or
// done twice, and the books hold.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import type { Order } from '../../src/domain/orders/order.js';
import { createLog } from '../../src/log.js';
import { isolateAccount, listNodes, listShards, moveShard, splitShard } from '../../src/store/cluster/moves.js';
import { openDb } from '../../src/store/db.js';
import { inAllShards } from '../../src/store/in-shards.js';
import { sql } from '../../src/store/sql.js';
import { assertBooks, speiNotice } from '../money/books.js';
import { credentialOf, makeOrder, refusal } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';

const MERCHANTS = 8;
const MOVES = 3;

const service = await startTestService();
const { deps } = service;
const log = createLog({ level: 'silent', destination: 2 });
const operator = openDb({ url: service.databaseUrl, poolSize: 2, timeoutMs: 300_000, log });
after(() => operator.close());
const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' } as const;

function addressOf(node: string) {
  const [host = '', port] = node.split(':');
  return { host, port: Number(port) };
}

test('shards move and are split under load, and every order and payment that was acknowledged is there once', async () => {
  const paid: Order[] = [];
  let isMoving = true;
  let isSplitting = false;
  /** Nobody sees a move. While a shard is split, writes to it wait, and may wait too long. */
  const unlessSplit = (error: unknown): null => {
    if (!isSplitting) throw error;
    refusal('unavailable')(error);
    return null;
  };
  const clients = Array.from({ length: MERCHANTS }, async () => {
    const { keys } = await service.account({});
    const merchant = await credentialOf(service, keys.test.private);
    while (isMoving) {
      const order = await makeOrder(deps, merchant).catch(unlessSplit);
      if (order === null) continue;
      const notice = await storeNotice(deps, RAIL, speiNotice(order.clabe ?? '', '100.00'));
      paid.push(order);
      await matchNotices(deps, [notice ?? assert.fail()]).catch(unlessSplit);
      const found = await deps.orders.find(merchant.scope, order.uuid).catch(unlessSplit);
      assert.ok(found !== null || isSplitting);
    }
  });
  const before = (await listShards(operator)).length;
  const nodes = (await listNodes(operator)).map(({ node }) => node);
  for (let count = 0; count < MOVES; count++) {
    const shard = (await listShards(operator))[0] ?? assert.fail();
    const to = nodes.find((node) => node !== shard.node) ?? assert.fail('a move needs two nodes');
    await moveShard(operator, shard.shard, addressOf(shard.node), addressOf(to));
  }
  isSplitting = true;
  await splitShard(operator, (await listShards(operator))[0]?.shard ?? assert.fail());
  const large = paid[0]?.scope.accountId ?? assert.fail();
  const own = await isolateAccount(operator, large);
  const now = await listShards(operator);
  assert.equal(now.length, before + 1 + 2); // what is before it, itself, and what is behind it
  assert.ok(now.some(({ shard }) => shard === own));
  isMoving = false;
  await Promise.all(clients);
  await matchOpen(deps, Date.now() + 60_000); // what a shard could not take at that moment
  const found = await inAllShards(deps.db, (shard) =>
    shard.query<{ id: string; received: bigint }>(sql`select id, received from orders`),
  );
  const received = new Map(found.map((row) => [row.id, row.received]));
  assert.equal(received.size, found.length);
  assert.deepEqual(
    paid.filter(({ uuid }) => received.get(uuid) !== 10_000n),
    [],
  );
  assert.ok(paid.length > MERCHANTS, `${paid.length} orders`);
  await assertBooks(deps.db, 'after the moves:');
});
