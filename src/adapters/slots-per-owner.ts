// A few slots for each owner, so that one owner's slow work takes only its own slots. Who finds none free waits for
// one, but not for ever.

type Slot = {
  /** `restMs`: how long the next of this owner still waits, if somebody does. */
  free(restMs?: number): void;
  /** How many of this owner wait. */
  waiting(): number;
};

type SlotsPerOwner = {
  /** null if no slot of this owner became free in time. */
  take(owner: string, withinMs: number): Promise<Slot | null>;
};

type Owned = { taken: number; readonly queue: Set<() => void> };

export function createSlotsPerOwner(perOwner: number): SlotsPerOwner {
  const owners = new Map<string, Owned>();

  return {
    take(owner, withinMs) {
      const owned = owners.get(owner) ?? { taken: 0, queue: new Set() };
      owners.set(owner, owned);
      const slot: Slot = {
        free: (restMs = 0) => {
          if (restMs > 0 && owned.queue.size > 0) setTimeout(() => free(owner, owned), restMs);
          else free(owner, owned);
        },
        waiting: () => owned.queue.size,
      };
      if (owned.taken < perOwner) {
        owned.taken++;
        return Promise.resolve(slot);
      }
      return new Promise((resolve) => {
        const next = () => {
          clearTimeout(overdue);
          resolve(slot);
        };
        const overdue = setTimeout(() => {
          owned.queue.delete(next);
          resolve(null);
        }, withinMs);
        owned.queue.add(next);
      });
    },
  };

  /** The slot goes directly to the next in the queue. */
  function free(owner: string, owned: Owned): void {
    const [next] = owned.queue;
    if (next === undefined) {
      owned.taken--;
      if (owned.taken === 0) owners.delete(owner);
    } else {
      owned.queue.delete(next);
      next();
    }
  }
}
