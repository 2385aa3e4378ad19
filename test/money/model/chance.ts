// What a history chooses by its seed, and how it calls things.
import type { Mode } from '../../../src/domain/base/mode.js';
import type { Paid, World } from './world.js';

export function pick<Item>(world: World, items: readonly Item[]): Item {
  return items[below(world, items.length)] as Item;
}

export function below(world: World, limit: number): number {
  return Math.floor(world.random() * limit);
}

/** A tracking key that no other transfer has, also when the history is lived again. */
export function newKey(world: World): string {
  return `S${world.seed}W${world.number}N${++world.keys}`;
}

export function otherMode(mode: Mode): Mode {
  return mode === 'live' ? 'test' : 'live';
}

export function describe(world: World, payment: Paid): string {
  const order = payment.order === null ? 'no order' : `order ${world.orders.indexOf(payment.order)}`;
  const when = payment.order === null ? 0 : payment.paidAt - payment.order.expiresAt;
  return `${payment.trackingKey}: ${payment.amount} for ${order}, ${when} ms after expiry [${payment.flags}]`;
}
