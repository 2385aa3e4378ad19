// Payment points from memory: an operator's edit shows on every node within two seconds (D56).
import type { Provider } from '../domain/provider.js';
import { createCache } from './cache.js';
import type { Queryable } from './db.js';
import { listProviders } from './providers.js';

export type Catalogue = {
  /** Every point, by rank. */
  all(): Promise<readonly Provider[]>;
  byCode(): Promise<ReadonlyMap<string, Provider>>;
};

export function createCatalogue(db: Queryable): Catalogue {
  const cached = createCache({
    load: async () => {
      const list = await listProviders(db);
      return { list, byCode: new Map(list.map((provider) => [provider.code, provider])) };
    },
    now: () => performance.now(),
    freshMs: 1_000,
    maxAgeMs: 1_900,
    maxEntries: 1,
  });
  return {
    all: async () => (await cached('all')).list,
    byCode: async () => (await cached('all')).byCode,
  };
}
