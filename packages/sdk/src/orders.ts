// Orders that customers pay by SPEI (v2).
import type { Client } from './client.js';
import type { CallOptions, CreateOptions } from './options.js';
import type { NewOrder, NewRefund, QueryOf } from './types.js';

export function orders({ call, list }: Client) {
  return {
    /** Creates an order. Show your customer `payment.clabe` and `exchange.finalAmount`. */
    create: (order: NewOrder, options?: CreateOptions) => call('POST /v2/orders', { body: order, options }),

    /** The order as it is now. */
    get: (id: string, options?: CallOptions) => call('GET /v2/orders/{id}', { ids: [id], options }),

    /** Newest first. */
    list: (query?: QueryOf<'GET /v2/orders'>, options?: CallOptions) => list('GET /v2/orders', { query, options }),

    /** Only while it is pending. */
    cancel: (id: string, options?: CallOptions) => call('POST /v2/orders/{id}/cancel', { ids: [id], options }),

    /** Without an amount: everything that is left. */
    refund: (id: string, refund: NewRefund = {}, options?: CallOptions) =>
      call('POST /v2/orders/{id}/refunds', { ids: [id], body: refund, options }),

    /** What arrived for the order. */
    payments: (id: string, query?: QueryOf<'GET /v2/orders/{id}/payments'>, options?: CallOptions) =>
      list('GET /v2/orders/{id}/payments', { ids: [id], query, options }),

    refunds: (id: string, query?: QueryOf<'GET /v2/orders/{id}/refunds'>, options?: CallOptions) =>
      list('GET /v2/orders/{id}/refunds', { ids: [id], query, options }),
  };
}
