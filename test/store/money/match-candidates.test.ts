// Orders that unmatched money might be for: found by key, however many others there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from '../../../src/store/db.js';
import { findByDestinations, findNamed, findOwing } from '../../../src/store/money/match-candidates.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, makeOrder, orderDraft } from '../../support/made-orders.js';
import { copyOrder } from '../../support/many-orders.js';
import { rowsRead } from '../../support/rows-read.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const { db } = deps;
const merchant = await credentialOf(service);
const MANY = 12_000;

const common = await makeOrder(deps, merchant);
await copyOrder(db, common, MANY);
const wanted = await makeOrder(deps, merchant, {
  price: { amount: 43_117n, currency: 'MXN' },
  customer: { ...orderDraft().customer, name: 'Luz Vega' },
});
const since = Date.now() - 86_400_000;

test('an amount that one of very many orders owes costs a look-up, and one that all of them owe no more than a page', async () => {
  for (const [amount, found] of [
    [wanted.amount, 1],
    [common.amount, 50],
  ] as const) {
    const read = await rowsRead(db, ['orders'], async (tx) => {
      assert.equal((await findOwing(tx, { mode: 'test', since, amount })).length, found);
    });
    assert.ok(read <= found, `${read} rows were read for ${found}`);
  }
});

test('a CLABE that very many orders of one customer share costs a page', async () => {
  await db.query(sql`update orders set clabe = ${common.clabe}, customer_id = 'one' where id <> ${wanted.uuid}`);
  await db.query(sql`analyze orders`);
  const read = await rowsRead(db, ['orders'], async (tx) => {
    assert.equal((await findByDestinations(within(db, tx), 'test', ['0'.repeat(18), common.clabe ?? ''])).length, 50);
  });
  assert.ok(read <= 50, `${read} rows were read`);
});

test('a name is searched among the newest orders before the money came, and no others', async () => {
  const until = Date.now() + 86_400_000;
  const read = await rowsRead(db, ['orders'], async (tx) => {
    const found = await findNamed(tx, { mode: 'test', since, until, nameWords: ['ROBLES'] });
    assert.equal(found.length, 50);
    assert.deepEqual(await findNamed(tx, { mode: 'test', since, until, nameWords: [] }), []);
  });
  assert.ok(read <= 5_000, `${read} rows were read`);
});
