// Other Node.js queues whose handlers make the same POST.
import { join } from 'node:path';
import type { CpuCounter } from '../cpu.js';
import { PEERS_FOLDER, versionOf } from '../install-peers.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type Child, forkChild } from './child.js';
import type { SentWebhook } from './cobro.js';
import { CONCURRENCY, type Contestant } from './contestant.js';
import type { Receiver } from './receiver-process.js';
import type { Rows } from './rows.js';

export type PeerName = 'pg-boss' | 'graphile-worker' | 'bullmq';

/**
 * What its handlers do: post a rendered body with Node.js's fetch, or with the service's own client, or do with that client
 * everything that the service does for a delivery (bench/peers/compete.mjs).
 */
export const FORMS = ['fetch', 'duties', 'client'] as const;
export type Form = (typeof FORMS)[number];

const FORM_NAMES: Readonly<Record<Form, string>> = {
  fetch: 'fetch',
  duties: "Cobro's client and duties",
  client: "Cobro's client, no duties",
};

/** Its name includes the installed version. */
export async function createPeer(
  name: PeerName,
  options: {
    /** The address of its PostgreSQL database, or of Redis. */
    readonly address: string;
    readonly form: Form;
    readonly webhook: SentWebhook;
    /** The deliveries that it has to make if it does what the service does. */
    readonly rows: Rows;
    readonly receiver: Receiver;
    readonly signal: AbortSignal;
    readonly postgresCpu: CpuCounter;
  },
): Promise<Contestant> {
  const { receiver, signal, webhook, address, form, rows, postgresCpu } = options;
  const version = await versionOf(name);
  return {
    name: `${name} ${version}, ${FORM_NAMES[form]}`,
    async deliver(jobs) {
      if (form === 'duties') await rows.fill(jobs);
      const { url: rowsUrl } = rows;
      const secretKey = BENCH_SECRET_KEY;
      const task = { ...webhook, address, form, rowsUrl, secretKey, jobs, concurrency: CONCURRENCY };
      const env = { TASK: JSON.stringify(task) };
      const child: Child<ToPeer, FromPeer> = forkChild(join(PEERS_FOLDER, `${name}.mjs`), { signal, env });
      try {
        await child.next((message) => ('queued' in message ? message : null));
        const reached = receiver.expect(jobs);
        const done = child.next((message) => ('doneAt' in message ? message : null));
        const before = [await child.cpuSeconds(), await postgresCpu()] as const;
        child.tell({ start: true });
        const [{ firstAt }, { doneAt }] = await Promise.all([reached, done]);
        const own = (await child.cpuSeconds()) - before[0];
        const postgres = (await postgresCpu()) - before[1];
        const { total } = await receiver.counted();
        if (total !== jobs) throw new Error(`${name} sent ${total} of ${jobs}`);
        if (form === 'duties') await rows.requireRecorded(jobs);
        return {
          perSecond: (jobs / (doneAt - firstAt)) * 1000,
          ownMicros: (own * 1e6) / jobs,
          postgresMicros: (postgres * 1e6) / jobs,
        };
      } finally {
        await child.stop();
      }
    },
  };
}

type ToPeer = { readonly start: true };
type FromPeer = { readonly queued: true } | { readonly doneAt: number };
