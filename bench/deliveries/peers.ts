// Other Node.js queues whose handlers make the same POST. Their packages are not part of the service: they have their
// own folder and are installed if they are missing.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { print } from '../../src/cli/output.js';
import { OperatorError } from '../../src/operator-error.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { runTool } from '../tools.js';
import { type Child, forkChild } from './child.js';
import type { SentWebhook } from './cobro.js';
import { CONCURRENCY, type Contestant } from './contestant.js';
import type { Receiver } from './receiver-process.js';

export type PeerName = 'pg-boss' | 'graphile-worker' | 'bullmq';

/** The HTTP client of its handlers: Node.js's fetch, or the service's own client, so that only the queue differs. */
export type PeerClient = 'fetch' | 'cobro';

const FOLDER = join(PACKAGE_FOLDER, 'bench', 'peers');

/** Without a lock file: optional dependencies differ between machines and are not needed. */
const INSTALL = ['install', '--prefix', FOLDER, '--omit=optional', '--no-package-lock'];

export async function installPeers(signal: AbortSignal): Promise<void> {
  const wanted = await readFile(join(FOLDER, 'package.json'), 'utf8');
  const names = Object.keys(JSON.parse(wanted).dependencies);
  if (names.every((name) => existsSync(join(FOLDER, 'node_modules', name)))) return;
  print(`Installing ${names.join(', ')} into bench/peers (once)…`);
  await runTool('npm', [...INSTALL, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    signal,
  }).catch((error: unknown) => {
    throw new OperatorError(
      `The queues to compare with could not be installed. Check the network and run:\n  npm ${INSTALL.join(' ')}`,
      { cause: error },
    );
  });
}

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
  const { version } = JSON.parse(await readFile(join(FOLDER, 'node_modules', name, 'package.json'), 'utf8'));
  return {
    name: `${name} ${version}, ${client === 'fetch' ? 'fetch' : "Cobro's client"}`,
    async deliver(jobs) {
      const task = { ...webhook, address, client, jobs, concurrency: CONCURRENCY };
      const env = { TASK: JSON.stringify(task) };
      const child: Child<ToPeer, FromPeer> = forkChild(join(FOLDER, `${name}.mjs`), { signal, env });
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
