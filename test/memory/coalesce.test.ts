// Callers that share one statement: batches, results in order, bounds, and failures that reach only their owner.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { AppError } from '../../src/errors/errors.js';
import { createLog } from '../../src/log.js';
import { type CoalesceOptions, coalesce } from '../../src/memory/coalesce.js';
import { openDb } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import { createDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const database = await createDatabase();
const db = openDb({
  url: database.url,
  poolSize: 4,
  timeoutMs: 10_000,
  log: createLog({ level: 'silent', destination: 2 }),
});
after(async () => {
  await db.close();
  await database.drop();
});

// A busy machine may need longer than 25 ms for anything: patience is without end but where a test is about it.
const WIDE = { maxBatch: 100, maxInFlight: 2, maxQueued: 1_000, patienceMs: 60_000 };

/** A coalescer whose statements wait until they are answered. */
function setUp(limits: Partial<Omit<CoalesceOptions<number, string>, 'run'>> = {}) {
  const statements: { items: readonly number[]; answer(): Promise<void>; fail(error: unknown): Promise<void> }[] = [];
  const call = coalesce<number, string>({
    ...WIDE,
    ...limits,
    run: (items) =>
      new Promise((resolve, reject) => {
        statements.push({
          items,
          answer: () => settled(() => resolve(items.map((item) => `result ${item}`))),
          fail: (error) => settled(() => reject(error)),
        });
      }),
  });
  const statement = (index: number) => {
    const one = statements[index];
    assert.ok(one !== undefined, `there was no statement ${index}`);
    return one;
  };
  return { call, statement, sent: () => statements.map(({ items }) => items) };
}

async function settled(act: () => void = () => {}): Promise<void> {
  act();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** A refusal by PostgreSQL, as pg gives it. */
function refusal(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });
}

test('a lone caller has a statement of his own', async () => {
  const { call, statement, sent } = setUp();
  const result = call(1);
  await settled();
  await statement(0).answer();
  assert.equal(await result, 'result 1');
  assert.deepEqual(sent(), [[1]]);
});

test('callers of one turn share a statement, and each gets his own result', async () => {
  const { call, statement, sent } = setUp();
  const results = [1, 2, 3].map(call);
  await settled();
  assert.deepEqual(sent(), [[1, 2, 3]]);
  await statement(0).answer();
  assert.deepEqual(await Promise.all(results), ['result 1', 'result 2', 'result 3']);
});

test('who comes while a statement is on its way shares the next one', async () => {
  const { call, statement, sent } = setUp();
  const results = [call(1)];
  await settled();
  for (const item of [2, 3, 4]) {
    results.push(call(item));
    await settled();
  }
  assert.deepEqual(sent(), [[1]]);
  await statement(0).answer();
  assert.deepEqual(sent(), [[1], [2, 3, 4]]);
  await statement(1).answer();
  assert.deepEqual(
    await Promise.all(results),
    [1, 2, 3, 4].map((item) => `result ${item}`),
  );
});

test('nobody waits long for a statement that hangs, and at most two are in flight', async () => {
  const { call, statement, sent } = setUp({ patienceMs: 25 });
  const results = [call(1)];
  await settled();
  results.push(call(2));
  await until('the second is sent', async () => sent().length === 2);
  results.push(call(3));
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.deepEqual(sent(), [[1], [2]]);
  await statement(1).answer();
  await until('the third is sent', async () => sent().length === 3);
  await statement(0).answer();
  await statement(2).answer();
  assert.deepEqual(
    await Promise.all(results),
    [1, 2, 3].map((item) => `result ${item}`),
  );
});

test('nobody is stranded behind a statement that hangs when the one beside it ends at once', async () => {
  const { call, statement, sent } = setUp({ patienceMs: 25 });
  const first = call(1);
  await settled();
  const second = call(2);
  await until('the second is sent', () => sent().length === 2);
  const third = call(3);
  await statement(1).answer();
  await until('the third is sent', () => sent().length === 3, 500);
  await statement(2).answer();
  assert.deepEqual(await Promise.all([second, third]), ['result 2', 'result 3']);
  await statement(0).answer();
  assert.equal(await first, 'result 1');
});

test('a batch has at most so many items; a full one starts beside the first, the rest waits for its turn, in order', async () => {
  const { call, statement, sent } = setUp({ maxBatch: 2 });
  const results = [1, 2, 3, 4, 5].map(call);
  await settled();
  assert.deepEqual(sent(), [
    [1, 2],
    [3, 4],
  ]);
  await statement(0).answer();
  await statement(1).answer();
  assert.deepEqual(sent(), [[1, 2], [3, 4], [5]]);
  await statement(2).answer();
  assert.deepEqual(
    await Promise.all(results),
    [1, 2, 3, 4, 5].map((item) => `result ${item}`),
  );
});

test('over the bound a caller is refused as overloaded at once, and those before him are served', async () => {
  const { call, statement } = setUp({ maxQueued: 2, maxInFlight: 1 });
  const served = [call(1)];
  await settled();
  served.push(call(2), call(3));
  await assert.rejects(call(4), (error) => error instanceof AppError && error.code === 'overloaded');
  await statement(0).answer();
  served.push(call(5)); // there is room again
  await statement(1).answer();
  await statement(2).answer();
  assert.deepEqual(
    await Promise.all(served),
    [1, 2, 3, 5].map((item) => `result ${item}`),
  );
});

test('when PostgreSQL refuses a batch each caller tries alone, and only the owner of the fault fails', async () => {
  const { call, statement, sent } = setUp();
  const outcomes = Promise.allSettled([1, 2, 3].map(call));
  await settled();
  await statement(0).fail(refusal('23505'));
  await statement(1).answer();
  await statement(2).fail(refusal('23505'));
  await statement(3).answer();
  assert.deepEqual(sent(), [[1, 2, 3], [1], [2], [3]]);
  const [one, two, three] = await outcomes;
  assert.deepEqual([one?.status, two?.status, three?.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.equal(two?.status === 'rejected' && two.reason.code, '23505');
});

test('a lone caller who is refused is not tried twice', async () => {
  const { call, statement, sent } = setUp();
  const outcome = Promise.allSettled([call(1)]);
  await settled();
  await statement(0).fail(refusal('23514'));
  assert.equal((await outcome)[0]?.status, 'rejected');
  assert.deepEqual(sent(), [[1]]);
});

test('when the connection fails everyone is told, and nothing is sent again: nobody knows what was stored', async () => {
  for (const failure of [new AppError('unavailable'), new Error('Connection terminated unexpectedly')]) {
    const { call, statement, sent } = setUp();
    const outcomes = Promise.allSettled([1, 2, 3].map(call));
    await settled();
    await statement(0).fail(failure);
    for (const outcome of await outcomes) assert.equal(outcome.status === 'rejected' && outcome.reason, failure);
    assert.deepEqual(sent(), [[1, 2, 3]]);
  }
});

test('after a failure the next callers are served', async () => {
  const { call, statement } = setUp();
  const failed = Promise.allSettled([call(1)]);
  await settled();
  await statement(0).fail(new AppError('unavailable'));
  await failed;
  const result = call(2);
  await settled();
  await statement(1).answer();
  assert.equal(await result, 'result 2');
});

test('a statement with too few results fails who got none, and a synchronous throw fails its callers', async () => {
  const short = coalesce<number, string>({ ...WIDE, run: async (items) => items.slice(1).map(String) });
  const [first, second] = await Promise.allSettled([short(1), short(2)]);
  assert.deepEqual([first?.status, second?.status], ['fulfilled', 'rejected']);
  const broken = coalesce<number, string>({
    ...WIDE,
    run: () => {
      throw new Error('broken');
    },
  });
  await assert.rejects(broken(1), /broken/);
  await assert.rejects(broken(2), /broken/);
});

test('null and false are results like any other', async () => {
  const call = coalesce<number, null | boolean>({
    ...WIDE,
    run: async (items) => items.map((item) => (item ? false : null)),
  });
  assert.deepEqual(await Promise.all([call(0), call(1)]), [null, false]);
});

test('whatever the timing, everyone gets his own result and the bounds hold', async () => {
  const waves = fc.array(fc.nat(9), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      waves,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (sizes, maxBatch, maxInFlight) => {
        let inFlight = 0;
        const call = coalesce<number, number>({
          maxBatch,
          maxInFlight,
          maxQueued: 1_000,
          async run(items) {
            assert.ok(items.length <= maxBatch && ++inFlight <= maxInFlight);
            for (let turn = 0; turn < (items[0] ?? 0) % 3; turn++) await settled();
            inFlight--;
            return items.map((item) => -item);
          },
        });
        const results: Promise<number>[] = [];
        for (const size of sizes) {
          for (let n = 0; n < size; n++) results.push(call(results.length));
          await settled();
        }
        assert.deepEqual(
          await Promise.all(results),
          results.map((_, index) => -index),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('in a real database a conflict reaches only its owner, and his neighbours are stored once', async () => {
  await db.query(sql`create table numbers (number integer primary key check (number < 100))`);
  const insert = coalesce<number, number>({
    ...WIDE,
    run: async (items) => {
      const rows = await db.query<{ number: number }>(sql`
        insert into numbers (number)
        select unnest(${items}::integer[])
        returning number`);
      return rows.map(({ number }) => number);
    },
  });
  const outcomes = await Promise.allSettled([1, 2, 2, 100, 3].map(insert));
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code)),
    [1, 2, '23505', '23514', 3],
  );
  const stored = await db.query<{ number: number }>(sql`select number from numbers order by number`);
  assert.deepEqual(
    stored.map(({ number }) => number),
    [1, 2, 3],
  );
});

test('in a real database a connection that breaks fails the whole batch as unavailable, tried once', async () => {
  let statements = 0;
  const call = coalesce<number, number>({
    ...WIDE,
    run: async (items) => {
      statements++;
      await db.query(sql`select pg_terminate_backend(pg_backend_pid())`);
      return items;
    },
  });
  const outcomes = await Promise.allSettled([call(1), call(2)]);
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof AppError);
    assert.equal(outcome.reason.code, 'unavailable');
  }
  assert.equal(statements, 1);
});
