// pg-boss: a worker completes a whole batch at once and then polls again, so a few workers with large batches keep the
// sockets busy with few statements. A worker processes a batch with its share of the concurrency. A failed job is
// failed alone, not with its batch.
import pg from 'pg';
import PgBoss from 'pg-boss';
import { compete } from './compete.mjs';

const QUEUE = 'deliveries';
const WORKERS = 4;
const BATCH = 1_000;

await compete(async ({ address, concurrency }) => {
  const boss = new PgBoss({ connectionString: address, max: 10, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE);
  const db = new pg.Client({ connectionString: address });
  await db.connect();

  return {
    async enqueue(jobs) {
      for (let from = 0; from < jobs.length; from += BATCH) {
        await boss.insert(jobs.slice(from, from + BATCH).map((data) => ({ name: QUEUE, data })));
      }
      await db.query('vacuum analyze');
    },
    async work({ post, postAll }) {
      const options = { batchSize: BATCH, pollingIntervalSeconds: 0.5 };
      const share = concurrency / WORKERS;
      const workOff = postAll === undefined ? oneByOne : someAtOnce;
      for (let worker = 0; worker < WORKERS; worker++) await boss.work(QUEUE, options, workOff);

      async function oneByOne(jobs) {
        const left = jobs.values();
        const workOffLeft = async () => {
          for (const { id, data } of left) await post(data).catch((error) => boss.fail(QUEUE, id, error));
        };
        await Promise.all(Array.from({ length: share }, workOffLeft));
      }

      /** Whoever is given a thousand jobs reads and records them with few statements. */
      async function someAtOnce(jobs) {
        for (let from = 0; from < jobs.length; from += share) {
          const some = jobs.slice(from, from + share);
          const problems = await postAll(some.map(({ data }) => data));
          for (const [index, problem] of problems.entries()) {
            if (problem !== null) await boss.fail(QUEUE, some[index].id, new Error(problem));
          }
        }
      }
    },
    async isDone() {
      const { rows } = await db.query(`select 1 from pgboss.job where name = $1 and state < 'completed' limit 1`, [
        QUEUE,
      ]);
      return rows.length === 0;
    },
  };
});
