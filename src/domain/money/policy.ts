// What happens to odd money (D43). Each account has a policy for each case; these are the defaults.

import type { Mode } from '../base/mode.js';

/**
 * Money that is less or more than the order needs; that is paid after expiry, or even after the grace time; or that is
 * for an order already paid or canceled.
 */
export const POLICY_CASES = ['short', 'over', 'late', 'too_late', 'paid_again', 'canceled'] as const;
export type PolicyCase = (typeof POLICY_CASES)[number];

export const POLICY_CHOICES = ['accept', 'hold', 'return'] as const;
export type PolicyChoice = (typeof POLICY_CHOICES)[number];

export type Policies = Readonly<Record<PolicyCase, PolicyChoice>>;

/**
 * What is done with money by itself. What was paid before a restore may have been returned already, which nobody here knows: it is
 * held until somebody decides (D84).
 */
export function policiesFor(
  policies: Policies,
  { mode, paidAt }: { readonly mode: Mode; readonly paidAt: number },
  restoredAt: number | null,
): Policies {
  if (restoredAt === null || paidAt > restoredAt || mode === 'test') return policies;
  const held = POLICY_CASES.filter((name) => policies[name] === 'return').map((name) => [name, 'hold']);
  return { ...policies, ...Object.fromEntries(held) };
}

export const DEFAULT_POLICIES: Policies = {
  short: 'accept',
  over: 'accept',
  late: 'accept',
  too_late: 'hold',
  paid_again: 'accept',
  canceled: 'hold',
};
