// The frame of every peer: it receives its task, queues the jobs, reports that, starts work on command, and reports
// when its store has recorded the last job as done. The request, headers and signature are those of the service. It
// sends with `fetch`, as most handlers do, or with the service's own client, so that only the queue differs.
import { setTimeout as sleep } from 'node:timers/promises';
import { createAddressGuard } from '../../dist/src/adapters/address-guard.js';
import { createWebhookSender } from '../../dist/src/adapters/webhook-sender.js';
import { isAccepted } from '../../dist/src/domain/endpoint.js';
import { webhookHeaders } from '../../dist/src/domain/webhook-signature.js';

/**
 * `open(task)` returns the queue: `enqueue(jobs)` stores the jobs, `work(post)` starts to call `post(job)` for each,
 * and `isDone()` says whether the store has none left. The task has the store's address, `jobs`, `concurrency`, `urls`,
 * `secret`, `body` and `client`.
 */
export async function compete(open) {
  const task = JSON.parse(process.env.TASK ?? '{}');
  const queue = await open(task);
  const jobs = Array.from({ length: task.jobs }, (_, index) => ({
    id: `evt_${crypto.randomUUID()}_1`,
    url: task.urls[index % task.urls.length],
    body: task.body,
  }));
  await queue.enqueue(jobs);
  process.send({ queued: true });
  await new Promise((resolve) => process.once('message', resolve));

  const send = CLIENTS[task.client]();
  let posted = 0;
  await queue.work(async ({ id, url, body }) => {
    const endpoint = { secret: task.secret, previousSecret: null, previousSecretUntil: null };
    const headers = webhookHeaders(endpoint, { id, sequence: 1, body, at: Date.now() }, 'cobro');
    const sent = await send({ url, mode: 'test', headers, body });
    if (!('status' in sent) || !isAccepted(sent)) throw new Error(JSON.stringify(sent));
    posted++;
  });
  while (posted < task.jobs) await sleep(5);
  while (!(await queue.isDone())) await sleep(5);
  process.send({ doneAt: Date.now() });
}

const TIMEOUT_MS = 30_000;

const CLIENTS = {
  fetch:
    () =>
    async ({ url, headers, body }) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      return { status: answer.status, body: await answer.text() };
    },
  cobro: () => {
    const guard = createAddressGuard({ allow: [], loopbackInTest: true });
    return createWebhookSender(guard, { timeoutMs: TIMEOUT_MS }).send;
  },
};
