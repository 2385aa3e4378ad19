// Applies a payment to its order (D36, D43). The function is pure, so repeated, reordered and late payments can be
// tested without a database. It judges by when the money was paid at the rail, never by when the notice arrived.
import type { EventType } from '../orders/event-types.js';
import { canBecome, changeTime, type Order, type Status, timelinessOf } from '../orders/order.js';
import { add, difference, type Entry, move, orderPosition, type Postings } from './ledger.js';
import { allIn, type Doubt, type PaidMoney, type PaymentFlag, type Split } from './payment.js';
import type { Policies, PolicyChoice } from './policy.js';

export type ApplyTerms = {
  readonly policies: Policies;
  readonly graceMs: number;
  /** Whether the net amount becomes available as soon as the order is paid. */
  readonly releasesAtOnce: boolean;
  /** Money that may not exist is held, whatever the policies say (D73, D90). A decision by hand has no such doubts. */
  readonly doubts?: readonly Doubt[];
  readonly now: number;
};

type AppliedPayment = {
  readonly split: Split;
  readonly flags: readonly PaymentFlag[];
  readonly order: Order;
  readonly postings: Postings;
  readonly entryKind: Entry['kind'];
  /** In the order they happened. */
  readonly events: readonly EventType[];
};

export function applyPayment(order: Order, money: PaidMoney, given: ApplyTerms): AppliedPayment {
  const terms = { ...given, now: changeTime(order, given.now) };
  const { policies, doubts = [] } = terms;
  if (doubts.length > 0) return aside(order, money, 'hold', doubts, terms.now);
  if (order.status === 'paid') return aside(order, money, policies.paid_again, ['paid_again'], terms.now);
  if (order.status === 'canceled') return aside(order, money, policies.canceled, ['canceled'], terms.now);
  const timeliness = timelinessOf(order, money.paidAt, terms.graceMs);
  const flags: PaymentFlag[] = timeliness === 'in_time' ? [] : [timeliness];
  if (timeliness !== 'in_time' && policies[timeliness] !== 'accept')
    return aside(order, money, policies[timeliness], flags, terms.now);

  const received = order.received + money.amount;
  if (received < order.amount) {
    return policies.short === 'accept'
      ? partly(order, money, flags, terms.now)
      : aside(order, money, policies.short, [...flags, 'short'], terms.now);
  }
  return fully(order, money, flags, terms);
}

/** The payment does not cover the order yet. The order stays open, and partial payments add up. */
function partly(order: Order, { amount }: PaidMoney, flags: readonly PaymentFlag[], now: number): AppliedPayment {
  const after = { ...order, received: order.received + amount, updatedAt: now };
  return {
    split: allIn('applied', amount),
    flags: [...flags, 'short'],
    order: after,
    postings: positionChange(order, after),
    entryKind: 'payment',
    events: ['charge.partial'],
  };
}

/** The payment covers the order. The account's policy makes any excess surplus, held or returned. */
function fully(order: Order, { amount }: PaidMoney, flags: readonly PaymentFlag[], terms: ApplyTerms): AppliedPayment {
  assertTransition(order.status, 'paid');
  const over = order.received + amount - order.amount;
  const restGoesTo = placeFor(terms.policies.over);
  const surplus = restGoesTo === 'surplus' ? over : 0n;
  const after: Order = {
    ...order,
    status: 'paid',
    acceptedAt: terms.now,
    updatedAt: terms.now,
    received: order.amount + surplus,
    surplus: order.surplus + surplus,
    held: order.held + (restGoesTo === 'held' ? over : 0n),
    released: terms.releasesAtOnce,
  };
  const postings = positionChange(order, after);
  return {
    split: { ...allIn('applied', amount - over), [restGoesTo]: over },
    flags: over > 0n ? [...flags, 'over'] : flags,
    order: after,
    postings: restGoesTo === 'surplus' ? postings : add(postings, move(over, 'rail', BOOKED_IN[restGoesTo])),
    entryKind: 'payment',
    events: [
      'charge.success',
      ...(flags.includes('late') ? (['charge.late'] as const) : []),
      ...(over > 0n ? (['charge.overpaid'] as const) : []),
      ...(over > 0n && restGoesTo === 'held' ? (['charge.held'] as const) : []),
    ],
  };
}

/** The order's status does not change. The money becomes surplus, is held or is returned. */
function aside(
  order: Order,
  { amount }: PaidMoney,
  choice: PolicyChoice,
  flags: readonly PaymentFlag[],
  now: number,
): AppliedPayment {
  const place = placeFor(choice);
  return {
    split: allIn(place, amount),
    flags,
    order: place === 'returned' ? order : { ...order, ...beside(order, { amount, place }), updatedAt: now },
    postings: move(amount, 'rail', BOOKED_IN[place]),
    entryKind: ASIDE_ENTRIES[place],
    events: ASIDE_EVENTS[place],
  };
}

/** Surplus counts towards a paid order; held money counts towards none. */
function beside(
  order: Order,
  { amount, place }: { readonly amount: bigint; readonly place: 'surplus' | 'held' },
): Partial<Order> {
  if (place === 'held') return { held: order.held + amount };
  return {
    received: order.received + (order.status === 'paid' ? amount : 0n),
    surplus: order.surplus + amount,
  };
}

const ASIDE_ENTRIES = { surplus: 'payment', held: 'hold', returned: 'return' } as const;
const ASIDE_EVENTS = { surplus: ['charge.overpaid'], held: ['charge.held'], returned: [] } as const;

/** Returned money is owed until its transfer is confirmed (D75). */
const BOOKED_IN = { surplus: 'surplus', held: 'held', returned: 'to_return' } as const;

/** Where money goes that the order does not need. */
function placeFor(choice: PolicyChoice): 'surplus' | 'held' | 'returned' {
  return choice === 'accept' ? 'surplus' : choice === 'hold' ? 'held' : 'returned';
}

/** The postings for a change in an order's money. */
export function positionChange(before: Order, after: Order): Postings {
  return difference(positionOf(after), positionOf(before));
}

function positionOf(order: Order): Postings {
  return orderPosition(order, { received: order.received, covered: order.status === 'paid', released: order.released });
}

function assertTransition(from: Status, to: Status): void {
  if (!canBecome(from, to)) throw new Error(`an order cannot go from ${from} to ${to}`);
}
