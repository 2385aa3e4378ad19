// Operators and merchants decide about money: give it back, keep it, undo its match, or say that it never came.
import assert from 'node:assert/strict';
import { acceptPayment, returnPayment } from '../../../src/actions/money/decide-payment.js';
import { takeBackPayment, voidPayment } from '../../../src/actions/money/undo-payment.js';
import { putAll, shareAnew } from './arrive.js';
import { keep } from './balance.js';
import { describe, pick } from './chance.js';
import { attempt, idOf } from './refusal.js';
import { GRACE, type Owed, type Paid, type World } from './world.js';

/** D43: an operator returns what waits. */
export async function giveBack(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const { order } = payment;
  const hasEnded = order?.status === 'expired' || order?.status === 'canceled';
  const parts = hasEnded ? payment.applied - payment.accepted : 0n;
  const odd = payment.unmatched + payment.held + payment.surplus + parts;
  const { deps } = world.service;
  const done = await attempt(returnPayment(deps, { paymentId: await idOf(world, payment), actor: 'model' }));
  assert.equal(done, odd > 0n, `return of ${describe(world, payment)}`);
  if (!done) return 'return nothing';
  if (order !== null) order.received -= order.status === 'paid' ? payment.surplus : parts;
  Object.assign(payment, { unmatched: 0n, held: 0n, surplus: 0n });
  payment.applied -= parts;
  payment.returned += odd;
  return `return ${describe(world, payment)}`;
}

/** D43, D86: a merchant is given what waits. */
export async function keepMoney(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const { order, held, surplus } = payment;
  const hasEnded = order?.status === 'expired' || order?.status === 'canceled';
  const parts = hasEnded ? payment.applied - payment.accepted : 0n;
  const { deps } = world.service;
  const done = await attempt(acceptPayment(deps, { paymentId: await idOf(world, payment), actor: 'model' }));
  assert.equal(done, payment.unmatched === 0n && held + surplus + parts > 0n, `accept ${describe(world, payment)}`);
  if (!done) return 'accept nothing';
  if (order !== null && held > 0n && canPay(order, held)) payWithHeld(world, order, payment);
  else {
    if (order !== null) order.received -= order.status === 'paid' ? surplus : parts;
    Object.assign(payment, { held: 0n, surplus: 0n, applied: payment.applied + held + surplus });
    keep(world, payment, held + surplus + parts);
  }
  return `accept ${describe(world, payment)}`;
}

function canPay(order: Owed, held: bigint): boolean {
  return order.status === 'pending' || (order.status === 'expired' && order.received + held >= order.amount);
}

/** Whatever the policies say. */
function payWithHeld({ now, delayMs }: World, order: Owed, payment: Paid): void {
  const owed = order.amount - order.received;
  const { held } = payment;
  const applied = held < owed ? held : owed;
  const flags = [...payment.flags];
  if (payment.paidAt > order.expiresAt) flags.push(payment.paidAt > order.expiresAt + GRACE ? 'too_late' : 'late');
  if (held !== owed) flags.push(held < owed ? 'short' : 'over');
  payment.flags = [...new Set(flags)];
  payment.held = 0n;
  payment.applied += applied;
  payment.surplus += held - applied;
  order.received += held;
  if (held >= owed) Object.assign(order, { status: 'paid', acceptedAt: now, released: delayMs === 0 });
}

/** D75: a wrong match is undone. */
export async function undoMatch(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const isVoided = payment.flags.includes('voided');
  const isRefunded = payment.order !== null && payment.order.refunded > 0n;
  const allowed = isVoided || (payment.order !== null && !isRefunded && isUndoable(payment));
  const { deps } = world.service;
  const call = { paymentId: await idOf(world, payment), note: 'model', actor: 'model' };
  assert.equal(await attempt(takeBackPayment(deps, call)), allowed, `take back ${describe(world, payment)}`);
  if (!allowed) return 'take back nothing';
  const { order } = payment;
  const owner = world.customerClabes.get(payment.destination);
  const isOwned = owner?.mode === payment.mode;
  putAll(payment, isOwned ? 'held' : 'unmatched');
  Object.assign(payment, { order: null, owner: isOwned ? owner : null, flags: ['unknown'] });
  if (!isVoided) shareAnew(world, order);
  return `take back ${describe(world, payment)}`;
}

/** D75, D87: the rail never had it, whatever was done with its money. */
export async function voidBooking(world: World): Promise<string | null> {
  if (world.payments.length === 0) return null;
  const payment = pick(world, world.payments);
  const isVoided = payment.flags.includes('voided');
  const { deps } = world.service;
  const call = { paymentId: await idOf(world, payment), note: 'model', actor: 'model' };
  const done = await attempt(voidPayment(deps, call));
  assert.equal(done, isVoided || (isUndoable(payment) && !payment.isShown), `void ${describe(world, payment)}`);
  if (!done || isVoided) return 'void nothing';
  putAll(payment, 'returned');
  payment.flags.push('voided');
  shareAnew(world, payment.order);
  return `void ${describe(world, payment)}`;
}

function isUndoable(payment: Paid): boolean {
  return !payment.flags.includes('reversed') && payment.sentBack === 0n;
}
