// At which other points an order can be paid. Only points that take the order's own reference are a choice: nothing of
// the order changes then but where its customer goes, and money paid at the point before still names it.

import {
  canProcess,
  isUsable,
  kindOf,
  type PaymentPoint,
  type PointSnapshot,
  snapshotPoint,
} from '../points/payment-point.js';
import type { Order } from './order.js';
import { statusAt } from './shown-status.js';

/** A customer hardly needs more, and each one adds a rail that may pay the order. */
const MOST_CHANGES = 10;

/** The points that the customer may choose instead of the order's own; none if nothing may be changed. */
export function otherPoints(order: Order, points: readonly PaymentPoint[], now: number): readonly PaymentPoint[] {
  const { point, scope, amount } = order;
  if (point === null || order.reference === null || !isUntouched(order, now)) return [];
  const { method, identifiedBy, isScanned } = kindOf(point);
  if (identifiedBy !== 'reference' || !isScanned || (point.formerCodes ?? []).length >= MOST_CHANGES) return [];
  return points.filter(
    (other) =>
      other.code !== point.code &&
      other.kind === point.kind &&
      kindOf(other).method === method && // another method has another fee
      isUsable(other, scope.mode) &&
      canProcess(other, amount),
  );
}

/** Whether the order can be paid and no money has come. */
function isUntouched(order: Order, now: number): boolean {
  const { received, held, surplus } = order;
  return statusAt(order, now) === 'pending' && received === 0n && held === 0n && surplus === 0n;
}

/** The new point with all points before it. */
export function changedPoint(from: PointSnapshot, to: PaymentPoint, order: Pick<Order, 'scope'>): PointSnapshot {
  const former = [...(from.formerCodes ?? []), from.code].filter((code) => code !== to.code);
  return { ...snapshotPoint(to, order.scope.mode), formerCodes: [...new Set(former)] };
}
