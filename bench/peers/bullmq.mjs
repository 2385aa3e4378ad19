// BullMQ: one worker with the whole concurrency, as its documentation recommends for work that waits for the network.
import { Queue, Worker } from 'bullmq';
import { compete } from './compete.mjs';

const QUEUE = 'deliveries';
const BATCH = 1_000;

await compete(async ({ address, concurrency }) => {
  const { hostname: host, port } = new URL(address);
  const connection = { host, port: Number(port), maxRetriesPerRequest: null };
  const queue = new Queue(QUEUE, { connection });
  const opts = { attempts: 10, backoff: { type: 'exponential', delay: 5_000 }, removeOnComplete: true };

  return {
    async enqueue(jobs) {
      for (let from = 0; from < jobs.length; from += BATCH) {
        await queue.addBulk(jobs.slice(from, from + BATCH).map((data) => ({ name: 'deliver', data, opts })));
      }
    },
    async work({ post }) {
      const worker = new Worker(QUEUE, ({ data }) => post(data), { connection, concurrency });
      worker.on('error', (error) => console.error(error));
      await worker.waitUntilReady();
    },
    async isDone() {
      const { active = 0, waiting = 0, delayed = 0, prioritized = 0 } = await queue.getJobCounts();
      return active + waiting + delayed + prioritized === 0;
    },
  };
});
