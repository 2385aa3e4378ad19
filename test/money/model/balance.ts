// What payments and orders make in the books of one owner, to the centavo (D23, D48, D86).
import { ofOrder } from './arrive.js';
import type { Owed, Owner, Paid, World } from './world.js';

/** D23, D48: what payments and orders make in the books of one owner. */
export function balanceOf(world: World, owner: Owner): Record<string, bigint> {
  const balance = {
    available: -owner.paidOut - owner.writtenOff,
    pending: 0n,
    held: 0n,
    surplus: 0n,
    fees: 0n,
    iva: 0n,
    refunded: 0n,
    returned: 0n,
  };
  for (const payment of world.payments.filter((one) => one.owner === owner)) {
    balance.held += payment.held + (payment.order?.status === 'paid' ? 0n : payment.applied - payment.accepted);
    balance.available += payment.accepted - payment.acceptedFee - payment.acceptedIva;
    balance.fees += payment.acceptedFee;
    balance.iva += payment.acceptedIva;
    balance.surplus += payment.surplus;
    if (!payment.flags.includes('voided')) balance.returned += payment.returned;
  }
  for (const order of world.orders.filter((one) => one.owner === owner)) {
    balance.available -= order.refunded - order.waiting;
    balance.refunded += order.refunded - order.waiting;
    if (order.status !== 'paid') continue;
    const { fee, iva } = feeOf(order);
    balance[order.released ? 'available' : 'pending'] += order.amount - fee - iva;
    balance.fees += fee;
    balance.iva += iva;
  }
  return balance;
}

export function freeOf(world: World, owner: Owner): bigint {
  const waiting = world.waiting.filter(({ order }) => order.owner === owner);
  return waiting.reduce((left, { amount }) => left - amount, balanceOf(world, owner)['available'] ?? 0n);
}

/** D86: down to the overdraft, and what of the order itself is pending. */
export function hasFunds(world: World, order: Owed, amount: bigint): boolean {
  const { fee, iva } = feeOf(order);
  const own = order.status === 'paid' && !order.released ? order.amount - fee - iva : 0n;
  return (balanceOf(world, order.owner)['available'] ?? 0n) + own + order.owner.overdraft >= amount;
}

function feeOf({ kind, amount }: Pick<Owed, 'kind' | 'amount'>, withFixed = true): { fee: bigint; iva: bigint } {
  const [percent, fixed] = kind === 'spei' ? [15n, 800n] : [29n, 300n];
  const fee = halfUp(amount * percent, 1_000n) + (withFixed ? fixed : 0n);
  return { fee, iva: halfUp(fee * 16n, 100n) };
}

/** D86: the fixed part once per order, and never more than the money. */
export function keep(world: World, payment: Paid, amount: bigint): void {
  const { order } = payment;
  const isFixedBorne =
    order?.status === 'paid' || [payment, ...ofOrder(world, order)].some(({ acceptedFee }) => acceptedFee > 0n);
  const usual = feeOf({ kind: order?.kind ?? 'spei', amount }, !isFixedBorne);
  const iva = usual.fee + usual.iva <= amount ? usual.iva : halfUp(amount * 16n, 116n);
  payment.acceptedFee += usual.fee + usual.iva <= amount ? usual.fee : amount - iva;
  payment.acceptedIva += iva;
  payment.accepted += amount;
  if (!payment.flags.includes('accepted')) payment.flags.push('accepted');
}

export const halfUp = (number: bigint, divisor: bigint) => (number + divisor / 2n) / divisor;
