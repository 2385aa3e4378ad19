// What a till may see of an order before the customer pays (D45).
import type { Order } from '../orders/order.js';

export type TillQuote = {
  readonly isPayable: boolean;
  /** The amount left to pay, in centavos; zero if the order cannot be paid. */
  readonly outstanding: bigint;
  readonly productName: string;
  readonly expiresAt: number;
};

/** An order is payable while it is pending and has not expired. */
export function quoteForTill(order: Order, now: number): TillQuote {
  const isPayable = order.status === 'pending' && order.expiry.at > now;
  return {
    isPayable,
    outstanding: isPayable ? order.amount - order.received : 0n,
    productName: order.product.name,
    expiresAt: order.expiry.at,
  };
}
