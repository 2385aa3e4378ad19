// What makes a payment that payment (D42): a digest over the parts that a rail names it by. The mode keeps a simulated
// payment apart from a real one.
import { hash } from 'node:crypto';
import { isLive, type Mode } from '../mode.js';

export function identityOf(kind: string, mode: Mode, parts: readonly string[]): Buffer {
  return hash('sha256', JSON.stringify([kind, isLive(mode), ...parts]), 'buffer');
}
