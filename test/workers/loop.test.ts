// Loops beside the requests: turn after turn, whatever happens in one, until they are stopped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorkers } from '../../src/workers/loop.js';
import { loops } from '../../src/workers/loops.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const said: unknown[] = [];
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: unknown) => void said.push(fields),
  fatal() {},
};

test('a loop turns again and again until it is stopped, and then no more', async () => {
  let turns = 0;
  const workers = startWorkers([{ name: 'count', everyMs: 1, turn: async () => void turns++ }], log);
  await until('five turns', () => turns >= 5);
  await workers.stop();
  const stopped = turns;
  await manyTurnsOfAnother();
  assert.equal(turns, stopped);
});

test('a turn that fails is logged with the name of its loop, and the next one comes all the same', async () => {
  let turns = 0;
  const turn = async () => {
    turns++;
    throw new Error('broken');
  };
  const workers = startWorkers([{ name: 'fragile', everyMs: 1, turn }], log);
  await until('three turns', () => turns >= 3);
  await workers.stop();
  const [first] = said as { worker: string; err: Error }[];
  assert.deepEqual([first?.worker, first?.err.message], ['fragile', 'broken']);
});

test('a slow turn is not overtaken by the next, and a stop waits for it', async (t) => {
  const running: (() => void)[] = [];
  let most = 0;
  let turns = 0;
  const turn = async () => {
    turns++;
    await new Promise<void>((resolve) => {
      most = Math.max(most, running.push(resolve));
    });
  };
  const finish = () => running.pop()?.();
  const workers = startWorkers([{ name: 'slow', everyMs: 1, turn }], log);
  t.after(finish);
  await until('it runs', () => turns === 1);
  finish();
  await until('it runs again', () => turns === 2);

  let done = false;
  const stopping = workers.stop().then(() => {
    done = true;
  });
  await manyTurnsOfAnother();
  assert.deepEqual([done, turns], [false, 2]);
  finish();
  await stopping;
  await manyTurnsOfAnother();
  assert.deepEqual([turns, most], [2, 1]);
});

/** Time enough for a loop of one millisecond to have turned, if it still did. */
async function manyTurnsOfAnother(): Promise<void> {
  let turns = 0;
  const workers = startWorkers([{ name: 'another', everyMs: 1, turn: async () => void turns++ }], log);
  await until('another loop has turned often', () => turns >= 10);
  await workers.stop();
}

test('one slow loop holds up no other', async () => {
  let finish = () => {};
  let turns = 0;
  const stuck = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  const workers = startWorkers(
    [
      { name: 'stuck', everyMs: 1, turn: stuck },
      { name: 'quick', everyMs: 1, turn: async () => void turns++ },
    ],
    log,
  );
  await until('the quick one has turned often', () => turns >= 10);
  const stopping = workers.stop();
  finish();
  await stopping;
});

test('every loop of the table does its turn on a real database', async () => {
  const { deps, call, key, merchant } = await startTestService();
  await call('GET', '/v2/orders', { key });
  const table = loops(deps);
  assert.equal(new Set(table.map(({ name }) => name)).size, table.length);
  for (const loop of table) {
    assert.ok(loop.everyMs >= 100, loop.name);
    await loop.turn();
  }
  const rows = await deps.db.query({
    text: 'select 1 from api_keys where account_id = $1 and last_used_at is not null',
    values: [merchant.account.id],
  });
  assert.equal(rows.length, 1);
});
