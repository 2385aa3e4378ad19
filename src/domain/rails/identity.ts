// The identity of a payment (D42): a hash of the values by which its rail identifies it. It includes the mode, so a
// simulated payment can never be taken for a real one. A buffer made by the hash itself would have memory of its own (1.6 µs, not 1.0).
import { hash } from 'node:crypto';
import { isLive, type Mode } from '../base/mode.js';

export function identityOf(kind: string, mode: Mode, parts: readonly string[]): Buffer {
  return Buffer.from(hash('sha256', JSON.stringify([kind, isLive(mode), ...parts]), 'hex'), 'hex');
}

/** Whoever books money by its tracking key, or gives the key to a transfer, locks this as an identity. */
export function lockOfKey(trackingKey: string): Buffer {
  return Buffer.from(hash('sha256', trackingKey, 'hex'), 'hex');
}
