// Everything that happened to your orders, in order. A program without a public address can live by this list alone.
import type { Client } from './client.js';
import { CobroError } from './errors.js';
import type { CallOptions } from './options.js';
import { pause } from './pause.js';
import type { OrderEvent, QueryOf } from './types.js';

const WAIT_SECONDS = 30;
const PAUSE_MS = 5_000;

export function events({ call, list }: Client) {
  const read = (query?: QueryOf<'GET /v1/events'>, options?: CallOptions) => list('GET /v1/events', { query, options });

  /** Every event after a cursor or the id of an event, and then each new one as it happens, until the signal. */
  async function* follow(
    query: { after?: string | undefined } = {},
    options: CallOptions = {},
  ): AsyncGenerator<OrderEvent, never> {
    let { after } = query;
    for (;;) {
      const page = await read({ after, wait: WAIT_SECONDS, limit: 100 }, options).catch((error: unknown) => {
        if (error instanceof CobroError && error.isTemporary) return null;
        throw error;
      });
      if (page === null) await pause(PAUSE_MS, options.signal);
      else yield* page.data;
      after = page?.next_cursor ?? after;
    }
  }

  return {
    /** Oldest first. With `wait` the call waits until there is an event. */
    list: read,
    follow,

    get: (id: string, options?: CallOptions) => call('GET /v1/events/{id}', { ids: [id], options }),

    /** Each attempt to deliver it: what was sent and what came back. */
    deliveries: (id: string, options?: CallOptions) => list('GET /v1/events/{id}/deliveries', { ids: [id], options }),

    /** One sentence per endpoint: why your shop did or did not get it. */
    explain: (id: string, options?: CallOptions) => call('GET /v1/events/{id}/explain', { ids: [id], options }),

    /** Sends it once more. */
    redeliver: (id: string, options?: CallOptions) => call('POST /v1/events/{id}/redeliver', { ids: [id], options }),
  };
}
