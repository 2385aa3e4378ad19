// Where outgoing money goes: the account that it came from, or one that a person names (D75).

import { isValidClabe } from '../points/clabe.js';
import type { PaymentFacts } from '../rails/kind.js';
import { type RailKindName, railKindOf } from '../rails/kinds.js';
import { bankOf } from './bank.js';
import type { PayeeAccount } from './transfer.js';

/** Whether a CLABE is of one of our own prefixes: then it is of an order, and money to it would come back as a payment (D85). */
type IsOwn = (clabe: string) => boolean;

type Payer = Pick<PaymentFacts, 'payerAccount' | 'payerName'> & { readonly kind: RailKindName };

/**
 * The account that all of these payments came from, if it can receive a transfer. Money that came from several accounts,
 * from a till or from a card has none, and neither has an account at which this order's money bounced before, or a CLABE of
 * ours. What a cash network tells of the payer is its own store: it must never become the account of a refund.
 */
export function accountOfPayer(
  payers: readonly Payer[],
  {
    name,
    bounced,
    isOwn,
  }: { readonly name: string | null; readonly bounced: readonly string[]; readonly isOwn: IsOwn },
): PayeeAccount | null {
  const [first] = payers;
  const clabe = first?.payerAccount ?? null;
  if (first === undefined || clabe === null || !isValidClabe(clabe) || bounced.includes(clabe)) return null;
  if (isOwn(clabe)) return null;
  if (payers.some((payer) => !railKindOf(payer).tellsPayerAccount || payer.payerAccount !== clabe)) return null;
  const holder = first.payerName ?? name;
  return holder === null ? null : { clabe, holder, bank: bankOf(clabe) ?? clabe.slice(0, 3) };
}

export type PayeeAccountFault = 'invalid_clabe' | 'own_clabe' | 'unknown_bank';

/** Blanks and hyphens do not make it another account. */
export function clabeDigits(clabe: string): string {
  return clabe.replaceAll(/[\s-]/g, '');
}

/**
 * A destination as a person types it. Blanks and hyphens between the digits do not matter.
 */
export function readPayeeAccount(
  { clabe, holder, bank: namedBank }: { readonly clabe: string; readonly holder: string; readonly bank: string | null },
  isOwn: IsOwn,
): { readonly is: 'valid'; readonly destination: PayeeAccount } | { readonly is: PayeeAccountFault } {
  const digits = clabeDigits(clabe);
  if (!isValidClabe(digits)) return { is: 'invalid_clabe' };
  if (isOwn(digits)) return { is: 'own_clabe' };
  const bank = namedBank ?? bankOf(digits);
  return bank === null ? { is: 'unknown_bank' } : { is: 'valid', destination: { clabe: digits, holder, bank } };
}
