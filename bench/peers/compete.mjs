// The frame of every queue: it receives its task, queues the jobs, reports that, starts work on command, and reports
// when its store has recorded the last job as done. What the handlers do is one of three forms:
//   fetch   as most users write it: a rendered body is in the job, the handler signs it and posts it with `fetch`
//   client  the same with the service's own HTTP client, so that only the queue differs
//   duties  the job names a row; the handler does everything that the service does for a delivery (duties.mjs)
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalReason } from '../../dist/src/domain/webhooks/endpoint.js';
import { webhookHeaders } from '../../dist/src/domain/webhooks/webhook-signature.js';
import { createDuties, openDeps } from './duties.mjs';

/**
 * `open(task)` returns the queue: `enqueue(jobs)` stores the jobs, `work(handlers)` starts to call `post(job)` for each,
 * or `postAll(jobs)` for some at once if there is one, and `isDone()` says whether the store has none left. The task has
 * the store's `address`, the `rowsUrl` of a database of the service, `jobs`, `concurrency`, `urls`, `secret`, `body` and
 * `form`.
 */
export async function compete(open) {
  const task = JSON.parse(process.env.TASK ?? '{}');
  const queue = await open(task);
  const { jobs, post, postAll } = await FORMS[task.form](task);
  await queue.enqueue(jobs);
  process.send({ queued: true });
  await new Promise((resolve) => process.once('message', resolve));

  let posted = 0;
  await queue.work({
    async post(job) {
      await post(job);
      posted++;
    },
    ...(postAll !== undefined && {
      async postAll(some) {
        const problems = await postAll(some);
        posted += problems.filter((problem) => problem === null).length;
        return problems;
      },
    }),
  });
  while (posted < task.jobs) await sleep(5);
  while (!(await queue.isDone())) await sleep(5);
  process.send({ doneAt: Date.now() });
}

const FORMS = {
  fetch: async (task) => ({ jobs: renderedJobs(task), post: postRendered(task, sendByFetch) }),
  async client(task) {
    const { sender } = await openDeps(task);
    const scope = { accountId: task.accountId, mode: 'test' };
    return { jobs: renderedJobs(task), post: postRendered(task, (webhook) => sender.send({ ...webhook, scope })) };
  },
  duties: createDuties,
};

function renderedJobs({ jobs, urls, body }) {
  return Array.from({ length: jobs }, (_, index) => ({
    id: `evt_${crypto.randomUUID()}_1`,
    url: urls[index % urls.length],
    body,
  }));
}

function postRendered({ secret }, send) {
  return async ({ id, url, body }) => {
    const headers = webhookHeaders({ secret, previous: [] }, { id, sequence: 1, body, at: Date.now() }, 'cobro');
    const sent = await send({ url, headers, body });
    const problem = 'status' in sent ? refusalReason(sent) : sent.problem;
    if (problem !== null) throw new Error(problem);
  };
}

const TIMEOUT_MS = 30_000;

async function sendByFetch({ url, headers, body }) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  return { status: answer.status, body: await answer.text() };
}
