// What coins are worth, in plain arithmetic (D92): a price holds for a window of twenty minutes from the order's creation on, and who
// scanned the code in the last two minutes of one may still pay at it. The best price counts. In satoshi and centavos.
import { halfUp } from './balance.js';
import { pick } from './chance.js';
import type { Owed, World } from './world.js';

const MINUTE = 60_000;
const LOCK = 20 * MINUTE;
const OLDEST = 10 * MINUTE;
const SENDING = 2 * MINUTE;
const SATOSHI = 100_000_000n;

/** What coins count for the order now, of what it still asks for. Up to one percent of the amount may be missing. */
export function worthOf(world: World, order: Owed, { units, seenAt }: { units: bigint; seenAt: number }): bigint {
  const { amount, received } = order;
  const isOpen = order.status !== 'paid' && order.status !== 'canceled' && received < amount;
  const owed = isOpen ? amount - received : 0n;
  const worths = pricesAt(world, order, seenAt).map((price) => {
    const plain = halfUp(units * price, SATOSHI);
    if (owed === 0n) return plain;
    const wanted = satoshiFor(owed, price);
    if (units >= wanted) return owed + halfUp((units - wanted) * price, SATOSHI);
    return (owed - plain) * 100n <= amount ? owed : plain;
  });
  return worths.reduce((most, one) => (one > most ? one : most), 0n);
}

export function satoshiFor(centavos: bigint, price: bigint): bigint {
  return halfUp(centavos * SATOSHI, price);
}

/** What the page of the order asks for at that time, and just after it changed also what it asked for before. */
export function pricesAt(world: World, order: Owed, at: number): bigint[] {
  return [at, at - SENDING].flatMap((time) => {
    const from = windowOf(order, time);
    const { shown } = order;
    if (shown !== null && windowOf(order, shown.at) === from) return shown.centavos;
    const before = world.prices.findLast((price) => price.at <= from && price.at >= from - OLDEST);
    return (before ?? world.prices.find((price) => price.at > from && price.at < from + LOCK))?.centavos ?? [];
  });
}

export function windowOf({ createdAt }: Owed, at: number): number {
  const since = Math.max(0, at - createdAt);
  return createdAt + since - (since % LOCK);
}

/** A coin has one price at a time. */
export async function setPrice(world: World): Promise<bigint> {
  const newest = world.prices.at(-1);
  if (newest?.at === world.now) return newest.centavos;
  const pesos = pick(world, [1_000_000n, 1_000_000n, 870_001n, 1_234_567n]);
  await world.service.price('BTC', pesos);
  world.prices.push({ at: world.now, centavos: pesos * 100n });
  return pesos * 100n;
}

/** The newest price, if it is recent. */
export function recentPrice(world: World): bigint | null {
  const newest = world.prices.at(-1);
  return newest === undefined || newest.at < world.now - OLDEST ? null : newest.centavos;
}
