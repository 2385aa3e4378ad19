// What a transfer is called on statements: a word for its reason, and the end of its id. Banks repeat it where they have no room
// for the id, so a transfer is found by it again.
import type { Transfer, TransferReason } from './transfer.js';

const WORDS: Readonly<Record<TransferReason, string>> = { refund: 'REEMBOLSO', return: 'DEVOLUCION', payout: 'PAGO' };

/** The random part of an id, 48 bits. */
export const ENDING_LENGTH = 12;

/** At most 40 characters, as SPEI has it. */
export function conceptOf({ id, reason }: Pick<Transfer, 'id' | 'reason'>): string {
  return `${WORDS[reason]} ${id.slice(-ENDING_LENGTH).toUpperCase()}`;
}

/** The end of an id, of a text in which a concept stands, perhaps among other words; null: there is none, or more than one. */
export function endingIn(text: string): string | null {
  const [found, ...more] = text.matchAll(/\b(?:REEMBOLSO|DEVOLUCION|PAGO) ([0-9A-F]{12})\b/gi);
  return found?.[1] === undefined || more.length > 0 ? null : found[1].toLowerCase();
}
