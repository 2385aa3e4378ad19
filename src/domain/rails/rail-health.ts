// Whether a rail is well: it tells of money as often as at the same hour of other days.
import { MINUTE_MS } from '../base/duration.js';

export type RailHealth = {
  readonly lastAt: number;
  /** Notices of the last whole hour, and of the same hour of the seven days before, on average. */
  readonly lastHour: number;
  readonly usual: number;
  /** Those of a day that could not be read. */
  readonly failed: number;
};

const SILENT_MS = 40 * MINUTE_MS;
/** A rail that usually says less than this in an hour may be silent for so long by chance. The alert has the same figures. */
const TALKATIVE = 6;

export function isSilent({ lastAt, usual }: RailHealth, now: number): boolean {
  return usual >= TALKATIVE && now - lastAt >= SILENT_MS;
}
