// The time of an entry and the lock of its balance (D87), with a real lock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustBooks } from '../../../src/actions/money/adjust-books.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { endOfMexicoDay } from '../../../src/domain/base/mexico-day.js';
import { lockBalances } from '../../../src/store/money/ledger.js';
import { sql } from '../../../src/store/sql.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = await startTestService();
const { deps } = service;
const MIDNIGHT = endOfMexicoDay('2026-11-17') ?? assert.fail();
const scope = { accountId: HOUSE_ACCOUNT, mode: 'test' } as const;

/** Somebody has the balance while `work` waits for it, and lets it go at that time. */
async function whileLocked(letGoAt: number, work: () => Promise<{ readonly id: string }>): Promise<string> {
  let waiting: Promise<{ readonly id: string }> | undefined;
  await deps.db.transaction(async (tx) => {
    await lockBalances(tx, scope);
    waiting = work();
    await until('it waits for the balance', async () => {
      const [row] = await deps.db.query<{ waiting: number }>(sql`
        select count(*)::integer as waiting
        from pg_locks
        join pg_stat_activity using (pid)
        where not granted
          and datname = current_database()`);
      return row?.waiting === 1 || undefined;
    });
    service.setTime(letGoAt);
  });
  const { id } = (await waiting) ?? assert.fail();
  const [entry] = await deps.db.query<{ created_at: number }>(sql`
    select created_at
    from ledger_entries
    where id = ${id}`);
  return new Date(entry?.created_at ?? 0).toISOString();
}

const adjust = () =>
  adjustBooks(deps, {
    ...{ scope, from: 'fees', to: 'fees_taken', amount: 100n, actor: 'test' },
    ...{ reason: 'test', evidence: 'test' },
  });

test('whoever waits for a balance over midnight books into the new day, once', async () => {
  service.setTime(MIDNIGHT - 1_000);
  assert.equal(await whileLocked(MIDNIGHT + 4_000, adjust), new Date(MIDNIGHT + 4_000).toISOString());
  const rows = await deps.db.query(sql`
    select id
    from ledger_entries
    where account_id = ${HOUSE_ACCOUNT}`);
  assert.equal(rows.length, 1);
});

test('within a day it keeps the time at which it began to book', async () => {
  service.setTime(MIDNIGHT + 10_000);
  assert.equal(await whileLocked(MIDNIGHT + 20_000, adjust), new Date(MIDNIGHT + 10_000).toISOString());
});
