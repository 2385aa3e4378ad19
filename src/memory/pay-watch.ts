// Tells the open pages of customers when something about their order has changed. All pages of a process share one small
// statement a second, however many they are; like event-waker.ts it asks instead of being notified.
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';
import { type PayState, readPayStates, type SoughtPay } from '../store/orders/pay-states.js';
import { readCoinSteps } from '../store/rails/coin-sightings.js';
import { coalesce, type SharingOptions } from './coalesce.js';
import { lookWhile } from './look-while.js';

/** `coinSteps` differs whenever coins on their way to the order have come a step further; "" if there are none. */
export type WatchedPay = PayState & { readonly coinSteps: string };

export type PayWatch = {
  /** What a page shows now; null if there is no such order. Concurrent calls share a statement. */
  find(uuid: string): Promise<WatchedPay | null>;
  /** Calls the listener about every second with what was read. Returns how to end that. */
  watch(uuid: string, listener: (state: WatchedPay) => void): () => void;
};

const LOOK_EVERY_MS = 1_000;
const MOST_PER_STATEMENT = 1_000;

export function createPayWatch(db: Db, options: SharingOptions, lookEveryMs = LOOK_EVERY_MS): PayWatch {
  const watched = new Map<string, Set<(state: WatchedPay) => void>>();
  const lookSoon = lookWhile({ everyMs: lookEveryMs, isWaitedFor: () => watched.size > 0, look });
  const find = coalesce({
    run: (uuids: readonly string[]) => readStates(db, uuids),
    maxQueued: options.maxQueued,
    onBatch: options.onBatch?.('orders.state'),
  });

  return {
    find: async (uuid) => {
      const { state, isLost } = await find(uuid);
      if (isLost) throw new AppError('unavailable');
      return state;
    },
    watch(uuid, listener) {
      const listeners = watched.get(uuid) ?? new Set();
      listeners.add(listener);
      watched.set(uuid, listeners);
      lookSoon();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && watched.get(uuid) === listeners) watched.delete(uuid);
      };
    },
  };

  async function look(): Promise<void> {
    const uuids = [...watched.keys()];
    for (let at = 0; at < uuids.length; at += MOST_PER_STATEMENT) {
      // While the database is away pages stay as they are: the next look finds whatever was missed.
      const states = await readStates(db, uuids.slice(at, at + MOST_PER_STATEMENT)).catch(() => []);
      for (const { state } of states) {
        if (state === null) continue;
        for (const tell of watched.get(state.uuid) ?? []) tell(state);
      }
    }
  }
}

/** Orders of coins take a second statement, which all others do without. */
async function readStates(db: Db, uuids: readonly string[]): Promise<SoughtPay<WatchedPay>[]> {
  const found = await readPayStates(db, uuids);
  const ofCoins = found.flatMap(({ state }) => (state === null || state.pricedAt === null ? [] : state.uuid));
  const steps = ofCoins.length === 0 ? null : await readCoinSteps(db, ofCoins);
  return found.map(({ state, isLost }) => ({
    isLost,
    state: state && { ...state, coinSteps: steps?.get(state.uuid) ?? '' },
  }));
}
