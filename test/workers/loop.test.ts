// The scheduler of everything beside the requests: turn after turn, whatever happens in one, until a stop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../src/errors/errors.js';
import { type Loop, type LoopControl, startWorkers } from '../../src/workers/loop.js';
import { loops } from '../../src/workers/loops.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const said: unknown[] = [];
const warned: unknown[] = [];
const log = {
  debug() {},
  info() {},
  warn: (fields: unknown) => void warned.push(fields),
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

test('a database that is away for a moment is a warning: nobody has to do anything', async () => {
  const errorsBefore = said.length;
  const turn = () => Promise.reject(new AppError('unavailable'));
  const workers = startWorkers([{ name: 'thirsty', everyMs: 1, turn }], log);
  await until('a warning', () => warned.length > 0);
  await workers.stop();
  assert.deepEqual([(warned as { worker: string }[])[0]?.worker, said.length], ['thirsty', errorsBefore]);
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

/** A loop that would not turn again within a test, but for what the test asks. */
const RARELY_MS = 60_000;

test('a turn says when the next one comes', async (t) => {
  let turns = 0;
  const turn = async () => (++turns < 5 ? 1 : RARELY_MS);
  const workers = startWorkers([{ name: 'quick at first', everyMs: RARELY_MS, atStart: true, turn }], log);
  t.after(() => workers.stop());
  await until('five turns', () => turns === 5);
  await manyTurnsOfAnother();
  await workers.stop();
  assert.equal(turns, 5);
});

test('a turn is brought forward on request, also when the request comes during a turn', async (t) => {
  let turns = 0;
  let soon: LoopControl['soon'] = () => assert.fail('not started');
  const turn = async () => {
    turns++;
    if (turns === 2) soon(1);
  };
  const onStart = (control: LoopControl) => {
    soon = control.soon;
  };
  const workers = startWorkers([{ name: 'on request', everyMs: RARELY_MS, turn, onStart }], log);
  t.after(() => workers.stop());
  await manyTurnsOfAnother();
  assert.equal(turns, 0);
  soon(1);
  soon(RARELY_MS); // later than what is planned: changes nothing
  await until('the first comes', () => turns === 1);
  soon(1);
  await until('the second comes, and the third that it asks for', () => turns === 3);
  await workers.stop();
  soon(1);
  await manyTurnsOfAnother();
  assert.equal(turns, 3);
});

test('after a failure the next turn comes when the loop wants it', async (t) => {
  let turns = 0;
  const turn = async () => {
    turns++;
    throw new Error('broken');
  };
  const loop = { name: 'patient', everyMs: 1, afterFailureMs: RARELY_MS, turn };
  const workers = startWorkers([loop], log);
  t.after(() => workers.stop());
  await until('one turn', () => turns === 1);
  await manyTurnsOfAnother();
  await workers.stop();
  assert.equal(turns, 1);
});

test('a stop: told at once, the last turn ends, then what the loop does at its end, then those that stop last', async () => {
  const order: string[] = [];
  let finish = () => {};
  let stopping: AbortSignal | undefined;
  const work: Loop = {
    name: 'work',
    everyMs: 1,
    onStart: (control) => {
      stopping = control.stopping;
    },
    turn: () =>
      new Promise<void>((resolve) => {
        finish = () => {
          order.push('last turn');
          resolve();
        };
      }),
    onStop: async () => void order.push('work is over'),
  };
  let beats = 0;
  const pulse: Loop = {
    name: 'pulse',
    everyMs: 1,
    stopsLast: true,
    turn: async () => void beats++,
    onStop: async () => void order.push('pulse is over'),
  };
  const workers = startWorkers([pulse, work], log);
  await until('both run', () => beats > 0 && stopping !== undefined);
  await manyTurnsOfAnother();
  const stopped = workers.stop();
  assert.equal(stopping?.aborted, true);
  const before = beats;
  await until('the pulse goes on', () => beats > before);
  assert.deepEqual(order, []);
  finish();
  await stopped;
  assert.deepEqual(order, ['last turn', 'work is over', 'pulse is over']);
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
