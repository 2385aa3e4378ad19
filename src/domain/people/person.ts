// Somebody who signs in to the pages for people, and what they may see there (D78).
import type { Credential } from '../accounts/account.js';
import type { Language } from '../base/language.js';
import type { Mode } from '../base/mode.js';
import { MERCHANT_ROLES, type MerchantRole, OPERATOR_ROLES, type OperatorRole } from './role.js';

export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** In which they last saw the dashboard; e-mails to them are in it. */
  readonly language: Language;
  /** Of the demo: never one of two people, and gone when the demo is over (D82). */
  readonly isDemo: boolean;
  readonly hasSecondFactor: boolean;
};

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

export type Role = MerchantRole | OperatorRole;

/** The people of a merchant, or those of the operator: null. */
export type Team = string | null;

/** Somebody as their team sees them. */
export type Member = Person & {
  readonly team: Team;
  readonly role: Role;
  /** Somebody who is invited has no password yet. */
  readonly hasPassword: boolean;
  readonly createdAt: number;
  readonly seenAt: number | null;
  readonly disabledAt: number | null;
};

export function rolesOf(team: Team): readonly Role[] {
  return team === null ? OPERATOR_ROLES : MERCHANT_ROLES;
}

/** The role that manages the others. A team that has somebody always keeps one of this role. */
export function leadRoleOf(team: Team): Role {
  return team === null ? 'admin' : 'owner';
}

/** Whether the team could be managed by this person alone. */
export function canLead({ team, role, hasPassword, disabledAt }: Member): boolean {
  return role === leadRoleOf(team) && hasPassword && disabledAt === null;
}

/** An e-mail address as it is stored; null if it cannot be one. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"'.]{2,}$/.test(email) ? email : null;
}

/** What a link that somebody gets is good for. */
export type LinkKind = 'invitation' | 'reset' | 'sign_in';
