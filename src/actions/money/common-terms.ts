// The terms of applying a payment that are the same for all merchants, from the settings.

import { HOUR_MS } from '../../domain/base/duration.js';
import type { ApplyTerms } from '../../domain/money/apply-payment.js';
import type { Settings } from '../../settings/settings.js';

export function commonTermsOf(
  settings: Pick<Settings, 'lateGraceHours' | 'releaseDelayHours'>,
): Pick<ApplyTerms, 'graceMs' | 'releasesAtOnce'> {
  return { graceMs: settings.lateGraceHours * HOUR_MS, releasesAtOnce: settings.releaseDelayHours === 0 };
}
