// The operator's list of messages with many of the other mode: a page looks at so many and says where to go on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageAsk } from '../../../src/domain/base/paging.js';
import { countFailed, messageCursor, walkMessages } from '../../../src/store/messages/message-lists.js';
import { openTestDb } from '../../support/database.js';
import { rowsRead } from '../../support/rows-read.js';

const db = await openTestDb();

/** Each a second older than the one before; one of test mode stands after all others. */
await db.query({
  text: `
insert into emails (account_id, livemode, order_id, id, kind, sequence, copy, recipient, state, due_at, created_at, ended_at)
select gen_random_uuid(), n <= 12000, gen_random_uuid(), gen_random_uuid(), 'paid', 1, 0, 'n' || n || '@example.com',
  case when n % 100 = 0 then 'failed' else 'sent' end, now(), date_trunc('second', now()) - n * interval '1 second', now()
from generate_series(1, 12001) n`,
  values: [],
});
await db.query({ text: 'vacuum analyze emails', values: [] });

const filter = { channel: null, state: null, folio: null };
const first: PageAsk = { at: null, towards: 'next', limit: 50 };
const all = (mode: 'live' | 'test') => ({ accountId: null, mode });

test('messages of the rarer mode are found page by page, each of which looks at so many and no more', async () => {
  for (const mode of ['test', 'live'] as const) {
    const read = await rowsRead(db, ['emails', 'sms_messages'], (tx) => walkMessages(tx, all(mode), filter, first));
    assert.ok(read <= 10_100, `${read} rows were read`);
  }
  const stops: (string | null)[] = [];
  for (let ask = first; ; ) {
    const { rows, end } = await walkMessages(db, all('test'), filter, ask);
    stops.push(end);
    if (rows.length > 0) assert.equal(rows[0]?.recipient, 'n12001@example.com');
    if (end === null) break;
    assert.equal(rows.length, 0);
    ask = { ...first, at: end };
  }
  assert.equal(stops.length, 3);
  const { rows } = await walkMessages(db, all('live'), filter, first);
  assert.deepEqual([rows.length, rows[0]?.recipient, rows[50]?.recipient], [51, 'n1@example.com', 'n51@example.com']);
  const last = rows[50];
  assert.ok(last !== undefined);
  const back = await walkMessages(db, all('live'), filter, { at: messageCursor(last), towards: 'previous', limit: 50 });
  assert.deepEqual([back.rows.length, back.rows[0]?.recipient], [50, 'n50@example.com']);
});

test('what has failed is counted in its mode', async () => {
  const since = { since: Date.now() - 86_400_000, most: 100 };
  assert.equal(await countFailed(db, all('live'), since), 100);
  assert.equal(await countFailed(db, all('test'), since), 0);
});
