// Long reads have connections of their own, one at a time for each account (D83).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/log.js';
import { withLongReads } from '../../src/memory/long-reads.js';
import { openDb } from '../../src/store/db.js';
import { reading, sql } from '../../src/store/sql.js';
import { startTestService } from '../support/service.js';

const { databaseUrl } = await startTestService();
const log = createLog({ level: 'silent', destination: 2 });
const options = { url: databaseUrl, timeoutMs: 10_000, log };
const ANA = { accountId: 'a' };
const EVA = { accountId: 'e' };

async function withPools(work: (db: ReturnType<typeof openDb>) => Promise<void>, patienceMs?: number): Promise<void> {
  const [primary, reads] = [
    openDb({ ...options, poolSize: 2 }),
    openDb({ ...options, poolSize: 2, access: 'read-only' }),
  ];
  await work(withLongReads(primary, reads, patienceMs)).finally(() => Promise.all([primary.close(), reads.close()]));
}

const slow = (of: typeof ANA) =>
  reading(of)`select pg_sleep(0.1), statement_timestamp() as started, clock_timestamp() as ended`;
type Times = { readonly started: number; readonly ended: number };

test('the reads of one account come one after the other, and those of another beside them', async () => {
  await withPools(async (db) => {
    const finished: string[] = [];
    const read = async (of: typeof ANA) => {
      const [times] = await db.query<Times>(slow(of));
      finished.push(of.accountId);
      return times ?? assert.fail('no row');
    };
    const [one, two, three] = await Promise.all([read(ANA), read(ANA), read(ANA), read(EVA)]);
    assert.ok(one.ended <= two.started && two.ended <= three.started);
    assert.ok(Math.min(two.started - one.ended, three.started - two.ended) < 100, 'as a page’s do, without a rest');
    assert.notEqual(finished.at(-1), EVA.accountId, 'who asked last waited for nobody of the other account');
  });
});

test('who has read for half a second and sends more than a page does rests in between', async () => {
  await withPools(async (db) => {
    const reads = await Promise.all(Array.from({ length: 21 }, () => db.query<Times>(slow(ANA))));
    const times = reads.map(([read]) => read ?? assert.fail('no row'));
    const rests = times.slice(1).map(({ started }, at) => started - (times[at]?.ended ?? 0));
    assert.ok(Math.max(...rests.slice(5, 8)) >= 500, 'while 13 wait');
    assert.ok(Math.min(...rests.slice(9)) < 100, 'and no more while as few wait as a page has lists');
  }, 30_000);
});

test('many reads leave the connections of the others alone', async () => {
  await withPools(async (db) => {
    let ended = 0;
    const reads = Array.from({ length: 24 }, async (_, at) => {
      await db.query(slow({ accountId: `${at % 6}` }));
      ended++;
    });
    await Promise.all([1, 2, 3].map(() => db.query(sql`select 1`)));
    assert.ok(ended < 12, `${ended} of 24 reads had to end first`);
    assert.ok(db.stats().open <= 4);
    await Promise.all(reads);
  });
});

test('who waits too long is told to come again, and a read that fails lets the next one go', async () => {
  await withPools(async (db) => {
    const waiting = db.query(slow(ANA));
    await assert.rejects(db.query(slow(ANA)), { code: 'too_many_reads' });
    await waiting;
    await assert.rejects(db.query(reading(ANA)`select 1 / 0`));
    assert.deepEqual(await db.query(reading(ANA)`select 1 as one`), [{ one: 1 }]);
  }, 50);
});

test('a long read cannot write', async () => {
  await withPools(async (db) => {
    await assert.rejects(db.query(reading(null)`delete from orders`), { code: 'unavailable' });
  });
});
