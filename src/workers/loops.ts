// Lists all background loops and how often they run. Loops write only through actions; the delivery engine is the only
// exception, because it claims and records by itself.
import { expireOrders } from '../actions/expire-orders.js';
import { switchOffHopeless } from '../actions/manage-endpoint.js';
import { matchLeftBehind } from '../actions/match-open.js';
import { purgeAttempts, purgeIdempotencyKeys, purgeSmsCountsOfPastDays } from '../actions/purge.js';
import { refreshRates } from '../actions/refresh-rates.js';
import { releaseFunds } from '../actions/release-funds.js';
import { unblockDeliveries } from '../actions/unblock-deliveries.js';
import type { RateSource } from '../adapters/rates/rate-source.js';
import type { Deps } from '../deps.js';
import { createDeliveryEngine } from './delivery/engine.js';
import type { Loop } from './loop.js';

export function loops(deps: Deps): Loop[] {
  const engine = createDeliveryEngine(deps);
  return [
    ...(deps.rateSource === null ? [] : [refreshLoop(deps, deps.rateSource)]),
    { name: 'match notices', everyMs: 2_000, turn: () => matchLeftBehind(deps) },
    { name: 'expire orders', everyMs: 5_000, turn: async () => void (await expireOrders(deps)) },
    { name: 'release funds', everyMs: 30_000, turn: () => releaseFunds(deps) },
    engine.deliver,
    engine.heartbeat,
    { name: 'unblock deliveries', everyMs: 2_000, turn: () => unblockDeliveries(deps) },
    { name: 'switch off hopeless endpoints', everyMs: 60_000, turn: () => switchOffHopeless(deps) },
    { name: 'note key uses', everyMs: 5_000, turn: () => deps.credentials.flushUses() },
    { name: 'purge idempotency keys', everyMs: 600_000, turn: () => purgeIdempotencyKeys(deps) },
    { name: 'purge SMS counts', everyMs: 600_000, turn: () => purgeSmsCountsOfPastDays(deps) },
    { name: 'purge delivery attempts', everyMs: 600_000, turn: () => purgeAttempts(deps) },
  ];
}

function refreshLoop(deps: Deps, source: RateSource): Loop {
  const everyMs = deps.settings.rateRefreshMinutes * 60_000;
  return {
    name: 'refresh rates',
    everyMs,
    atStart: true,
    turn: async () => void (await refreshRates({ ...deps, source })),
  };
}
