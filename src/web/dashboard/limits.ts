// Rate limits of the dashboard: per address, against guessing keys, and per key, for viewing pages. They are off if the
// API's own limit is off (D14).
import type { Visitor } from '../../actions/find-visitor.js';
import type { Deps } from '../../deps.js';
import { createBuckets } from '../../http/rate-limit.js';

export type Limits = {
  mayTryKey(address: string): boolean;
  maySeePage(visitor: Visitor | null, address: string): boolean;
};

const SIGN_INS_PER_SECOND = 2;
const PAGES_PER_SECOND = 20;

export function createLimits({ settings }: Pick<Deps, 'settings'>): Limits {
  if (settings.rateLimitPerSecond === 0) return { mayTryKey: () => true, maySeePage: () => true };
  const takeSignIn = createBuckets(SIGN_INS_PER_SECOND, () => performance.now());
  const takePage = createBuckets(PAGES_PER_SECOND, () => performance.now());
  return {
    mayTryKey: (address) => takeSignIn(address) >= 0,
    maySeePage: (visitor, address) => takePage(nameOf(visitor, address)) >= 0,
  };
}

/** The operator has a separate limit, so others at the same address never lock them out. */
function nameOf(visitor: Visitor | null, address: string): string {
  if (visitor === null) return address;
  return visitor.kind === 'merchant' ? visitor.credential.keyId : 'operator';
}
