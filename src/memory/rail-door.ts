// Checks rails' credentials, from memory. Revoked credentials stop working within two seconds on every node (D46).
import { timingSafeEqual } from 'node:crypto';
import { networkTest } from '../domain/base/network.js';
import type { Rail } from '../domain/rails/rail.js';
import type { Queryable } from '../store/db.js';
import { digestOf, findRail } from '../store/rails/rails.js';
import { createKnownCache } from './known-cache.js';

export type RailDoor = {
  /** The rail that these credentials belong to, if they may be used from that address; otherwise null. */
  open(userName: string, password: string, address: string): Promise<Rail | null>;
  /** Whether this process found a rail of that name before, and has not seen it end. */
  isKnown(userName: string): boolean;
};

export function createRailDoor(db: Queryable): RailDoor {
  const byUser = createKnownCache({
    load: async (userName: string) => {
      const found = await findRail(db, userName);
      return found === null ? null : { ...found, admits: admission(found.allow) };
    },
    now: () => performance.now(),
    maxEntries: 1_000,
  });
  return {
    isKnown: byUser.isKnown,
    async open(userName, password, address) {
      const known = await byUser.find(userName);
      if (known === null || !timingSafeEqual(known.digest, digestOf(password)) || !known.admits(address)) return null;
      return known.rail;
    },
  };
}

function admission(allow: readonly string[]): (address: string) => boolean {
  return allow.length === 0 ? () => true : networkTest(allow);
}
