// How long each owner rests from what goes on without end, so that it takes a share of the time. A burst is free.
import { LRUCache } from 'lru-cache';

const LONGEST_REST_MS = 2_000;
const MOST_OWNERS = 10_000;

type TimeShare = {
  /** Counts the time since `startedAt`, and returns how long the owner rests if they want to go on at once. */
  restAfter(owner: string, startedAt: number): number;
};

export function createTimeShare({ burstMs, share }: { readonly burstMs: number; readonly share: number }): TimeShare {
  /** When the share of each will have paid for what they took. Whoever was not heard of for longest has rested. */
  const paidAt = new LRUCache<string, number>({ max: MOST_OWNERS });
  const burst = burstMs / share;
  return {
    restAfter(owner, startedAt) {
      const now = performance.now();
      const paid = Math.max(paidAt.get(owner) ?? 0, startedAt) + (now - startedAt) / share;
      paidAt.set(owner, Math.min(paid, now + burst + LONGEST_REST_MS));
      return Math.min(LONGEST_REST_MS, Math.max(0, paid - now - burst));
    },
  };
}
