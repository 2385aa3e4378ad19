// Sets a live exchange rate by hand (D24), for the operator. As the newest rate, it applies from now on.
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
