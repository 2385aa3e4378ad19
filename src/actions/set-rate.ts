// An operator sets an exchange rate of live mode by hand (D24); it is the newest one, so it counts from now on.
import type { Deps } from '../deps.js';
import type { Currency } from '../domain/money.js';
import { insertRate, type StoredRate } from '../store/money/rates.js';

export type RateCall = {
  readonly currency: Exclude<Currency, 'MXN'>;
  /** Pesos per unit, in millionths. */
  readonly millionths: bigint;
};

export async function setRate(deps: Pick<Deps, 'db' | 'clock'>, call: RateCall): Promise<StoredRate> {
  const rate = { ...call, takenAt: deps.clock.now(), source: 'fixed' };
  await insertRate(deps.db, rate);
  return rate;
}
