// Shows open orders of coins a new amount once the price that they had is over (D92). Without a recent price they show
// none until there is one: an old price would be paid by the operator.
import type { Deps } from '../../deps.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { toDecimal } from '../../domain/base/money.js';
import { lessSpread } from '../../domain/points/coin-quote.js';
import type { CoinCode } from '../../domain/points/coins.js';
import { latestCoinPrices } from '../../store/money/coin-prices.js';
import { repriceOrders as reprice } from '../../store/orders/coin-orders.js';

export async function repriceOrders(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  coins: readonly CoinCode[],
): Promise<number> {
  const now = clock.now();
  const oldest = now - settings.coinPriceMaxAgeMinutes * MINUTE_MS;
  const fresh = (await latestCoinPrices(db)).filter(({ takenAt }) => takenAt >= oldest);
  let changed = 0;
  for (const coin of coins) {
    const price = fresh.find((one) => one.coin === coin);
    const pesos = price === undefined ? '' : toDecimal(lessSpread(price.centavos, settings.coinSpreadBasisPoints));
    changed += await reprice(db, { coin, pesos, now, lockMs: settings.coinLockMinutes * MINUTE_MS });
  }
  return changed;
}
