// The tables of webhooks: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { byWalk, declareTables } from '../table.js';
import { eraseAttempts, nextAttemptScope, purgeAttempts } from './attempts.js';
import { nextPurgedLane, purgeDeliveries } from './deliveries/purging.js';

/** As long as idempotent answers: long enough to investigate a complaint. */
const ATTEMPT_DAYS = 30;

export const webhooksTables = declareTables({
  webhook_endpoints: {
    key: 'account_id, livemode, id',
    owner: 'webhooks/',
    holds: 'addresses that merchants want webhooks at',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  webhook_deliveries: {
    key: 'account_id, livemode, endpoint_id, order_id, sequence',
    owner: 'webhooks/deliveries/',
    holds: 'which event is due at which endpoint',
    placement: 'by-account',
    kept: byWalk(
      'deliveries',
      ({ deliveryDays }) => deliveryDays,
      () => ({ next: nextPurgedLane, purge: purgeDeliveries }),
    ),
    personal: 'nothing',
  },
  webhook_attempts: {
    key: 'account_id, livemode, order_id, sequence, endpoint_id, number',
    owner: 'webhooks/attempts.ts',
    holds: 'every attempt, with its bytes, for 30 days',
    placement: 'by-account',
    kept: byWalk(
      'attempts',
      () => ATTEMPT_DAYS,
      () => ({ next: nextAttemptScope, purge: purgeAttempts }),
    ),
    personal: { erase: eraseAttempts },
  },
  webhook_replays: {
    key: 'account_id, livemode, endpoint_id, id',
    owner: 'webhooks/replays.ts',
    holds: 'ranges of events on their way once more, and how far they have come',
    placement: 'by-account',
    kept: 'until it ends',
    personal: 'nothing',
  },
  webhook_workers: {
    key: 'id',
    owner: 'webhooks/workers.ts',
    holds: 'processes that deliver, and when they were last seen',
    placement: 'coordinator',
    kept: 'until it ends',
    personal: 'nothing',
  },
});
