// Exchange rates for new orders, from memory. Test mode uses the shipped table, so that tests give the same result
// every day. Live mode uses the newest stored rate, if it is recent enough (D24).

import type { TestRates } from '../adapters/rates/shipped-rates.js';
import { HOUR_MS } from '../domain/base/duration.js';
import type { Mode } from '../domain/base/mode.js';
import type { Currency } from '../domain/base/money.js';
import { after, type Soon } from '../domain/base/soon.js';
import { parity, type Rate } from '../domain/orders/exchange.js';
import { AppError } from '../errors/errors.js';
import type { Queryable } from '../store/db.js';
import { latestRates } from '../store/money/rates.js';
import { createCache } from './cache.js';

export type RateBook = {
  /** Throws rate_unavailable if no rate may be used. */
  find(currency: Currency, mode: Mode, now: number): Soon<Rate>;
};

export function createRateBook(
  db: Queryable,
  options: { readonly testRates: TestRates; readonly maxAgeHours: number },
): RateBook {
  const stored = createCache({
    load: () => latestRates(db),
    now: () => performance.now(),
    maxEntries: 1,
  });
  return {
    find(currency, mode, now) {
      if (currency === 'MXN') return parity(now);
      return mode === 'live' ? findLive(currency, now) : findTest(currency, now);
    },
  };

  function findTest(currency: Currency, now: number): Rate {
    const millionths = options.testRates.get(currency);
    if (millionths === undefined) throw new AppError('rate_unavailable', { currency });
    return { millionths, takenAt: now };
  }

  function findLive(currency: Currency, now: number): Soon<Rate> {
    return after(stored.find('all'), (rates) => {
      const rate = rates.find((one) => one.currency === currency);
      if (rate === undefined || now - rate.takenAt > options.maxAgeHours * HOUR_MS) {
        throw new AppError('rate_unavailable', { currency });
      }
      return { millionths: rate.millionths, takenAt: rate.takenAt };
    });
  }
}
