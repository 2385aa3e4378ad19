// What customers of coins see between sending and being paid (D92): each output that their order waits for, what it will
// count, and how final it is.
import type { Deps } from '../../../deps.js';
import type { Order } from '../../../domain/orders/order.js';
import { blocksFor } from '../../../domain/points/coin-quote.js';
import type { CoinCode } from '../../../domain/points/coins.js';
import { newestBlock } from '../../../store/rails/coin-blocks.js';
import { listSightingsOf } from '../../../store/rails/coin-sightings.js';
import { isOfCoin, worthOfSighting } from './worth-of-sighting.js';

export type CoinsOnTheirWay = {
  readonly coin: CoinCode;
  readonly units: bigint;
  /** What they will count, in centavos; 0 while the coin has no price. */
  readonly worth: bigint;
  /** How many blocks there are with it and on top of it, of how many. */
  readonly confirmations: number;
  readonly needed: number;
};

/** More than anybody sends for one order. */
const MOST_SHOWN = 20;

export async function coinsOnTheirWay(deps: Pick<Deps, 'db' | 'settings'>, order: Order): Promise<CoinsOnTheirWay[]> {
  const sightings = await listSightingsOf(deps.db, order.uuid, MOST_SHOWN);
  const onTheirWay: CoinsOnTheirWay[] = [];
  let { received } = order;
  for (const sighting of sightings) {
    const { coin, units, state, block } = sighting;
    if (state !== 'seen' || !isOfCoin(order, coin)) continue;
    const worth = (await worthOfSighting(deps, sighting, { ...order, received })) ?? 0n;
    const tip = block === null ? null : await newestBlock(deps.db, coin);
    onTheirWay.push({
      coin,
      units,
      worth,
      confirmations: block === null || tip === null ? 0 : tip.height - block.height + 1,
      needed: blocksFor(worth, deps.settings.chains[coin].confirmations),
    });
    received += worth;
  }
  return onTheirWay;
}
