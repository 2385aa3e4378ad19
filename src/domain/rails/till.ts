// What a till may know of an order before its customer pays (D45).
import type { Order } from '../order.js';

export type TillQuote = {
  readonly isPayable: boolean;
  /** What is left to pay, in centavos; nothing where it cannot be paid. */
  readonly outstanding: bigint;
  readonly productName: string;
  readonly expiresAt: number;
};

/** Payable while the order waits and its time has not passed. */
export function quoteForTill(order: Order, now: number): TillQuote {
  const isPayable = order.status === 'pending' && order.expiry.at > now;
  return {
    isPayable,
    outstanding: isPayable ? order.amount - order.received : 0n,
    productName: order.product.name,
    expiresAt: order.expiry.at,
  };
}
