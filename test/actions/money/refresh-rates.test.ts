// Refreshing the exchange rates: what is taken, what is kept out, and that nothing is lost when it fails.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import pino from 'pino';
import { refreshRates } from '../../../src/actions/money/refresh-rates.js';
import { createRateSource } from '../../../src/adapters/rates/create-source.js';
import type { FetchedRate, RateSource } from '../../../src/adapters/rates/rate-source.js';
import { readSettings } from '../../../src/settings/settings.js';
import { openDb } from '../../../src/store/db.js';
import { insertRate } from '../../../src/store/money/rates.js';
import { sql } from '../../../src/store/sql.js';
import { createDatabase } from '../../support/database.js';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-13T19:00:00Z');

const lines: { level: number; msg: string; currency?: string }[] = [];
const log = Object.assign(pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) }), {
  request: () => undefined,
});
const database = await createDatabase();
const db = openDb({ url: database.url, poolSize: 4, timeoutMs: 10_000, log });
const clock = { now: () => NOW };
after(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  lines.splice(0);
  await db.query(sql`delete from exchange_rates`);
});

function rate(currency: FetchedRate['currency'], pesos: number, takenAt = NOW - HOUR): FetchedRate {
  return { currency, millionths: BigInt(Math.round(pesos * 1e6)), takenAt };
}

function fixedSource(rates: FetchedRate[]): RateSource {
  return { name: 'ecb', fetch: async () => rates };
}

const refresh = (...rates: FetchedRate[]) => refreshRates({ db, clock, log, source: fixedSource(rates) });

async function store(currency: FetchedRate['currency'], pesos: number, takenAt: number): Promise<void> {
  await insertRate(db, { ...rate(currency, pesos, takenAt), source: 'fixed' });
}

async function stored(): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    sql`select currency || ' ' || rate || ' ' || source as line from exchange_rates order by currency, taken_at`,
  );
  return rows.map((row) => row.line);
}

const warnings = () => lines.filter((line) => line.level === 40);

test('the first rates of all are taken, with the time and the name of their source', async () => {
  const report = await refresh(rate('USD', 18.337754), rate('EUR', 21.2938), rate('GBP', 24.207128));
  assert.deepEqual(report.stored, [rate('USD', 18.337754), rate('EUR', 21.2938), rate('GBP', 24.207128)]);
  assert.deepEqual([report.source, report.known, report.keptOut, report.failure], ['ecb', [], [], null]);
  assert.deepEqual(await stored(), ['EUR 21.293800 ecb', 'GBP 24.207128 ecb', 'USD 18.337754 ecb']);
  const [row] = await db.query<{ taken_at: number }>(sql`select taken_at from exchange_rates where currency = 'USD'`);
  assert.equal(row?.taken_at, NOW - HOUR);
});

test('a newer rate stands beside the older one', async () => {
  await store('USD', 18.5, NOW - 30 * HOUR);
  assert.equal((await refresh(rate('USD', 18.6))).stored.length, 1);
  assert.deepEqual(await stored(), ['USD 18.500000 fixed', 'USD 18.600000 ecb']);
});

test('the same rates again change nothing and are no error', async () => {
  await refresh(rate('USD', 18.5));
  const report = await refresh(rate('USD', 18.6));
  assert.deepEqual([report.stored, report.known.length, report.keptOut, report.failure], [[], 1, [], null]);
  assert.deepEqual(await stored(), ['USD 18.500000 ecb']);
  assert.deepEqual(warnings(), []);
});

test('an older rate than the one stored is ignored, whatever it is', async () => {
  await store('USD', 18.5, NOW - HOUR);
  const report = await refresh(rate('USD', 40, NOW - 2 * HOUR));
  assert.deepEqual([report.stored, report.known.length, report.keptOut], [[], 1, []]);
  assert.deepEqual(await stored(), ['USD 18.500000 fixed']);
});

for (const [pesos, isTaken] of [
  [22.2, true],
  [22.200001, false],
  [14.8, true],
  [14.799999, false],
] as const) {
  test(`after 18.50, ${pesos} is ${isTaken ? 'taken' : 'kept out and reported'}`, async () => {
    await store('USD', 18.5, NOW - 25 * HOUR);
    const report = await refresh(rate('USD', pesos), rate('EUR', 21));
    assert.deepEqual(report.keptOut, isTaken ? [] : [{ ...rate('USD', pesos), reason: 'jump' }]);
    assert.equal(
      (await stored()).some((line) => line.startsWith(`USD ${pesos.toFixed(6)}`)),
      isTaken,
    );
    // The others are taken all the same.
    assert.ok((await stored()).includes('EUR 21.000000 ecb'));
    assert.equal(warnings().length, isTaken ? 0 : 1);
    if (!isTaken) assert.match(warnings()[0]?.msg ?? '', new RegExp(`cobro rates set USD ${pesos}`));
  });
}

for (const [ahead, isTaken] of [
  [24 * HOUR, true],
  [24 * HOUR + 1, false],
] as const) {
  test(`a rate of ${ahead} ms from now is ${isTaken ? 'taken' : 'kept out and reported'}`, async () => {
    const report = await refresh(rate('USD', 18.5, NOW + ahead));
    assert.deepEqual(
      report.keptOut.map((one) => one.reason),
      isTaken ? [] : ['future'],
    );
    assert.equal((await stored()).length, isTaken ? 1 : 0);
    assert.equal(warnings().length, isTaken ? 0 : 1);
  });
}

test('two at once, as of two processes, end with each rate once', async () => {
  await Promise.all([refresh(rate('USD', 18.5), rate('EUR', 21)), refresh(rate('USD', 18.5), rate('EUR', 21))]);
  assert.deepEqual(await stored(), ['EUR 21.000000 ecb', 'USD 18.500000 ecb']);
});

test('a database that is away is an error, not a report', async () => {
  const gone = openDb({ url: database.url, poolSize: 4, timeoutMs: 1_000, log });
  await gone.close();
  await assert.rejects(refreshRates({ db: gone, clock, log, source: fixedSource([rate('USD', 18)]) }));
});

const FAILURES: Readonly<Record<string, readonly [(response: ServerResponse) => void, RegExp]>> = {
  'a server that fails': [(response) => response.writeHead(500).end(), /answered 500/],
  'a server that hangs': [() => undefined, /banxico did not answer within 100 ms/],
  'a server that stops in the middle': [(response) => response.write('{'), /banxico did not answer within 100 ms/],
  'a redirect': [(response) => response.writeHead(301, { location: '/' }).end(), /redirect/],
  'too much': [(response) => response.end('x'.repeat(300_000)), /more than 262144 bytes/],
  nonsense: [(response) => response.end('<html>'), /no valid JSON/],
};

test('whatever fails leaves the stored rates alone and is reported', async (t) => {
  let answer: (response: ServerResponse) => void = () => undefined;
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const source = await createRateSource(
    readSettings({
      COBRO_RATE_SOURCE: 'banxico',
      COBRO_BANXICO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      COBRO_BANXICO_TOKEN: 'd4b584b43a1413f56e5abdcc0f9e74db',
    }),
  );
  assert.ok(source);
  for (const [what, [how, wanted]] of Object.entries(FAILURES)) {
    await t.test(what, async () => {
      await store('USD', 18.5, NOW - 25 * HOUR);
      answer = how;
      const report = await refreshRates(
        { db, clock, log, source },
        { timeoutMs: /hangs|stops/.test(what) ? 100 : 10_000 },
      );
      assert.match(report.failure ?? '', wanted);
      assert.deepEqual([report.stored, report.known, report.keptOut], [[], [], []]);
      assert.deepEqual(await stored(), ['USD 18.500000 fixed']);
      assert.equal(warnings().length, 1);
      lines.splice(0);
    });
  }
  server.closeAllConnections();
  server.close();
});
