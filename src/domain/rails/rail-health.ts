// Whether a rail is well: it tells of money as often as at the same hour of other days.
import { HOUR_MS, MINUTE_MS } from '../base/duration.js';

export type RailHealth = {
  readonly lastAt: number;
  /** Notices of this hour and the last whole one, and of that one on the seven days before, on average. */
  readonly lately: number;
  readonly usual: number;
  /** Those of a day that could not be read, and at which nobody has looked. */
  readonly failed: number;
};

const SILENT_MS = 40 * MINUTE_MS;
/** A rail that usually says less than this in an hour may be silent for so long by chance. The alert has the same figures. */
const TALKATIVE = 6;

export function isSilent({ lastAt, usual }: RailHealth, now: number): boolean {
  return usual >= TALKATIVE && now - lastAt >= SILENT_MS;
}

/** The same wherever it is told. A node of a coin, which has no user name, is asked again when it has failed once. */
type RailState = 'off' | 'unheard' | 'silent' | 'failing' | 'low' | 'well';

export function railState(
  { revokedAt, userName }: { readonly revokedAt: number | null; readonly userName: string | null },
  health: RailHealth | undefined,
  now: number,
): RailState {
  if (revokedAt !== null) return 'off';
  if (health === undefined) return 'unheard';
  if (isSilent(health, now)) return 'silent';
  if (health.failed > 0 && userName !== null) return 'failing';
  return health.usual >= TALKATIVE && health.lately * 2 * HOUR_MS < health.usual * latelyMs(now) ? 'low' : 'well';
}

/** How long the time is that `lately` counts. */
export function latelyMs(now: number): number {
  return HOUR_MS + (now % HOUR_MS);
}
