// The tables of orders: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { byAge, declareTables } from '../table.js';
import { purgeKeys } from './idempotency-keys.js';
import { eraseOrders } from './order-erasure.js';
import { deleteNotes } from './order-notes.js';
import { renewTexts } from './order-texts.js';

const KEY_DAYS = 30; // D40

export const ordersTables = declareTables({
  clabe_reuses: {
    key: 'clabe',
    owner: 'orders/clabe-reuses.ts',
    holds: 'CLABEs of ended orders that may be used again, and from when on',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  orders: {
    key: 'account_id, livemode, id',
    owner: 'orders/',
    holds: 'orders; the folio is unique per account and mode',
    placement: 'by-account',
    kept: 'for good',
    personal: { erase: eraseOrders },
  },
  order_events: {
    key: 'account_id, livemode, order_id, sequence',
    owner: 'orders/order-events.ts',
    holds: 'the nth thing that happened to an order',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  event_positions: {
    key: 'account_id, livemode',
    owner: 'orders/order-events.ts',
    holds: 'where the list of events ends',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  idempotency_keys: {
    key: 'account_id, livemode, key',
    owner: 'orders/idempotency-keys.ts',
    holds: 'first answers to requests, for 30 days',
    placement: 'by-account',
    kept: byAge(KEY_DAYS, purgeKeys),
    personal: 'erased by its texts',
  },
  order_texts: {
    key: 'account_id, livemode, order_id',
    owner: 'orders/order-texts.ts',
    holds: 'what people search orders by',
    placement: 'by-account',
    kept: 'with its order',
    personal: { erase: renewTexts },
  },
  order_notes: {
    key: 'account_id, livemode, order_id, id',
    owner: 'orders/order-notes.ts',
    holds: 'what the people of a merchant wrote down about an order',
    placement: 'by-account',
    kept: 'with its order',
    personal: { erase: deleteNotes },
  },
  test_clocks: {
    key: 'account_id, id',
    owner: 'orders/test-clocks.ts',
    holds: 'frozen times of test mode',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
});
