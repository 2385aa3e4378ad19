// What becomes of odd money (D43). Each case is a policy of the account; these are the defaults.

/**
 * Money that is less or more than what is owed, that comes after the expiry, after the grace time too, or for an order that
 * is paid or canceled already.
 */
export const POLICY_CASES = ['short', 'over', 'late', 'too_late', 'paid_again', 'canceled'] as const;
export type PolicyCase = (typeof POLICY_CASES)[number];

export const POLICY_CHOICES = ['accept', 'hold', 'return'] as const;
export type PolicyChoice = (typeof POLICY_CHOICES)[number];

export type Policies = Readonly<Record<PolicyCase, PolicyChoice>>;

export const DEFAULT_POLICIES: Policies = {
  short: 'accept',
  over: 'accept',
  late: 'accept',
  too_late: 'hold',
  paid_again: 'accept',
  canceled: 'hold',
};
