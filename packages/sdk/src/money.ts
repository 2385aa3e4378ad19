// What arrived, what went back, what is on its way, and what it adds up to. All of it needs the private key.
import type { Client } from './client.js';
import type { CallOptions } from './options.js';
import type { QueryOf } from './types.js';

export function payments({ call, list }: Client) {
  return {
    /** Everything that arrived, newest first. */
    list: (query?: QueryOf<'GET /v1/payments'>, options?: CallOptions) => list('GET /v1/payments', { query, options }),

    get: (id: string, options?: CallOptions) => call('GET /v1/payments/{id}', { ids: [id], options }),

    /** Keeps money that waits for your decision. */
    accept: (id: string, options?: CallOptions) => call('POST /v1/payments/{id}/accept', { ids: [id], options }),

    /** Sends money that waits for your decision back to the customer. */
    return: (id: string, options?: CallOptions) => call('POST /v1/payments/{id}/return', { ids: [id], options }),
  };
}

export function refunds({ call, list }: Client) {
  return {
    /** Newest first. */
    list: (query?: QueryOf<'GET /v1/refunds'>, options?: CallOptions) => list('GET /v1/refunds', { query, options }),

    get: (id: string, options?: CallOptions) => call('GET /v1/refunds/{id}', { ids: [id], options }),
  };
}

export function balance({ call, list }: Client) {
  return {
    /** What is available, pending, held and outgoing. */
    get: (options?: CallOptions) => call('GET /v1/balance', { options }),

    /** The transactions behind it, newest first. */
    transactions: (query?: QueryOf<'GET /v1/balance/transactions'>, options?: CallOptions) =>
      list('GET /v1/balance/transactions', { query, options }),
  };
}

export function transfers({ call, list }: Client) {
  return {
    /** Newest first. */
    list: (query?: QueryOf<'GET /v1/transfers'>, options?: CallOptions) =>
      list('GET /v1/transfers', { query, options }),

    get: (id: string, options?: CallOptions) => call('GET /v1/transfers/{id}', { ids: [id], options }),

    /** A new link with which your customer says where the money goes. */
    link: (id: string, options?: CallOptions) => call('POST /v1/transfers/{id}/link', { ids: [id], options }),
  };
}
