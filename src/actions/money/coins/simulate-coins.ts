// Simulates in test mode what a chain does with coins (D47, D92). There is no chain: an output is noted as the watcher would note
// it, and comes to its end by the watcher's own code.
import { type Order, outstandingOf } from '../../../domain/orders/order.js';
import { lastingPrice } from '../../../domain/points/coin-quote.js';
import { unitsFor } from '../../../domain/points/coin-units.js';
import { COINS, isCoinCode } from '../../../domain/points/coins.js';
import { AppError } from '../../../errors/errors.js';
import { endSighting, listSightingsOf, noteSightings, type Sighting } from '../../../store/rails/coin-sightings.js';
import { orderTime } from '../../orders/order-time.js';
import { bookSighting, loseSighting, type WatchDeps } from './end-sighting.js';
import { worthOfSighting } from './worth-of-sighting.js';

export const COIN_SCENARIOS = ['seen', 'confirmed', 'replaced', 'reorganised', 'dust'] as const;
export type CoinScenario = (typeof COIN_SCENARIOS)[number];

/** Null: the order is not paid in coins. What was seen before and still waits is what is confirmed or replaced. */
export async function simulateCoins(deps: WatchDeps, order: Order, scenario: CoinScenario): Promise<Sighting | null> {
  if (order.scope.mode === 'live') throw new AppError('test_mode_only');
  const isNew = scenario === 'seen' || scenario === 'dust';
  const sighting = (isNew ? undefined : await waitingOf(deps, order)) ?? (await see(deps, order, scenario));
  if (sighting === null) return null;
  switch (scenario) {
    case 'seen':
      break;
    case 'replaced':
      await loseSighting(deps, sighting);
      break;
    case 'confirmed':
    case 'dust':
      await confirm(deps, sighting, order);
      break;
    case 'reorganised':
      await loseSighting(deps, { ...sighting, noticeId: await confirm(deps, sighting, order) });
  }
  return sighting;
}

async function waitingOf(deps: WatchDeps, { uuid }: Order): Promise<Sighting | undefined> {
  return (await listSightingsOf(deps.db, uuid, 20)).find(({ state }) => state === 'seen');
}

/** What the order asks for, or the smallest unit of the coin. */
async function see(deps: WatchDeps, order: Order, scenario: CoinScenario): Promise<Sighting | null> {
  const { scope, reference, point, uuid } = order;
  const [coin = '', price] = [point?.details['coin'], lastingPrice(point?.details ?? {})];
  if (!isCoinCode(coin) || price === null || reference === null) return null;
  const fresh = {
    coin,
    // Transactions of real chains are no such text: the watcher leaves these alone.
    transaction: `TEST${deps.random.bytes(16).toString('hex').toUpperCase()}`,
    output: 0,
    address: reference,
    units: scenario === 'dust' ? 1n : unitsFor(outstandingOf(order) || order.amount, price, COINS[coin]),
    accountId: scope.accountId,
    orderId: uuid,
    seenAt: await orderTime(deps, deps.db, order),
  };
  await noteSightings(deps.db, [fresh], null);
  return { ...fresh, state: 'seen', block: null, centavos: null, noticeId: null };
}

/** Returns the id of its notice; null: it is worth less than a centavo. */
async function confirm(deps: WatchDeps, sighting: Sighting, order: Order): Promise<string | null> {
  const worth = (await worthOfSighting(deps, sighting, order)) ?? 0n;
  if (worth > 0n) return bookSighting(deps, { sighting, order, worth });
  await endSighting(deps.db, sighting, { state: 'dust', noticeId: null });
  return null;
}
