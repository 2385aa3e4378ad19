// The door to PostgreSQL: parameters, types, transactions, and which failures mean "not available".
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { AppError } from '../../src/errors/errors.js';
import { type Queryable, sqlState, TryAgain } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const { deps, databaseUrl } = await startTestService({ COBRO_DATABASE_TIMEOUT_MS: '1000' });
const { db } = deps;
// PostgreSQL looks for deadlocks after a second.
const { db: patient } = (await startTestService({}, { databaseUrl })).deps;
const value = async (text: string, values: unknown[] = []) =>
  (await db.query<{ value: unknown }>({ text: `select ${text} as value`, values }))[0]?.value;

test('every value of the tag becomes a parameter', async () => {
  const evil = `'; drop table orders; --`;
  const statement = sql`select ${evil}::text as a, ${5}::int as b`;
  assert.equal(statement.text, 'select $1::text as a, $2::int as b');
  assert.deepEqual(statement.values, [evil, 5]);
  assert.deepEqual(await db.query(statement), [{ a: evil, b: 5 }]);
});

test('times come out as epoch milliseconds, bigint columns as bigint, dates as text', async () => {
  assert.equal(await value(`timestamptz '2026-11-15 03:34:45.123+00'`), Date.UTC(2026, 10, 15, 3, 34, 45, 123));
  assert.equal(await value(`timestamptz '2026-11-15 03:34:45+02'`), Date.UTC(2026, 10, 15, 1, 34, 45));
  assert.equal(await value(`timestamptz '1969-12-31 23:59:59.9+00'`), -100);
  assert.equal(await value('9007199254740993::bigint'), 9007199254740993n);
  assert.equal(await value(`date '2017-06-10'`), '2017-06-10');
  assert.equal(await value('5::int'), 5);
});

test('a time goes in and comes out as the same millisecond', async () => {
  for (const ms of [0, 1, 999, 1_794_712_324_991, 1_800_000_000_000, 253_402_300_799_999]) {
    assert.equal(await value('$1::timestamptz', [new Date(ms)]), ms);
  }
});

test('a transaction keeps all or nothing', async () => {
  const insert = (currency: string) =>
    sql`insert into exchange_rates (currency, taken_at, rate, source) values (${currency}, now(), 1, 'x')`;
  const count = async () => (await db.query(sql`select 1 from exchange_rates`)).length;
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(insert('AAA'));
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query(insert('BBB'));
      await tx.query(insert('not a currency'));
    }),
    (error) => sqlState(error) === '23514',
  );
  assert.equal(await count(), 0);
  assert.equal(await db.transaction(async (tx) => (await tx.query(insert('CCC'))).length), 0);
  assert.equal(await count(), 1);
});

test('a failed transaction does not spoil its connection for the next one', async () => {
  await Promise.all(
    Array.from({ length: 40 }, () =>
      assert.rejects(
        patient.transaction((tx) => tx.query(sql`select 1 / 0`)),
        /zero/,
      ),
    ),
  );
  const answers = await Promise.all(Array.from({ length: 40 }, () => patient.query(sql`select 1 as one`)));
  assert.deepEqual(answers, Array(40).fill([{ one: 1 }]));
});

test('a failure of the statement stays what it is, one of the server becomes "unavailable" with its cause', async () => {
  for (const [text, state] of [
    ['select 1 / 0', '22012'],
    ['select nonsense', '42703'],
  ] as const) {
    await assert.rejects(db.query({ text, values: [] }), (error) => sqlState(error) === state);
  }
  const raise = (state: string) => ({ text: `do $$ begin raise sqlstate '${state}'; end $$`, values: [] });
  for (const state of ['08006', '53100', '53200', '53300', '57P01', '57P03', '58030', '25006', '55P03', '40001']) {
    await assert.rejects(db.query(raise(state)), (error) => {
      assert.ok(error instanceof AppError, state);
      assert.deepEqual([error.code, sqlState(error.cause)], ['unavailable', state]);
      return true;
    });
  }
});

test('two transactions that wait for each other both end well: the one that was undone runs again at once', async () => {
  await db.query(sql`
    insert into exchange_rates (currency, taken_at, rate, source)
    values ('XXA', '2026-01-01', 1, 'x'), ('XXB', '2026-01-01', 1, 'x')`);
  const raise = (tx: Queryable, currency: string) =>
    tx.query(sql`update exchange_rates set rate = rate + 1 where currency = ${currency}`);
  const held = new EventEmitter();
  let runs = 0;
  let holding = 0;
  const both = [
    ['XXA', 'XXB'],
    ['XXB', 'XXA'],
  ].map(([first = '', second = '']) =>
    patient.transaction(async (tx) => {
      runs++;
      await raise(tx, first);
      // Neither goes on before both hold their first row.
      if (++holding === 1) await once(held, 'both');
      else held.emit('both');
      await raise(tx, second);
    }),
  );
  await Promise.all(both);
  const rates = await db.query<{ rate: string }>(sql`
    select rate
    from exchange_rates
    where currency in ('XXA', 'XXB')`);
  assert.deepEqual(
    rates.map(({ rate }) => Number(rate)),
    [3, 3],
    'each counts once',
  );
  assert.ok(runs > 2, 'one of them was undone and ran again');
});

test('work that is overtaken runs again, and ends as "unavailable" when that never stops', async () => {
  let runs = 0;
  const overtaken = (times: number) =>
    db.transaction(async () => {
      if (runs++ < times) throw new TryAgain('overtaken');
      return 'done';
    });
  assert.equal(await overtaken(3), 'done');
  await assert.rejects(overtaken(1_000), (error) => error instanceof AppError && error.code === 'unavailable');
  assert.ok(runs < 50, 'and soon');
});

test('a statement that takes too long is "unavailable"', async () => {
  const started = performance.now();
  await assert.rejects(db.query(sql`select pg_sleep(30)`), (error) => error instanceof AppError);
  assert.ok(performance.now() - started < 5_000);
});

test('a transaction whose connection breaks is told so; the process goes on', async () => {
  const unavailable = (error: unknown) => error instanceof AppError && error.code === 'unavailable';
  // In the middle of a statement.
  await assert.rejects(
    db.transaction((tx) => tx.query(sql`select pg_terminate_backend(pg_backend_pid())`)),
    unavailable,
  );
  // Between two statements.
  await assert.rejects(
    db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.query(sql`select pg_terminate_backend(${own?.pid}, 5000)`);
      await tx.query(sql`select 1`);
    }),
    unavailable,
  );
  assert.equal(await value('1::int'), 1);
});

test('a statement that we have given up does not go on at the server', async () => {
  const running = async () =>
    (
      await patient.query<{ pid: number }>(sql`
        select pid
        from pg_stat_activity
        where query like 'select pg_sleep(97)%'
          and state = 'active'`)
    ).length;
  // Without the server's own limit, as behind a network that stands still.
  const work = db.transaction(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`);
    await tx.query({ text: 'select pg_sleep(97)', values: [] });
  });
  await assert.rejects(work, { code: 'unavailable' });
  await until('it is canceled', async () => (await running()) === 0, 5_000);
});
