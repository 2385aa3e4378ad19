// Orders are created, canceled and expire; time passes and makes money available.
import assert from 'node:assert/strict';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { releaseFunds } from '../../../src/actions/orders/release-funds.js';
import { parseOrderId } from '../../../src/domain/base/identity.js';
import { chargeBody, orderBody } from '../../support/service.js';
import { below, pick } from './chance.js';
import { HOUR, type World } from './world.js';

export async function create(world: World): Promise<string | null> {
  if (world.orders.length >= 4) return null; // few, so that much happens to each
  const owner = pick(world, world.owners);
  const amount = pick(world, [10_000n, 10_000n, 20_000n, 15_001n, 2_500n]);
  const kind = pick(world, ['spei', 'cash', 'cash'] as const);
  const customer = kind === 'spei' && below(world, 2) === 0 ? `c${world.seed}` : null;
  const price = Number(amount) / 100;
  const reply =
    kind === 'cash'
      ? await world.service.call('POST', '/v1/charges', { key: owner.key, body: chargeBody({ order_price: price }) })
      : await world.service.call('POST', '/v2/orders', {
          key: owner.key,
          body: orderBody({
            product: { id: 'P', price, name: 'Funda' },
            customer: { name: 'Ana', email: 'ana@example.com', ...(customer && { id: customer }) },
          }),
        });
  assert.equal(reply.status, 200, reply.text);
  const destination: string =
    kind === 'cash' ? reply.json.instructions.details.order_reference_number : reply.json.payment.clabe;
  if (customer !== null) world.customerClabes.set(destination, owner);
  world.orders.push({
    id: parseOrderId(reply.json.id) ?? '',
    owner,
    kind,
    destination: destination.replace(/[ -]/g, ''),
    hasCustomer: customer !== null,
    amount,
    status: 'pending',
    received: 0n,
    refunded: 0n,
    acceptedAt: 0,
    released: false,
    waiting: 0n,
    expiresAt: world.now + (kind === 'cash' ? 24 : 48) * HOUR,
  });
  return `create ${kind} ${amount} as order ${world.orders.length - 1}${customer ? ' of a customer' : ''}`;
}

export async function cancel(world: World): Promise<string> {
  const order = pick(world, world.orders);
  const allowed = order.status === 'canceled' || (order.status === 'pending' && order.expiresAt > world.now);
  const reply = await world.service.call('POST', `/v1/charges/ch_${order.id}/cancel`, { key: order.owner.key });
  assert.equal(reply.status, allowed ? 200 : 409, `cancel: ${reply.text}`);
  if (allowed) order.status = 'canceled';
  return `cancel order ${world.orders.indexOf(order)}`;
}

export async function jump(world: World): Promise<string> {
  const ms = pick(world, [1_000, 1_000, 60_000, 601_000, 3 * HOUR, 25 * HOUR, 49 * HOUR]);
  world.now += ms;
  world.service.setTime(world.now);
  return `${ms} ms pass`;
}

export async function expire(world: World): Promise<string> {
  await expireOrders(world.service.deps);
  for (const order of world.orders)
    if (order.status === 'pending' && order.expiresAt <= world.now) order.status = 'expired';
  return 'expire what is due';
}

export async function settleDue(world: World): Promise<string> {
  await releaseFunds(world.service.deps);
  for (const order of world.orders)
    if (order.status === 'paid' && order.acceptedAt <= world.now - world.delayMs) order.released = true;
  return 'settle what is due';
}
