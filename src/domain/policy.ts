// What becomes of odd money (D43). Each case is a policy of the account; these are the defaults.

export const POLICY_CASES = {
  short: 'less than what is owed',
  over: 'more than what is owed: the rest',
  late: 'after expiry, within the grace time',
  too_late: 'after the grace time',
  paid_again: 'on an order that is paid already',
  canceled: 'on a canceled order',
} as const;
export type PolicyCase = keyof typeof POLICY_CASES;

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
