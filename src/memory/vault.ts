// The keys of this process. It keeps opened secrets, because a delivery needs its endpoint's secret every time.
import { LRUCache } from 'lru-cache';
import type { Random } from '../domain/base/clock.js';
import {
  CHECK_TEXT,
  isSignedBy,
  type KnownKey,
  keyIdOf,
  keyRow,
  NONCE_BYTES,
  openText,
  type Sealed,
  sealText,
  signText,
  type Vault,
  type VaultKey,
} from '../domain/base/vault.js';

/** Its most used secrets; opening one takes 20 µs. */
const MOST_OPEN = 10_000;

export type KeptVault = Vault & {
  /** The key that seals and signs. */
  currentId(): string;
  /** What the database keeps of the current key. */
  describe(): KnownKey;
  /** Whether this process has that key. */
  has(key: KnownKey): boolean;
  /** Seals and signs with this key from now on. Returns false if this process does not have it. */
  use(keyId: string): boolean;
};

/** The first key seals and signs; all of them open and check. */
export function createVault(random: Pick<Random, 'bytes'>, keys: readonly [VaultKey, ...VaultKey[]]): KeptVault {
  let current = keys[0];
  const opened = new LRUCache<string, string>({ max: MOST_OPEN });
  const keyOf = (id: string | null) => keys.find((key) => key.id === id);

  return {
    seal: (row, text) => sealText(current, Buffer.from(random.bytes(NONCE_BYTES)), { row, text }),
    open(row, secret) {
      const place = `${row} ${secret.sealed}`;
      const before = opened.get(place);
      if (before !== undefined) return before;
      const key = keyOf(keyIdOf(secret));
      const text = key === undefined ? null : openText(key, row, secret);
      if (text === null) throw new Error(problemOf(row, secret, key));
      opened.set(place, text);
      return text;
    },
    isCurrent: (secret) => keyIdOf(secret) === current.id,
    sign: (text) => signText(current, text),
    check(text, signature) {
      const key = keyOf(signature.keyId);
      if (key === undefined) return 'unknown';
      return isSignedBy(key, text, signature) ? 'right' : 'wrong';
    },
    currentId: () => current.id,
    describe() {
      const row = keyRow(current.id);
      return {
        id: current.id,
        checkValue: sealText(current, Buffer.from(random.bytes(NONCE_BYTES)), { row, text: CHECK_TEXT }),
      };
    },
    has({ id, checkValue }) {
      const key = keyOf(id);
      return key !== undefined && openText(key, keyRow(id), checkValue) === CHECK_TEXT;
    },
    use(keyId) {
      const key = keyOf(keyId);
      if (key !== undefined) current = key;
      return key !== undefined;
    },
  };
}

/** Names the row and never the secret. */
function problemOf(row: string, secret: Sealed, key: VaultKey | undefined): string {
  const id = keyIdOf(secret);
  if (id === null) return `the secret of ${row} is not encrypted`;
  if (key === undefined)
    return `the secret of ${row} is encrypted with the key ${id}, which this process does not have`;
  return `the secret of ${row} was changed, or belongs to another row`;
}
