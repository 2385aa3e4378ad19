// What migration 0012 fills in for orders and points that are there already.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setPolicies } from '../../src/actions/accounts/set-policy.js';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { sql } from '../../src/store/sql.js';
import { assertBooks } from '../money/books.js';
import { orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { deps, key } = service;
const file = readFileSync(join(MIGRATIONS_FOLDER, '0012_records.sql'), 'utf8');
/** The statements that change rows. The others have run when the database was made. */
const updates = file.match(/^update [\s\S]*?;$/gm) ?? [];
const fill = async () => {
  for (const text of updates) await deps.db.query({ text, values: [] });
};

test('orders show the surplus and held money that their payments brought before', async () => {
  const accountId = service.merchant.account.id;
  const { id } = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json;
  const pay = (scenario: string) => service.call('POST', `/v1/test/orders/${id}/payments`, { key, body: { scenario } });
  await pay('short');
  await pay('over');
  await setPolicies(deps, { accountId, policies: { paid_again: 'hold' }, actor: 'test' });
  await pay('exact');
  await deps.db.query(sql`
    update orders
    set surplus = 0, held = 0`);
  await assert.rejects(assertBooks(deps.db));
  await fill();
  await assertBooks(deps.db);
  const { surplus, held } = (await service.call('GET', `/v2/orders/${id}`, { key })).json;
  assert.deepEqual([surplus, held], [10, 150]);
});

test('the price of a coin gets the date of the last edit, once', async () => {
  const dates = () =>
    deps.db.query<{ code: string; at: string | null }>(sql`
      select code, live_details->>'pesos_per_coin_at' as at
      from payment_points
      where live_details is not null
      order by code`);
  await deps.db.query(sql`
    update payment_points
    set live_details = '{"coin": "X", "company_reference_number": "1"}', edited_at = '2026-11-01 12:00:00.5+00'
    where code in ('BTC', 'OXXO')`);
  await fill();
  const first = await dates();
  assert.deepEqual(first, [
    { code: 'BTC', at: '2026-11-01T12:00:00Z' },
    { code: 'OXXO', at: null },
  ]);
  await deps.db.query(sql`
    update payment_points
    set edited_at = now()
    where code = 'BTC'`);
  await fill();
  assert.deepEqual(await dates(), first);
});
