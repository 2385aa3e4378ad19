// Payment points from memory. An operator's edit shows on every node within two seconds (D56).
import type { PaymentPoint } from '../domain/points/payment-point.js';
import type { Queryable } from '../store/db.js';
import { listPaymentPoints } from '../store/points/payment-points.js';
import { createCache } from './cache.js';

export type Points = {
  /** All points, sorted by rank. */
  all(): Promise<readonly PaymentPoint[]>;
  byCode(): Promise<ReadonlyMap<string, PaymentPoint>>;
};

export function createPoints(db: Queryable): Points {
  const points = createCache({
    load: async () => {
      const list = await listPaymentPoints(db);
      return { list, byCode: new Map(list.map((point) => [point.code, point])) };
    },
    now: () => performance.now(),
    maxEntries: 1,
  });
  return {
    all: async () => (await points.find('all')).list,
    byCode: async () => (await points.find('all')).byCode,
  };
}
