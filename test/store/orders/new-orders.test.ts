// New orders that share a statement: a taken folio concerns its own order alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderEvent } from '../../../src/domain/orders/event.js';
import type { Db } from '../../../src/store/db.js';
import { findAnswer } from '../../../src/store/orders/idempotency-keys.js';
import { insertOrders, type NewOrder } from '../../../src/store/orders/new-orders.js';
import { sql } from '../../../src/store/sql.js';
import { openTestDb } from '../../support/database.js';
import { sampleOrder } from '../../support/order.js';

const db = await openTestDb();
const BATCH = 20;
let made = 0;

function newOrder(repeatKey: string | null, folio?: string): NewOrder {
  const number = String(++made).padStart(12, '0');
  const order = sampleOrder({
    uuid: `01a1dd30-cb7f-7000-8000-${number}`,
    folio: folio ?? number.slice(-8),
    clabe: number.padStart(18, '0'),
  });
  const repeat = repeatKey === null ? null : { key: repeatKey, requestDigest: Buffer.alloc(32), answer: '{}' };
  return { order, event: orderEvent(order, 1), repeat };
}

async function store(orders: readonly NewOrder[]): Promise<{ stored: boolean[]; statements: number }> {
  let statements = 0;
  const counting: Db = {
    ...db,
    query(statement) {
      statements++;
      return db.query(statement);
    },
  };
  return { stored: await insertOrders(db, counting, orders), statements };
}

for (const keyed of [false, true]) {
  test(`a taken folio leaves its neighbours to one more statement, ${keyed ? 'with' : 'without'} keys`, async () => {
    const before = newOrder(null);
    assert.deepEqual(await store([before]), { stored: [true], statements: 1 });
    const keyOf = (index: number) => (keyed ? `key-${index}` : null);
    const batch = Array.from({ length: BATCH }, (_, index) =>
      newOrder(keyOf(index), index === 7 ? before.order.folio : undefined),
    );
    const wanted = batch.map((_, index) => index !== 7);
    assert.deepEqual(await store(batch), { stored: wanted, statements: 2 });
    const events = await db.query(sql`
      select from order_events
      where order_id = any(${batch.map(({ order }) => order.uuid)}::uuid[])`);
    assert.equal(events.length, BATCH - 1);
    if (!keyed) return;
    const answers = await Promise.all(batch.map((_, index) => findAnswer(db, before.order.scope, `key-${index}`)));
    assert.deepEqual(
      answers.map((answer) => answer !== null),
      wanted,
    );
  });
}

test('two orders of one batch with one folio: neither keeps a key without its order', async () => {
  const twins = [newOrder('twin-1', 'ABCDEF01'), newOrder('twin-2', 'ABCDEF01')];
  await assert.rejects(store(twins), /division by zero/);
  for (const key of ['twin-1', 'twin-2']) assert.equal(await findAnswer(db, sampleOrder().scope, key), null);
  for (const [index, twin] of twins.entries()) {
    assert.deepEqual((await store([twin])).stored, [index === 0]); // as the caller does then
  }
  assert.equal(await findAnswer(db, sampleOrder().scope, 'twin-2'), null);
});
