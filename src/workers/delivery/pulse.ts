// Whether this process counts as alive: it says so every few seconds in webhook_workers, and others take over the work of one
// that does not.
import type { Deps } from '../../deps.js';
import { heartbeat, signOff } from '../../store/webhooks/workers.js';

const DEAD_AFTER_MS = 6_000;
/** A process that could not say for this long that it lives sends nothing more: others may take its work at any time. */
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

  /** `taken for dead`: others may have sent by now what this process has in hand. */
  async beat(): Promise<'alive' | 'taken for dead'> {
    const at = performance.now();
    const isKnown = await heartbeat(this.#db, this.#owner, DEAD_AFTER_MS);
    const wasTakenForDead = !isKnown && this.#beatenAt !== null;
    this.#beatenAt = at;
    return wasTakenForDead ? 'taken for dead' : 'alive';
  }

  /** Gives back whatever is still in hand. */
  end(): Promise<void> {
    return signOff(this.#db, this.#owner);
  }
}
