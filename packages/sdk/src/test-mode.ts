// What exists only with a test key: payments that nobody made, and clocks that can be set.
import type { Client } from './client.js';
import type { CallOptions } from './options.js';
import type { BodyOf, NewTestPayment } from './types.js';

export function testMode({ call }: Client) {
  return {
    /** Pays an order or a charge as if the customer had; in full unless a scenario is given. */
    pay: (id: string, payment: NewTestPayment = { scenario: 'exact' }, options?: CallOptions) =>
      call('POST /v1/test/orders/{id}/payments', { ids: [id], body: payment, options }),

    /** A clock that stands still. Create an order with `{ testClock: clock.id }` and it lives by that clock. */
    createClock: (clock: BodyOf<'POST /v1/test/clocks'> = {}, options?: CallOptions) =>
      call('POST /v1/test/clocks', { body: clock, options }),

    /** Moves it, and expires what is due before it answers. */
    advanceClock: (id: string, to: BodyOf<'POST /v1/test/clocks/{id}/advance'>, options?: CallOptions) =>
      call('POST /v1/test/clocks/{id}/advance', { ids: [id], body: to, options }),
  };
}
