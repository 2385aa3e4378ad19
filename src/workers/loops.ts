// The table of loops.

import { expireOrders } from '../actions/expire-orders.js';
import { matchLeftBehind } from '../actions/match-open.js';
import { refreshRates } from '../actions/refresh-rates.js';
import { releaseFunds } from '../actions/release-funds.js';
import type { RateSource } from '../adapters/rates/rate-source.js';
import type { Deps } from '../deps.js';
import { FAILING_LIMIT_MS } from '../domain/endpoint.js';
import { purgeKeys } from '../store/orders/idempotency-keys.js';
import { listHopeless, purgeAttempts, wakeWaiting } from '../store/webhooks/delivery-upkeep.js';
import { switchOff } from '../store/webhooks/endpoints.js';
import type { Loop } from './loop.js';

const DAY_MS = 86_400_000;
const IDEMPOTENCY_DAYS = 30; // D40
const ATTEMPT_DAYS = 30;
const PURGE_BATCH = 5_000;

export function loops(deps: Deps): Loop[] {
  return [
    ...(deps.rateSource === null ? [] : [refreshLoop(deps, deps.rateSource)]),
    { name: 'match notices', everyMs: 2_000, turn: () => matchLeftBehind(deps) },
    { name: 'expire orders', everyMs: 5_000, turn: async () => void (await expireOrders(deps)) },
    { name: 'settle orders', everyMs: 30_000, turn: () => releaseFunds(deps) },
    {
      name: 'wake waiting notices',
      everyMs: 2_000,
      turn: () => wakeWaiting(deps.db, deps.settings.webhookHoldMinutes * 60_000),
    },
    { name: 'switch off hopeless endpoints', everyMs: 60_000, turn: () => switchOffHopeless(deps) },
    { name: 'note key uses', everyMs: 5_000, turn: () => deps.credentials.flushUses() },
    { name: 'purge idempotency keys', everyMs: 600_000, turn: () => purgeIdempotencyKeys(deps) },
    { name: 'purge delivery attempts', everyMs: 600_000, turn: () => purgeOldAttempts(deps) },
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

/** Five days of nothing but failures: the endpoint is off, its notices are held (D52). */
async function switchOffHopeless(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  for (const { scope, id } of await listHopeless(deps.db, deps.clock.now() - FAILING_LIMIT_MS)) {
    await deps.db.transaction((tx) => switchOff(tx, scope, id));
    deps.log.warn({ endpoint: id }, 'a webhook endpoint failed for five days and is switched off');
  }
}

/** In small batches, so that no statement holds many rows for long. */
export async function purgeIdempotencyKeys(deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const before = deps.clock.now() - IDEMPOTENCY_DAYS * DAY_MS;
  while ((await purgeKeys(deps.db, before, PURGE_BATCH)) === PURGE_BATCH);
}

/** What was sent to receivers is kept as long as answers are: long enough to look into a complaint. */
async function purgeOldAttempts(deps: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const before = deps.clock.now() - ATTEMPT_DAYS * DAY_MS;
  while ((await purgeAttempts(deps.db, before, PURGE_BATCH)) === PURGE_BATCH);
}
