// Payment points from memory, as they can be paid now. An operator's edit shows on every node within two seconds (D56), and
// so does the price of a coin. A coin without a node or a key is like any point without live details (D92).
import { toDecimal } from '../domain/base/money.js';
import { lessSpread } from '../domain/points/coin-quote.js';
import { type CoinCode, isCoinCode } from '../domain/points/coins.js';
import { kindOf, missingDetails, type PaymentPoint } from '../domain/points/payment-point.js';
import type { Queryable } from '../store/db.js';
import { latestCoinPrices, type StoredCoinPrice } from '../store/money/coin-prices.js';
import { listPaymentPoints } from '../store/points/payment-points.js';
import { createCache } from './cache.js';

export type Points = {
  /** All points, sorted by rank. */
  all(): Promise<readonly PaymentPoint[]>;
  byCode(): Promise<ReadonlyMap<string, PaymentPoint>>;
};

type CoinTerms = {
  /** The coins whose chain is watched. */
  readonly watched: readonly CoinCode[];
  readonly spreadBasisPoints: bigint;
};

export function createPoints(db: Queryable, terms: CoinTerms): Points {
  const points = createCache({
    load: async () => {
      // Without a node there is no price to look for.
      const prices = terms.watched.length === 0 ? [] : await latestCoinPrices(db);
      const list = (await listPaymentPoints(db)).map((point) => asPayable(point, prices, terms));
      return { list, byCode: new Map(list.map((point) => [point.code, point])) };
    },
    now: () => performance.now(),
    maxEntries: 1,
  });
  return {
    all: async () => (await points.find('all')).list,
    byCode: async () => (await points.find('all')).byCode,
  };
}

function asPayable(point: PaymentPoint, prices: readonly StoredCoinPrice[], terms: CoinTerms): PaymentPoint {
  const { kind, liveDetails } = point;
  const { pricedAt } = kindOf(point);
  if (pricedAt === undefined || liveDetails === null) return point;
  const { coin = '' } = liveDetails;
  const isWatched = isCoinCode(coin) && terms.watched.includes(coin);
  if (!isWatched || missingDetails(kind, 'live', liveDetails).length > 0) return { ...point, liveDetails: null };
  const price = prices.find((one) => one.coin === coin);
  if (price === undefined) return point;
  const pesos = toDecimal(lessSpread(price.centavos, terms.spreadBasisPoints));
  const priced = { pesos_per_coin: pesos, [pricedAt]: new Date(price.takenAt).toISOString() };
  return { ...point, liveDetails: { ...liveDetails, ...priced } };
}
