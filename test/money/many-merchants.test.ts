// One batch of notices pays orders of many merchants. On a cluster their rows are on several nodes, and two merchants may
// share one: the batch must not wait for its own locks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import type { ParsedNotice } from '../../src/domain/money/read-notice.js';
import type { Rail } from '../../src/domain/rails/rail.js';
import { credentialOf, makeOrder, readOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';
import { assertBooks, speiNotice } from './books.js';

const MERCHANTS = 24;
const SPEI: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' };

const first = await startTestService();
await connectOften();
const service = await startTestService({}, { databaseUrl: first.databaseUrl });
const { deps } = service;

/** Citus opens more connections to a node when statements are slow, as under load. Here it does so at once. */
async function connectOften(): Promise<void> {
  const { db } = first.deps;
  if (!db.isSpread) return;
  const name = new URL(first.databaseUrl).pathname.slice(1);
  await db.query({ text: `alter database ${name} set citus.force_max_query_parallelization to on`, values: [] });
}

test('money for two orders each of many merchants is matched by one batch', async () => {
  const sold = [];
  for (let number = 0; number < MERCHANTS; number++) {
    const { keys } = await service.account({});
    const merchant = await credentialOf(service, keys.test.private);
    for (let count = 0; count < 2; count++) sold.push({ merchant, order: await makeOrder(deps, merchant) });
  }
  const notices: ParsedNotice[] = [];
  for (const { order } of sold)
    notices.push((await storeNotice(deps, SPEI, speiNotice(order.clabe ?? '', '100.00'))) ?? assert.fail());
  await matchNotices(deps, notices);
  for (const { merchant, order } of sold) {
    const { status, received } = await readOrder(deps, merchant, order.uuid);
    assert.deepEqual({ status, received }, { status: 'paid', received: order.amount });
  }
  await assertBooks(deps.db);
});
