// What an open page is told about its order: enough to notice that anything it shows has changed.
import { createHash } from 'node:crypto';
import { toJsonNumber } from '../../domain/base/money.js';
import type { Status } from '../../domain/orders/order.js';
import { type ShownStatus, shownStatusOf, statusAt } from '../../domain/orders/shown-status.js';
import type { WatchedPay } from '../../memory/pay-watch.js';

type ToldState = {
  readonly status: Status;
  readonly expired: boolean;
  readonly state: ShownStatus;
  readonly received: number;
  readonly refunded: number;
  readonly surplus: number;
  /** Differs whenever the page would. */
  readonly version: string;
};

export function toldState(order: WatchedPay, clockTime: number): ToldState {
  const now = order.frozenTime ?? clockTime;
  const status = statusAt(order, now);
  return {
    status,
    expired: now >= order.expiry.at,
    state: shownStatusOf(order, now, order.returns),
    received: toJsonNumber(order.received),
    refunded: toJsonNumber(order.refunded),
    surplus: toJsonNumber(order.surplus),
    version: versionOf(order, status),
  };
}

function versionOf(order: WatchedPay, status: Status): string {
  const { received, surplus, held, refunded, pointCode, returnSteps, expiry, pricedAt, coinSteps } = order;
  const sums = [received, surplus, held, refunded].map(String);
  const text = JSON.stringify([status, ...sums, pointCode, returnSteps, expiry.at, pricedAt, coinSteps]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
