// Which day's tracking keys a payment uses (D90).
import { railKindOf } from '../../domain/rails/kinds.js';
import type { FirstArrived } from './sort-arrivals.js';

/** One that uses the key of another payment claims none. */
export function keyDayOf(arrival: FirstArrived): string | null {
  return railKindOf(arrival).hasKeysOfDay && !arrival.isKeyReused ? arrival.day : null;
}
