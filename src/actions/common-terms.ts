// The terms of applying a payment that are the same for all merchants, from the settings.
import type { ApplyTerms } from '../domain/apply-payment.js';
import { HOUR_MS } from '../domain/duration.js';
import type { Settings } from '../settings.js';

export function commonTermsOf(
  settings: Pick<Settings, 'lateGraceHours' | 'releaseDelayHours'>,
): Pick<ApplyTerms, 'graceMs' | 'releasesAtOnce'> {
  return { graceMs: settings.lateGraceHours * HOUR_MS, releasesAtOnce: settings.releaseDelayHours === 0 };
}
