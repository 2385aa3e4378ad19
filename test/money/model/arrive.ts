// What money that arrives becomes (D43, D45, D71): which order it pays, in which places it is, and how it is shared out anew.
import { GRACE, type Owed, type Paid, PLACES, type Place, type World } from './world.js';

export function arrive(world: World, payment: Paid): void {
  const known = world.payments.find((other) => other.trackingKey === payment.trackingKey);
  if (known !== undefined) {
    known.repeats++;
    return;
  }
  world.payments.push(payment);
  const order = orderFor(world, payment);
  if (order !== null) {
    apply(world, order, payment);
    return;
  }
  const owner = world.customerClabes.get(payment.destination);
  payment.flags.push('unknown');
  if (owner?.mode === payment.mode) {
    payment.held = payment.amount;
    payment.owner = owner;
  } else payment.unmatched = payment.amount;
}

/** D71: a number of its own names one order; of a customer's orders the one with the best claim. */
function orderFor(world: World, payment: Paid): Owed | null {
  const own = world.orders.filter(
    (order) => order.destination === payment.destination && order.owner.mode === payment.mode,
  );
  if (own[0]?.hasCustomer !== true) return own[0] ?? null;
  const owes = (order: Owed) => order.amount - order.received === payment.amount;
  const open = own.filter(({ status }) => status === 'pending');
  const late = own
    .filter(({ status, expiresAt }) => status === 'expired' && payment.paidAt <= expiresAt + GRACE)
    .sort((one, other) => one.expiresAt - other.expiresAt);
  const inTime = late.filter(({ expiresAt }) => payment.paidAt <= expiresAt);
  return open.find(owes) ?? inTime.find(owes) ?? open[0] ?? late.find(owes) ?? late[0] ?? null;
}

/** D43, for money that has an order. D84: what was paid before a restore may have been returned already. */
function apply({ now, delayMs, restores }: World, order: Owed, payment: Paid): void {
  const { policies } = order.owner;
  const goesBack = payment.mode === 'test' || payment.paidAt > restores.last ? 'returned' : 'held';
  const place = (choice: string): Place => (choice === 'accept' ? 'surplus' : choice === 'hold' ? 'held' : goesBack);
  const set = (where: Place, ...flags: string[]) => {
    payment[where] += payment.amount;
    payment.flags.push(...flags);
  };
  Object.assign(payment, { order, owner: order.owner });
  if (order.status === 'paid') {
    set(place(policies.paid_again), 'paid_again');
    order.received += payment.surplus;
    return;
  }
  if (order.status === 'canceled') {
    set(place(policies.canceled), 'canceled');
    return;
  }
  const late = payment.paidAt > order.expiresAt;
  const tooLate = payment.paidAt > order.expiresAt + GRACE;
  if (late) {
    const name = tooLate ? 'too_late' : 'late';
    if (policies[name] !== 'accept') {
      set(place(policies[name]), name);
      return;
    }
    payment.flags.push(name);
  }
  const owed = order.amount - order.received;
  if (payment.amount < owed) {
    set(policies.short === 'accept' ? 'applied' : place(policies.short), 'short');
    order.received += payment.applied;
    return;
  }
  payment.applied = owed;
  payment[place(policies.over)] += payment.amount - owed;
  if (payment.amount > owed) payment.flags.push('over');
  Object.assign(order, { status: 'paid', acceptedAt: now, released: delayMs === 0 });
  order.received = order.amount + payment.surplus;
}

/** D45: all of it goes back, and the others share the order out anew. */
export function takeBack(world: World, payment: Paid): void {
  const { order } = payment;
  putAll(payment, 'returned');
  payment.flags.push('reversed');
  shareAnew(world, order);
}

export function putAll(payment: Paid, where: Place): void {
  for (const place of PLACES) payment[place] = 0n;
  payment[where] = payment.amount;
  Object.assign(payment, { accepted: 0n, acceptedFee: 0n, acceptedIva: 0n });
  payment.flags = payment.flags.filter((flag) => flag !== 'accepted');
}

/** Surplus covers what the order owes again, what was paid first first. */
export function shareAnew(world: World, order: Owed | null): void {
  if (order === null) return;
  const others = ofOrder(world, order);
  const wasPaid = order.status === 'paid';
  const counted = (other: Paid) => other.applied - other.accepted + (wasPaid ? other.surplus : 0n);
  order.received = others.reduce((sum, other) => sum + counted(other), 0n);
  if (!wasPaid) return;
  if (order.received < order.amount) Object.assign(order, { status: 'pending', released: false });
  let owed = others.reduce((left, other) => left - other.applied + other.accepted, order.amount);
  for (const other of others.sort((one, two) => one.paidAt - two.paidAt)) {
    const more = other.surplus < owed ? other.surplus : owed;
    other.applied += more;
    other.surplus -= more;
    owed -= more;
  }
}

export function ofOrder(world: World, order: Owed | null): Paid[] {
  return order === null ? [] : world.payments.filter((payment) => payment.order === order);
}
