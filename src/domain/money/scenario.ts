// The payments that test mode can simulate (D47).

export const SCENARIOS = [
  'exact',
  'short',
  'over',
  'twice',
  'replayed',
  'late',
  'paid_before_expiry_notified_after',
  'wrong_reference',
] as const;
export type Scenario = (typeof SCENARIOS)[number];
