// What every peer does around its queue: takes its task, queues the jobs, says so, works when it is told to, and tells when
// the last of them is recorded as done in its store. The POST, its headers and its signature are those of the service
// itself, so that nothing but the queue differs.
import { setTimeout as sleep } from 'node:timers/promises';
import { noticeHeaders } from '../../dist/src/actions/send-notice.js';
import { createAddressGuard } from '../../dist/src/adapters/address-guard.js';
import { createWebhookSender } from '../../dist/src/adapters/webhook-sender.js';
import { isAccepted } from '../../dist/src/domain/webhook.js';

/**
 * `open(task)` gives the queue: `enqueue(jobs)` stores them, `work(post)` begins to call `post(job)` for each of them,
 * `isDone()` tells whether the store has none left. The task has the store's address, `jobs`, `concurrency`, `urls`,
 * `secret` and `body`.
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

  const sender = createWebhookSender(createAddressGuard({ allow: [], loopbackInTest: true }), { timeoutMs: 30_000 });
  let posted = 0;
  await queue.work(async ({ id, url, body }) => {
    const endpoint = { secret: task.secret, previousSecret: null, previousSecretUntil: null };
    const headers = { ...noticeHeaders(endpoint, { id, body, at: Date.now() }, 'cobro'), 'webhook-sequence': '1' };
    const sent = await sender.send({ url, livemode: false, headers, body });
    if (!('status' in sent) || !isAccepted(sent)) throw new Error(JSON.stringify(sent));
    posted++;
  });
  while (posted < task.jobs) await sleep(5);
  while (!(await queue.isDone())) await sleep(5);
  process.send({ doneAt: Date.now() });
}
