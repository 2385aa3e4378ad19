// Orders are created, canceled and expire; time passes and makes money available.
import assert from 'node:assert/strict';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { releaseFunds } from '../../../src/actions/orders/release-funds.js';
import { parseOrderId } from '../../../src/domain/base/identity.js';
import { credentialOf } from '../../support/made-orders.js';
import { chargeBody, orderBody } from '../../support/service.js';
import { below, pick } from './chance.js';
import { setPrice } from './coins.js';
import { HOUR, type Owed, type World } from './world.js';

export async function create(world: World): Promise<string | null> {
  if (world.orders.length >= 4) return null; // few, so that much happens to each
  const owner = pick(world, world.owners);
  const amount = pick(world, [10_000n, 10_000n, 20_000n, 15_001n, 2_500n]);
  const kind = pick(world, ['spei', 'cash', 'cash', 'crypto', 'crypto'] as const);
  const made = await makeOrder(world, { owner, kind, amount });
  world.orders.push({
    owner,
    kind,
    amount,
    status: 'pending',
    received: 0n,
    refunded: 0n,
    acceptedAt: 0,
    released: false,
    waiting: 0n,
    createdAt: world.now,
    shownAt: world.now,
    ...made,
  });
  return `create ${kind} ${amount} as order ${world.orders.length - 1}${made.hasCustomer ? ' of a customer' : ''}`;
}

type Made = Pick<Owed, 'id' | 'destination' | 'hasCustomer' | 'expiresAt' | 'shown'>;
type Wanted = Pick<Owed, 'owner' | 'kind' | 'amount'>;

function makeOrder(world: World, wanted: Wanted): Promise<Made> {
  if (wanted.kind === 'crypto') return makeCoinOrder(world, wanted);
  return wanted.kind === 'cash' ? makeCharge(world, wanted) : makeSpeiOrder(world, wanted);
}

async function makeCharge(world: World, { owner, amount }: Wanted): Promise<Made> {
  const body = chargeBody({ order_price: Number(amount) / 100 });
  const reply = await world.service.call('POST', '/v1/charges', { key: owner.key, body });
  assert.equal(reply.status, 200, reply.text);
  const reference: string = reply.json.instructions.details.order_reference_number;
  const destination = reference.replace(/[ -]/g, '');
  const id = parseOrderId(reply.json.id) ?? '';
  return { id, destination, hasCustomer: false, expiresAt: world.now + 24 * HOUR, shown: null };
}

async function makeSpeiOrder(world: World, { owner, amount }: Wanted): Promise<Made> {
  const customer = below(world, 2) === 0 ? `c${world.seed}` : null;
  const body = orderBody({
    product: { id: 'P', price: Number(amount) / 100, name: 'Funda' },
    customer: { name: 'Ana', email: 'ana@example.com', ...(customer && { id: customer }) },
  });
  const reply = await world.service.call('POST', '/v2/orders', { key: owner.key, body });
  assert.equal(reply.status, 200, reply.text);
  const destination: string = reply.json.payment.clabe;
  if (customer !== null) world.customerClabes.set(destination, owner);
  const id = parseOrderId(reply.json.id) ?? '';
  return { id, destination, hasCustomer: customer !== null, expiresAt: world.now + 48 * HOUR, shown: null };
}

/** At the price of this moment; test mode has one of its own. */
async function makeCoinOrder(world: World, { owner, amount }: Wanted): Promise<Made> {
  const centavos = await setPrice(world);
  const merchant = await credentialOf(world.service, owner.key);
  const { uuid: id, reference, expiry } = await world.service.order('BTC', amount, merchant);
  assert.ok(reference);
  const shown = owner.mode === 'live' ? { centavos, at: world.now } : null;
  return { id, destination: reference, hasCustomer: false, expiresAt: expiry.at, shown };
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
