// What coins that were seen are worth for their order, in centavos, at the price that its page asked for when they were
// sent (D92).
import type { Deps } from '../../../deps.js';
import { MINUTE_MS } from '../../../domain/base/duration.js';
import { type Order, outstandingOf } from '../../../domain/orders/order.js';
import { lastingPrice, pricesAt, type QuoteTerms, shownPrice, worthOf } from '../../../domain/points/coin-quote.js';
import { COINS } from '../../../domain/points/coins.js';
import type { Settings } from '../../../settings/settings.js';
import { listCoinPrices } from '../../../store/money/coin-prices.js';
import type { Sighting } from '../../../store/rails/coin-sightings.js';

/** null: the coin has no price at all. */
export async function worthOfSighting(
  deps: Pick<Deps, 'db' | 'settings'>,
  { coin: code, units, seenAt }: Pick<Sighting, 'coin' | 'units' | 'seenAt'>,
  order: Order | null,
): Promise<bigint | null> {
  const coin = COINS[code];
  const terms = quoteTermsOf(deps.settings);
  const from = seenAt - 2 * terms.lockMs - terms.maxAgeMs;
  const prices = await listCoinPrices(deps.db, code, { from, to: seenAt + terms.lockMs });
  const isOwn = order !== null && isOfCoin(order, code);
  const owed = {
    amount: order?.amount ?? 0n,
    outstanding: isOwn ? outstandingOf(order) : 0n,
    toleranceBasisPoints: deps.settings.coinShortfallBasisPoints,
  };
  const quoted = {
    createdAt: order?.createdAt ?? seenAt,
    shown: isOwn ? shownPrice(order.point?.details ?? {}) : null,
  };
  const lasting = isOwn ? lastingPrice(order.point?.details ?? {}) : null;
  const worths = (lasting === null ? pricesAt(quoted, seenAt, prices, terms) : [lasting]).map((price) =>
    worthOf(units, price, coin, owed),
  );
  return worths.length === 0 ? null : worths.reduce((most, one) => (one > most ? one : most));
}

function quoteTermsOf(settings: Settings): QuoteTerms {
  return {
    lockMs: settings.coinLockMinutes * MINUTE_MS,
    maxAgeMs: settings.coinPriceMaxAgeMinutes * MINUTE_MS,
    spreadBasisPoints: settings.coinSpreadBasisPoints,
  };
}

/** Of another coin than its address is for: the keys are the same, and so is what people copied. */
export function isOfCoin({ point }: Pick<Order, 'point'>, code: string): boolean {
  return point?.details['coin'] === code;
}
