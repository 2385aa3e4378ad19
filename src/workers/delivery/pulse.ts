// The heartbeat of this process: every few seconds it updates webhook_workers. If it stops, other processes take over
// its deliveries.
import type { Deps } from '../../deps.js';
import { heartbeat, signOff } from '../../store/webhooks/workers.js';

const DEAD_AFTER_MS = 6_000;
/**
 * After this long without a heartbeat, this process sends nothing more, because others may take over its deliveries.
 */
const SILENT_AFTER_MS = 5_000;

export class Pulse {
  readonly #db: Deps['db'];
  readonly #owner: string;
  #beatenAt: number | null = null;

  constructor(db: Deps['db'], owner: string) {
    this.#db = db;
    this.#owner = owner;
  }

  isAlive(): boolean {
    return this.#beatenAt !== null && performance.now() - this.#beatenAt < SILENT_AFTER_MS;
  }

  /** `taken for dead`: other processes may already have sent this process's claims. */
  async beat(): Promise<'alive' | 'taken for dead'> {
    const at = performance.now();
    const isKnown = await heartbeat(this.#db, this.#owner, DEAD_AFTER_MS);
    const wasTakenForDead = !isKnown && this.#beatenAt !== null;
    this.#beatenAt = at;
    return wasTakenForDead ? 'taken for dead' : 'alive';
  }

  /** Gives back all remaining claims. */
  end(): Promise<void> {
    return signOff(this.#db, this.#owner);
  }
}
