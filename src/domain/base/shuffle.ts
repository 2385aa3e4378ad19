// Makes serials unguessable with a keyed permutation of the numbers below 10^digits. Different serials stay different.
import { hash } from 'node:crypto';

const ROUNDS = 6;

/** A Feistel network over decimal digits. */
export function shuffleDigits(serial: number, digits: number, secret: string): string {
  const leftSize = 10 ** Math.floor(digits / 2);
  const rightSize = 10 ** Math.ceil(digits / 2);
  let left = Math.floor(serial / rightSize);
  let right = serial % rightSize;
  for (let round = 0; round < ROUNDS; round += 2) {
    left = (left + roundValue(secret, round, right)) % leftSize;
    right = (right + roundValue(secret, round + 1, left)) % rightSize;
  }
  return String(left * rightSize + right).padStart(digits, '0');
}

function roundValue(secret: string, round: number, half: number): number {
  return Number.parseInt(hash('sha256', `${secret}:${round}:${half}`).slice(0, 12), 16);
}
