// How urgent something is, the same on every page of the desk: good, soon (somebody should look at it), or now, which means
// that live orders are hurt. Work that waits in its own time is open; of what has not said anything yet nothing is known.
import { DAY_MS } from '../../../domain/base/duration.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Finding } from '../../../domain/keeping/finding.js';
import type { Decider, OddSum } from '../../../store/money/odd-payments.js';
import type { Tone } from '../ui/parts.js';

export type Light = 'unknown' | 'good' | 'open' | 'soon' | 'now';

export const LIGHT_TONES: Readonly<Record<Light, Tone>> = {
  unknown: 'off',
  good: 'good',
  open: 'info',
  soon: 'wait',
  now: 'bad',
};

/** Customers may be paying by a live rail that is silent. */
export function silenceLight(mode: Mode): Light {
  return mode === 'live' ? 'now' : 'soon';
}

/** Of what an examination of the service finds. */
export function findingLight({ is, result }: Finding): Light {
  if (is === 'rail_unheard') return 'unknown';
  if (result === 'ok') return 'good';
  return result === 'problem' || is === 'rail_silent' ? 'now' : 'soon';
}

/** Whoever paid a day ago and has no order waits for us. What a merchant may decide waits for the merchant. */
export function moneyLight(who: Decider, { oldestAt }: Pick<OddSum, 'oldestAt'>, now: number): Light {
  if (oldestAt === null) return 'good';
  return who === 'operator' && now - oldestAt >= DAY_MS ? 'now' : 'soon';
}
