// Other Node.js queues whose handlers make the same POST.
import { join } from 'node:path';
import { PEERS_FOLDER, versionOf } from '../install-peers.js';
import { type Child, forkChild } from './child.js';
import type { SentWebhook } from './cobro.js';
import { CONCURRENCY, type Contestant } from './contestant.js';
import type { Receiver } from './receiver-process.js';

export type PeerName = 'pg-boss' | 'graphile-worker' | 'bullmq';

/** The HTTP client of its handlers: Node.js's fetch, or the service's own client, so that only the queue differs. */
export type PeerClient = 'fetch' | 'cobro';

/** Its name includes the installed version. */
export async function createPeer(
  name: PeerName,
  options: {
    /** The address of its PostgreSQL database, or of Redis. */
    readonly address: string;
    readonly client: PeerClient;
    readonly webhook: SentWebhook;
    readonly receiver: Receiver;
    readonly signal: AbortSignal;
  },
): Promise<Contestant> {
  const { receiver, signal, webhook, address, client } = options;
  const version = await versionOf(name);
  return {
    name: `${name} ${version}, ${client === 'fetch' ? 'fetch' : "Cobro's client"}`,
    async deliver(jobs) {
      const task = { ...webhook, address, client, jobs, concurrency: CONCURRENCY };
      const env = { TASK: JSON.stringify(task) };
      const child: Child<ToPeer, FromPeer> = forkChild(join(PEERS_FOLDER, `${name}.mjs`), { signal, env });
      try {
        await child.next((message) => ('queued' in message ? message : null));
        const reached = receiver.expect(jobs);
        const done = child.next((message) => ('doneAt' in message ? message : null));
        child.tell({ start: true });
        const [{ firstAt }, { doneAt }] = await Promise.all([reached, done]);
        const { total } = await receiver.counted();
        if (total !== jobs) throw new Error(`${name} sent ${total} of ${jobs}`);
        return { perSecond: (jobs / (doneAt - firstAt)) * 1000 };
      } finally {
        await child.stop();
      }
    },
  };
}

type ToPeer = { readonly start: true };
type FromPeer = { readonly queued: true } | { readonly doneAt: number };
