// The engine of what is claimed, sent and recorded: nothing is sent twice because recording failed, and a stop loses nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, type Work } from '../../../src/workers/engines/engine.js';
import { startWorkers } from '../../../src/workers/loop.js';
import { until } from '../../support/until.js';

const said: { fields: unknown; message: string | undefined }[] = [];
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: unknown, message?: string) => void said.push({ fields, message }),
  fatal() {},
};

/** An engine over these jobs, which claims all of them in its first turn. What it did is kept in the order in which it did it. */
function engineOf(jobs: string[], how: Partial<Work<string, string>> = {}, shutdownTimeoutMs = 10_000) {
  const did: string[] = [];
  const engine = createEngine<string, string>(
    {
      settings: { shutdownTimeoutMs },
      log,
      metrics: { batches: (name) => (size) => void did.push(`${name} ${size}`) },
    },
    {
      name: 'send jobs',
      everyMs: 60_000,
      batches: 'jobs',
      async claim() {
        for (const job of jobs.splice(0)) engine.start(job);
        return 60_000;
      },
      async attempt(job) {
        did.push(`try ${job}`);
        return job;
      },
      record: async (outcomes) => void did.push(`record ${outcomes.join(' ')}`),
      onEnd: (job) => void did.push(`end ${job}`),
      idsOf: (job) => ({ job }),
      ...how,
    },
  );
  return { did, engine, workers: startWorkers([engine.loop], log) };
}

test('attempts that end together are recorded together, and each ends after that', async () => {
  const { did, workers } = engineOf(['a', 'b', 'c']);
  await until('all have ended', () => did.includes('end c'));
  await workers.stop();
  assert.deepEqual(did, ['try a', 'try b', 'try c', 'jobs 3', 'record a b c', 'end a', 'end b', 'end c']);
});

test('an outcome that cannot be recorded at once is recorded later, and the job is not tried again', async () => {
  let isAway = true;
  const { did, workers } = engineOf(['a'], {
    async record(outcomes) {
      did.push(isAway ? 'fail' : `record ${outcomes.join(' ')}`);
      if (!isAway) return;
      isAway = false;
      throw new Error('the database is away');
    },
  });
  await until('it has ended', () => did.includes('end a'));
  await workers.stop();
  assert.deepEqual(did, ['try a', 'jobs 1', 'fail', 'jobs 1', 'record a', 'end a']);
});

test('an attempt that breaks is logged with what it was about, and it ends, so that its place is free', async () => {
  const { did, workers } = engineOf(['a'], { attempt: () => Promise.reject(new Error('broken')) });
  await until('it has ended', () => did.includes('end a'));
  await workers.stop();
  const { fields, message } = said.pop() ?? {};
  const { worker, job, err } = fields as { worker: string; job: string; err: Error };
  assert.deepEqual([worker, job, err.message], ['send jobs', 'a', 'broken']);
  assert.equal(message, 'an outcome was not recorded');
});

test('room brings the next turn forward', async () => {
  const jobs = ['a'];
  const { did, engine, workers } = engineOf(jobs);
  await until('it has ended', () => did.includes('end a'));
  jobs.push('b');
  engine.soon();
  await until('the next has ended', () => did.includes('end b'));
  await workers.stop();
});

/** An attempt that begins and has no answer until it is given one. */
function openAttempt() {
  let answer: (outcome: string) => void = () => {};
  let isBegun = false;
  const attempt = () => {
    isBegun = true;
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  };
  return { attempt, begun: () => until('the attempt begins', () => isBegun), answer: (one: string) => answer(one) };
}

test('a stop gives back what was not started, waits for what is under way, and records that no more than once', async () => {
  const { attempt, begun, answer } = openAttempt();
  const { did, workers } = engineOf(['a'], {
    attempt,
    giveBack: async () => void did.push('give back'),
    async record() {
      did.push('fail');
      throw new Error('the database is away');
    },
  });
  await begun();
  const stopped = workers.stop();
  await until('claims are given back', () => did.includes('give back'));
  answer('a');
  await stopped;
  assert.deepEqual(did, ['give back', 'jobs 1', 'fail', 'end a']);
});

test('a stop does not wait for ever: what can be cut off is, and recorded', async () => {
  const hanging = openAttempt();
  const forEver = engineOf(['a'], { attempt: hanging.attempt }, 1);
  await hanging.begun();
  await forEver.workers.stop();
  assert.deepEqual(forEver.did, []);

  const { attempt, begun, answer } = openAttempt();
  const cut = new AbortController();
  cut.signal.addEventListener('abort', () => answer('a was cut off'));
  const { did, workers } = engineOf(['a'], { cut, attempt }, 1);
  await begun();
  await workers.stop();
  assert.deepEqual(did, ['jobs 1', 'record a was cut off', 'end a']);
});
