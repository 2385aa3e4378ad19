// Charges that customers pay at stores and banks (v1), and those stores and banks.
import type { Client } from './client.js';
import type { CallOptions, CreateOptions } from './options.js';
import type { BodyOf, NewCharge, NewRefund, QueryOf } from './types.js';

export function charges({ call, list }: Client) {
  return {
    /** Creates a charge. `instructions` in the answer tell your customer how to pay. */
    create: (charge: NewCharge, options?: CreateOptions) => call('POST /v1/charges', { body: charge, options }),

    /** The charge as it is now; finds v2 orders, too. */
    get: (id: string, options?: CallOptions) => call('GET /v1/charges/{id}', { ids: [id], options }),

    /** Newest first; v2 orders are among them. */
    list: (query?: QueryOf<'GET /v1/charges'>, options?: CallOptions) => list('GET /v1/charges', { query, options }),

    /** Only while it is pending. */
    cancel: (id: string, options?: CallOptions) => call('POST /v1/charges/{id}/cancel', { ids: [id], options }),

    /** Without an amount: everything that is left. */
    refund: (id: string, refund: NewRefund = {}, options?: CallOptions) =>
      call('POST /v1/charges/{id}/refunds', { ids: [id], body: refund, options }),

    /** Sends the instructions to the phone number of the charge, or to the one given. */
    sendSms: (id: string, sms: BodyOf<'POST /v1/charges/{id}/sms'> = {}, options?: CallOptions) =>
      call('POST /v1/charges/{id}/sms', { ids: [id], body: sms, options }),

    /** What arrived for the charge. */
    payments: (id: string, query?: QueryOf<'GET /v1/charges/{id}/payments'>, options?: CallOptions) =>
      list('GET /v1/charges/{id}/payments', { ids: [id], query, options }),

    refunds: (id: string, query?: QueryOf<'GET /v1/charges/{id}/refunds'>, options?: CallOptions) =>
      list('GET /v1/charges/{id}/refunds', { ids: [id], query, options }),
  };
}

export function providers({ call }: Client) {
  return {
    /** Those that a charge of the account can be paid at; with `order_total` those that accept it. */
    list: (query?: QueryOf<'GET /v1/providers'>, options?: CallOptions) =>
      call('GET /v1/providers', { query, options }),

    /** The same list as everybody sees it, whatever the key. */
    listPublic: (query?: QueryOf<'GET /v1/providers/true'>, options?: CallOptions) =>
      call('GET /v1/providers/true', { query, options }),
  };
}
