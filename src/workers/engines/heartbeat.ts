// The heartbeat of this process: every few seconds it updates webhook_workers. If it stops, other processes take over
// its deliveries.
import type { Deps } from '../../deps.js';
import { heartbeat, signOff } from '../../store/webhooks/workers.js';
import type { Loop } from '../loop.js';

export type Heartbeat = { readonly loop: Loop; isAlive(): boolean };

const BEAT_MS = 2_000;
const DEAD_AFTER_MS = 6_000;
/**
 * After this long without a heartbeat, this process sends nothing more, because others may take over its deliveries.
 */
const SILENT_AFTER_MS = 5_000;

/** `onBeat` gets `taken for dead` if other processes may already have sent this process's claims. */
export function createHeartbeat(
  db: Deps['db'],
  owner: string,
  onBeat: (found: 'alive' | 'taken for dead') => Promise<void>,
): Heartbeat {
  let beatenAt: number | null = null;
  return {
    isAlive: () => beatenAt !== null && performance.now() - beatenAt < SILENT_AFTER_MS,
    loop: {
      name: 'say that this process delivers',
      everyMs: BEAT_MS,
      atStart: true,
      // Keeps other processes from taking over the last attempts before they end.
      stopsLast: true,
      async turn() {
        const at = performance.now();
        const isKnown = await heartbeat(db, owner, DEAD_AFTER_MS);
        const wasAlive = beatenAt !== null;
        beatenAt = at;
        await onBeat(wasAlive && !isKnown ? 'taken for dead' : 'alive');
      },
      // Gives back all remaining claims.
      onStop: () => signOff(db, owner),
    },
  };
}
