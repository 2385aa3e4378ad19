// Where money has bounced before, of a merchant with many transfers: a page costs the same at any load.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { newTransfer, type Transfer } from '../../../src/domain/transfers/transfer.js';
import { within } from '../../../src/store/db.js';
import { findBounces } from '../../../src/store/transfers/bounced-payees.js';
import { openTestDb } from '../../support/database.js';
import { rowsRead } from '../../support/rows-read.js';

const db = await openTestDb();
const [busy, other] = [randomUUID(), randomUUID()];
const clabeOf = (n: number) => String(n).padStart(18, '0');
/** One in fifty bounced, each elsewhere; what was confirmed last went to where the bounce before the last three was. */
const [ROWS, LAST] = [20_000, 1_900_000_000_000];

for (const accountId of [busy, other])
  await db.query({
    text: `
insert into outgoing_transfers (account_id, livemode, id, reason, source_id, amount, state, clabe, holder, bank, decided_by,
  tracking_key, created_at, destination_at, sent_at, confirmed_at, bounced_at)
select $1::uuid, true, (lpad(to_hex(n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, 'payout', gen_random_uuid(), 100,
  case when bounced then 'bounced' else 'confirmed' end,
  lpad((case when bounced then n when n = $2::int - 1 then $2::int - 150 else 7 end)::text, 18, '0'), 'H', 'B', 'x',
  left($1::text, 8) || n, at, at, at, case when bounced then null else at end, case when bounced then at end
from (
  select n, n % 50 = 0 and ($3::boolean or n < $2::int) as bounced, to_timestamp($4::bigint / 1000) - ($2::int - n) * interval '1 second' as at
  from generate_series(1, $2::int) n) made`,
    values: [accountId, ROWS, accountId === busy, LAST],
  });
await db.query({ text: 'vacuum analyze outgoing_transfers', values: [] });

function due(accountId: string, clabe: string): Transfer {
  const payee = { clabe, holder: 'H', bank: 'B' };
  const wanted = { scope: { accountId, mode: 'live' as const }, id: randomUUID(), sourceId: randomUUID(), amount: 1n };
  const more = { reason: 'payout' as const, orderId: null, coin: null, destination: payee, decidedBy: 'x' };
  return newTransfer({ ...wanted, ...more }, LAST);
}

test('a bounce is found by merchant and CLABE, until something was confirmed there, and little is read for it', async () => {
  const [bounced, arrived, fine, ofOther] = [
    due(busy, clabeOf(ROWS)),
    due(busy, clabeOf(ROWS - 150)),
    due(busy, clabeOf(7)),
    due(other, clabeOf(ROWS)),
  ];
  const page = [bounced, arrived, fine, ofOther];
  assert.deepEqual([...(await findBounces(db, 'live', page))], [[bounced.id, LAST]]);
  assert.deepEqual([...(await findBounces(db, 'test', page))], []);
  assert.deepEqual([...(await findBounces(db, 'live', [{ ...bounced, state: 'sent' }]))], []);
  const read = await rowsRead(db, ['outgoing_transfers'], (tx) => findBounces(within(db, tx), 'live', page));
  assert.ok(
    read <= 3_400,
    `${read} rows were read: 200 bounces of each merchant, 1000 confirmed for each that may count`,
  );
});
