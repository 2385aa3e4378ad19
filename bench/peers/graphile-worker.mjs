// graphile-worker, configured as on its performance page: a local queue, and batched completions.
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { compete } from './compete.mjs';

const TASK = 'deliver';
const BATCH = 1_000;
/** Otherwise two log lines per job would be measured too. */
const quiet = new Logger(() => () => undefined);

await compete(async ({ address, concurrency }) => {
  const utils = await makeWorkerUtils({ connectionString: address });
  await utils.migrate();
  const db = new pg.Client({ connectionString: address });
  await db.connect();

  return {
    async enqueue(jobs) {
      for (let from = 0; from < jobs.length; from += BATCH) {
        await utils.addJobs(jobs.slice(from, from + BATCH).map((payload) => ({ identifier: TASK, payload })));
      }
      await db.query('vacuum analyze');
    },
    async work({ post }) {
      await run({
        preset: {
          worker: {
            connectionString: address,
            concurrentJobs: concurrency,
            maxPoolSize: 25,
            localQueue: { size: 2 * concurrency },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            logger: quiet,
          },
        },
        noHandleSignals: true,
        taskList: { [TASK]: post },
      });
    },
    async isDone() {
      const { rows } = await db.query('select 1 from graphile_worker.jobs limit 1');
      return rows.length === 0;
    },
  };
});
