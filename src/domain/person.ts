// Somebody who signs in to the pages for people, and what they may see there (D78).
import type { Credential } from './account.js';
import type { Mode } from './mode.js';
import type { MerchantRole, OperatorRole } from './role.js';

export type Person = { readonly id: string; readonly name: string; readonly email: string };

/** Somebody of a merchant's, who sees both modes, or somebody of the operator's. */
export type Visitor =
  | {
      readonly kind: 'merchant';
      readonly person: Person;
      readonly role: MerchantRole;
      /** The merchant's terms, without a mode: every page is of one mode. */
      readonly account: Omit<Credential, 'scope'> & { readonly id: string; readonly name: string };
    }
  | { readonly kind: 'operator'; readonly person: Person; readonly role: OperatorRole };

/** What actions know a person of a merchant's by. */
export function credentialOf({ account }: Visitor & { readonly kind: 'merchant' }, mode: Mode): Credential {
  const { id, name: _, ...terms } = account;
  return { ...terms, scope: { accountId: id, mode } };
}
