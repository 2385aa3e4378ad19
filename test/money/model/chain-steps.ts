// Coins on their way (D92): customers send them, blocks are made, transactions are replaced, chains are reorganised, and pages show
// new prices. What has its confirmations arrives like any other money; what is gone never does.
import assert from 'node:assert/strict';
import { watchChain } from '../../../src/actions/money/coins/watch-chain.js';
import { repriceOrders } from '../../../src/actions/orders/reprice-orders.js';
import { arrive } from './arrive.js';
import { below, pick } from './chance.js';
import { pricesAt, recentPrice, satoshiFor, setPrice, windowOf, worthOf } from './coins.js';
import { makePaid } from './pay-steps.js';
import type { Coins, Owed, World } from './world.js';

/** Two blocks for 120.00 and more. */
const MUCH = 12_000n;
export const CONFIRMATIONS = [
  { below: MUCH, blocks: 1 },
  { below: null, blocks: 2 },
];

export async function sendCoins(world: World): Promise<string | null> {
  const orders = world.orders.filter(({ kind, owner }) => kind === 'crypto' && owner.mode === 'live');
  if (orders.length === 0) return null;
  const order = pick(world, orders);
  await setPrice(world);
  const [price = 0n] = pricesAt(world, order, world.now);
  const asked = satoshiFor(order.received < order.amount ? order.amount - order.received : order.amount, price);
  const units = pick(world, [asked, asked, asked / 2n, asked - asked / 100n, asked - asked / 50n, asked + 777n]);
  const transaction = world.chain.node.send(order.destination, units);
  world.coins.push({ transaction, order, units, seenAt: world.now, height: null });
  await watch(world);
  return `send ${units} satoshi for order ${world.orders.indexOf(order)}`;
}

export async function mineBlocks(world: World): Promise<string | null> {
  if (world.coins.length === 0) return null;
  const count = 1 + below(world, 2);
  mine(world, count);
  await watch(world);
  return `${count} blocks`;
}

/** A transaction that pays elsewhere replaces it. */
export async function replaceCoins(world: World): Promise<string | null> {
  const waiting = world.coins.filter(({ height }) => height === null);
  if (waiting.length === 0) return null;
  const coins = pick(world, waiting);
  world.chain.node.forget(coins.transaction);
  world.coins.splice(world.coins.indexOf(coins), 1);
  await watch(world);
  return `replace ${coins.transaction}`;
}

/** The newest blocks leave the chain, and a longer one takes their place, with what they held or without it. */
export async function reorganise(world: World): Promise<string | null> {
  const count = Math.min(1 + below(world, 3), world.chain.blocks);
  if (count === 0) return null;
  const held = pick(world, ['waits', 'dropped'] as const);
  world.chain.node.reorganise(count, held);
  world.chain.height -= count;
  const left = world.coins.filter(({ height }) => height !== null && height > world.chain.height);
  for (const coins of left) coins.height = null;
  if (held === 'dropped') world.coins = world.coins.filter((coins) => !left.includes(coins));
  mine(world, count + 1);
  await watch(world);
  return `${count} blocks leave the chain; what they held is ${held}`;
}

/** Pages of open orders show a new price once theirs is over. */
export async function reprice(world: World): Promise<string | null> {
  const open = world.orders.filter(
    ({ kind, owner, status }) => kind === 'crypto' && owner.mode === 'live' && status === 'pending',
  );
  if (open.length === 0) return null;
  if (below(world, 4) > 0) await setPrice(world);
  await repriceOrders(world.service.deps, ['BTC']);
  const centavos = recentPrice(world);
  for (const order of open) {
    const isOver = windowOf(order, world.now) > windowOf(order, order.shownAt);
    if (!isOver && (order.shown !== null || centavos === null)) continue;
    order.shown = centavos === null ? null : { centavos, at: world.now };
    order.shownAt = world.now;
  }
  return `pages show ${centavos === null ? 'no price' : centavos}`;
}

function mine({ chain, coins }: World, count: number): void {
  chain.node.mine(count);
  for (const one of coins) one.height ??= chain.height + 1;
  chain.height += count;
  chain.blocks += count;
}

/** The watcher takes what there is, and the model the same in the order in which it was seen. */
async function watch(world: World): Promise<void> {
  const { node, height } = world.chain;
  const chain = { coin: 'BTC', node, witness: null, confirmations: CONFIRMATIONS } as const;
  while (await watchChain(world.service.deps, chain));
  const inBlocks = world.coins.filter((coins) => coins.height !== null && !isBooked(world, coins));
  for (const coins of inBlocks.sort(bySight)) {
    const amount = worthOf(world, coins.order, coins);
    assert.ok(amount > 0n, 'no coins of a history are dust');
    if (height - (coins.height ?? 0) + 1 < (amount < MUCH ? 1 : 2)) continue;
    arrive(world, { ...paidWith(world, coins.order, coins), amount });
  }
}

function isBooked({ payments }: World, { transaction }: Coins): boolean {
  return payments.some(({ trackingKey }) => trackingKey === transaction);
}

function bySight(one: Coins, other: Coins): number {
  return one.seenAt - other.seenAt || (one.transaction < other.transaction ? -1 : 1);
}

function paidWith(world: World, { destination }: Owed, { transaction, seenAt }: Coins) {
  const arrival = { kind: 'crypto', mode: 'live', destination, amount: 0n, paidAt: seenAt } as const;
  return { ...makePaid(world, arrival), trackingKey: transaction };
}
