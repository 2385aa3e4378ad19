// Finds the merchant and mode of a key, from memory. A revoked key stops working within two seconds on every node. An
// unknown key costs at most one query per second. Last-used times are collected here and written in batches.
import { type Credential, isKeyForm } from '../domain/accounts/account.js';
import { findCredential, keyDigest, touchKeys } from '../store/accounts/accounts.js';
import type { Queryable } from '../store/db.js';
import { createKnownCache } from './known-cache.js';

export type Credentials = {
  find(key: string): Credential | null | Promise<Credential | null>;
  /** The merchant and mode, if they are in memory. */
  cached(key: string): Credential | null | undefined;
  /** Whether this process found the key before, and has not seen it end. */
  isKnown(key: string): boolean;
  noteUse(keyId: string, at: number): void;
  /** Writes the last-used times collected since the last call. */
  flushUses(): Promise<void>;
};

export function createCredentials(db: Queryable): Credentials {
  const byKey = createKnownCache({
    load: (key: string) => findCredential(db, keyDigest(key)),
    now: () => performance.now(),
    maxEntries: 20_000,
  });
  let uses = new Map<string, number>();
  return {
    // A string that cannot be a key is not cached, so cached strings have at most 80 characters.
    find: (key) => (isKeyForm(key) ? byKey.find(key) : null),
    cached: byKey.cached,
    isKnown: byKey.isKnown,
    noteUse: (keyId, at) => void uses.set(keyId, at),
    async flushUses() {
      if (uses.size === 0) return;
      const noted = uses;
      uses = new Map();
      await touchKeys(db, noted).catch((error: unknown) => {
        uses = new Map([...noted, ...uses]); // retried by the next flush
        throw error;
      });
    },
  };
}
