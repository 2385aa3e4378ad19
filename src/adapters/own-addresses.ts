// The addresses of this machine's network interfaces, read again every few seconds because they can change.
import { networkInterfaces } from 'node:os';

const FRESH_MS = 10_000;

export function createOwnAddresses(): () => ReadonlySet<string> {
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - readAt < FRESH_MS) return known;
    readAt = now;
    known = new Set(Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)));
    return known;
  };
}
