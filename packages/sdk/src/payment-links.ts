// Links that lead to a checkout page with a price of yours: for a message, a post or a QR code.
import type { Client } from './client.js';
import type { CallOptions } from './options.js';
import type { NewPaymentLink, QueryOf } from './types.js';

export function paymentLinks({ call, list }: Client) {
  return {
    /** Send its `url` to your customers. */
    create: (link: NewPaymentLink, options?: CallOptions) => call('POST /v1/payment_links', { body: link, options }),

    get: (id: string, options?: CallOptions) => call('GET /v1/payment_links/{id}', { ids: [id], options }),

    /** Newest first. */
    list: (query?: QueryOf<'GET /v1/payment_links'>, options?: CallOptions) =>
      list('GET /v1/payment_links', { query, options }),

    /** Nobody can buy with it any more; orders that were made stay. */
    deactivate: (id: string, options?: CallOptions) =>
      call('POST /v1/payment_links/{id}/deactivate', { ids: [id], options }),
  };
}
