// The addresses that get your webhooks.
import type { Client } from './client.js';
import type { CallOptions } from './options.js';
import type { EndpointChange, NewEndpoint, ReplayRange } from './types.js';

export function webhooks({ call }: Client) {
  return {
    list: (options?: CallOptions) => call('GET /v1/webhooks/stores', { options }),

    /** Registers an address. Keep the `secret` of the answer: it is shown only here and after a rotation. */
    create: (endpoint: NewEndpoint, options?: CallOptions) =>
      call('POST /v1/webhooks/stores', { body: endpoint, options }),

    get: (id: string, options?: CallOptions) => call('GET /v1/webhooks/stores/{id}', { ids: [id], options }),

    /** Changes its address or events, or switches it on with `{ status: 'active' }`. */
    update: (id: string, change: EndpointChange, options?: CallOptions) =>
      call('PUT /v1/webhooks/stores/{id}', { ids: [id], body: change, options }),

    /** Switches it off; what it would get is held. */
    deactivate: (id: string, options?: CallOptions) =>
      call('DELETE /v1/webhooks/stores/{id}/deactive', { ids: [id], options }),

    /** Deletes it and what was on its way to it. */
    delete: (id: string, options?: CallOptions) => call('DELETE /v1/webhooks/stores/{id}', { ids: [id], options }),

    /** Gives it a new secret; the one before signs for another 24 hours. */
    rotate: (id: string, options?: CallOptions) => call('POST /v1/webhooks/stores/{id}/rotate', { ids: [id], options }),

    /** Sends it the test webhook and says how that went. */
    ping: (id: string, options?: CallOptions) => call('POST /v1/webhooks/stores/{id}/ping', { ids: [id], options }),

    /** Sends it once more what came after an event, or in a span of time. */
    replay: (id: string, range: ReplayRange, options?: CallOptions) =>
      call('POST /v1/webhooks/stores/{id}/replay', { ids: [id], body: range, options }),
  };
}
