// Which role may do what on the pages for people (D78). Every page and every form names one duty; a role has a list of
// them, so a new page cannot forget to say who may use it.

import { RIGHTS, type Right } from '../accounts/right.js';

/** `see` pages; `serve` customers; `refund` and decide about money; `develop` against the API; `manage` the account. */
export type MerchantDuty = 'see' | 'serve' | 'refund' | 'develop' | 'manage';

/** `see` pages; `serve` merchants; `decide` about money; `manage` merchants, payment points, rails and people. */
const OPERATOR_DUTIES = ['see', 'serve', 'decide', 'manage'] as const;
export type OperatorDuty = (typeof OPERATOR_DUTIES)[number];

const MERCHANT = {
  owner: ['see', 'serve', 'refund', 'develop', 'manage'],
  developer: ['see', 'serve', 'develop'],
  support: ['see', 'serve', 'refund'],
  viewer: ['see'],
} as const satisfies Record<string, readonly MerchantDuty[]>;

const OPERATOR = {
  admin: ['see', 'serve', 'decide', 'manage'],
  treasurer: ['see', 'serve', 'decide'],
  support: ['see', 'serve'],
  viewer: ['see'],
} as const satisfies Record<string, readonly OperatorDuty[]>;

export type MerchantRole = keyof typeof MERCHANT;
export type OperatorRole = keyof typeof OPERATOR;

export const MERCHANT_ROLES: readonly MerchantRole[] = ['owner', 'developer', 'support', 'viewer'];
export const OPERATOR_ROLES: readonly OperatorRole[] = ['admin', 'treasurer', 'support', 'viewer'];

export function merchantMay(role: MerchantRole, duty: MerchantDuty): boolean {
  return (MERCHANT[role] as readonly MerchantDuty[]).includes(duty);
}

/** What a person does on the pages, and a key does instead of them. */
const DUTY_OF: Readonly<Record<Right, MerchantDuty>> = {
  'orders:read': 'see',
  'orders:write': 'serve',
  'money:read': 'see',
  'refunds:write': 'refund',
  'links:read': 'see',
  'links:write': 'serve',
  'webhooks:read': 'see',
  'webhooks:write': 'develop',
  'events:read': 'see',
  'test:write': 'develop',
};

/** The rights that a key may have which somebody of this role makes: no more than they have themselves. */
export function keyRights(role: MerchantRole): readonly Right[] {
  return RIGHTS.filter((right) => merchantMay(role, DUTY_OF[right]));
}

/** Whether somebody of this role does more than look. */
export function operatorActs(role: OperatorRole): boolean {
  return OPERATOR_DUTIES.some((duty) => duty !== 'see' && operatorMay(role, duty));
}

export function operatorMay(role: OperatorRole, duty: OperatorDuty): boolean {
  return (OPERATOR[role] as readonly OperatorDuty[]).includes(duty);
}
