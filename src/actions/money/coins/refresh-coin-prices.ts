// Fetches what coins are worth and keeps the median of the sources that answer (D92). A wrong price costs money with every
// order, so one that is old is left out, and a jump that only one source tells of waits until another agrees. A coin whose node
// never answered gets none, so no order is made of it: its chain is followed from the first answer on, and money before it unseen.
import type { CoinPriceSource, FetchedPrice } from '../../../adapters/rates/coin-prices.js';
import type { Deps } from '../../../deps.js';
import { HOUR_MS, MINUTE_MS } from '../../../domain/base/duration.js';
import { divideHalfUp } from '../../../domain/base/money.js';
import type { CoinCode } from '../../../domain/points/coins.js';
import { insertCoinPrices, latestCoinPrices, type StoredCoinPrice } from '../../../store/money/coin-prices.js';
import { listFollowedCoins } from '../../../store/rails/coin-blocks.js';

const TIMEOUT_MS = 10_000;

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'settings'>;

export async function refreshCoinPrices(
  deps: RefreshDeps,
  sources: readonly CoinPriceSource[],
  watched: readonly CoinCode[],
): Promise<readonly StoredCoinPrice[]> {
  const followed = await listFollowedCoins(deps.db);
  const coins = watched.filter((coin) => followed.has(coin));
  if (coins.length === 0) return [];
  const told = await Promise.all(sources.map((source) => fetchFrom(deps, source, coins)));
  const now = deps.clock.now();
  const before = new Map((await latestCoinPrices(deps.db)).map((price) => [price.coin, price]));
  const oldest = now - deps.settings.coinPriceMaxAgeMinutes * MINUTE_MS;
  const stored = coins.flatMap((coin) => {
    const fresh = told.flat().filter((one) => one.coin === coin && (one.takenAt ?? now) >= oldest);
    if (fresh.length === 0) return [];
    const price = {
      coin,
      takenAt: now,
      centavos: medianOf(fresh),
      sources: fresh.map(({ source }) => source).join(' '),
    };
    if (fresh.length > 1 || !jumps(price, before.get(coin))) return [price];
    deps.log.warn({ coin, source: price.sources }, 'one source alone tells of a jump of a coin; its price is kept out');
    return [];
  });
  if (stored.length > 0) await insertCoinPrices(deps.db, stored);
  return stored;
}

type Told = FetchedPrice & { readonly source: string };

/** A source that fails leaves the others as they are. */
async function fetchFrom(deps: RefreshDeps, source: CoinPriceSource, coins: readonly CoinCode[]): Promise<Told[]> {
  try {
    const prices = await source.fetch(coins, AbortSignal.timeout(TIMEOUT_MS));
    return prices.map((price) => ({ ...price, source: source.name }));
  } catch (error) {
    deps.log.warn({ source: source.name, err: error }, 'a source told no prices of coins');
    return [];
  }
}

function medianOf(prices: readonly FetchedPrice[]): bigint {
  const sorted = prices.map(({ centavos }) => centavos).sort((one, other) => (one < other ? -1 : 1));
  const [low = 0n, high = 0n] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return divideHalfUp(low + high, 2n);
}

/** By more than a fifth within an hour. An older price is nothing to compare with. */
function jumps({ centavos, takenAt }: StoredCoinPrice, last: StoredCoinPrice | undefined): boolean {
  if (last === undefined || takenAt - last.takenAt > HOUR_MS) return false;
  const change = centavos - last.centavos;
  return (change < 0n ? -change : change) * 5n > last.centavos;
}
