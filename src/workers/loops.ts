// Lists all background loops and how often they run. Loops write through actions, with two exceptions: the engines
// record by themselves, and what memory has gathered it writes itself.

import { followSecretKey } from '../actions/keeping/change-secret-key.js';
import { checkNewBooks } from '../actions/keeping/check-books.js';
import { eraseOldOrders } from '../actions/keeping/erase-customer.js';
import { payByPlan } from '../actions/keeping/pay-by-plan.js';
import { PURGED_TABLES, purgeTable } from '../actions/keeping/purge.js';
import { sealAudit } from '../actions/keeping/seal-audit.js';
import { queueEmails } from '../actions/messages/queue-emails.js';
import { refreshCoinPrices } from '../actions/money/coins/refresh-coin-prices.js';
import { watchNode } from '../actions/money/coins/watch-chain.js';
import { keepLedgerDays } from '../actions/money/keep-ledger-days.js';
import { matchLeftBehind } from '../actions/money/match-open.js';
import { refreshRates } from '../actions/money/refresh-rates.js';
import { indexPayments } from '../actions/money/search/find-money.js';
import { countFigures } from '../actions/orders/count-figures.js';
import { expireOrders } from '../actions/orders/expire-orders.js';
import { indexOrders } from '../actions/orders/index-orders.js';
import { releaseFunds } from '../actions/orders/release-funds.js';
import { repriceOrders } from '../actions/orders/reprice-orders.js';
import { queueNews } from '../actions/people/news/queue-news.js';
import { noteRefusedSignIns } from '../actions/people/sign-in.js';
import { watchPools } from '../actions/points/watch-pools.js';
import { countNotices } from '../actions/rails/count-notices.js';
import { fundTransfers } from '../actions/transfers/fund-transfers.js';
import { continueReplays } from '../actions/webhooks/replay-events.js';
import { followSwitches, switchOffHopeless } from '../actions/webhooks/switch-endpoint.js';
import { unblockDeliveries } from '../actions/webhooks/unblock-deliveries.js';
import type { RateSource } from '../adapters/rates/rate-source.js';
import type { Deps } from '../deps.js';
import { ACT_READERS } from '../wire/people/act-readers.js';
import { createEmailEngine } from './engines/email-engine.js';
import { createNewsEngine } from './engines/news-engine.js';
import { createWebhookEngine } from './engines/webhook-engine.js';
import type { Loop } from './loop.js';

export function loops(deps: Deps): Loop[] {
  const { deliver, heartbeat } = createWebhookEngine(deps);
  const sending = [deliver, heartbeat, createEmailEngine(deps), createNewsEngine(deps)];
  // One process of a machine does what is seldom or small; if it dies, another takes its number.
  const isKeeper = deps.siblings.number === 1;
  return [...sending, ...(isKeeper ? keepingLoops(deps) : []), ...ownLoops(deps)];
}

function keepingLoops(deps: Deps): Loop[] {
  return [
    ...(deps.rateSource === null ? [] : [refreshLoop(deps, deps.rateSource)]),
    ...coinLoops(deps),
    { name: 'match notices', everyMs: 2_000, turn: () => matchLeftBehind(deps) },
    { name: 'expire orders', everyMs: 5_000, turn: async () => void (await expireOrders(deps)) },
    { name: 'pay by plan', everyMs: 60_000, turn: () => payByPlan({ ...deps, ...ACT_READERS }) },
    { name: 'release funds', everyMs: 30_000, turn: () => releaseFunds(deps) },
    { name: 'fund transfers', everyMs: 2_000, turn: () => fundTransfers(deps) },
    { name: 'seal the audit log', everyMs: 1_000, atStart: true, turn: () => sealAudit(deps) },
    { name: 'unblock deliveries', everyMs: 2_000, turn: () => unblockDeliveries(deps) },
    { name: 'follow switches of endpoints', everyMs: 1_000, turn: () => followSwitches(deps) },
    { name: 'replay events', everyMs: 1_000, turn: () => continueReplays(deps) },
    { name: 'queue e-mails', everyMs: 1_000, turn: () => queueEmails(deps) },
    { name: 'queue news', everyMs: 20_000, turn: () => queueNews(deps) },
    { name: 'switch off hopeless endpoints', everyMs: 60_000, turn: () => switchOffHopeless(deps) },
    { name: 'watch pools', everyMs: 300_000, atStart: true, turn: () => watchPools(deps) },
    // What pages show. They stay behind the orders by themselves, and a page counts what they have not reached.
    { name: 'text orders', everyMs: 5_000, turn: () => indexOrders(deps) },
    { name: 'count notices', everyMs: 10_000, turn: () => countNotices(deps) },
    { name: 'text payments', everyMs: 5_000, turn: () => indexPayments(deps) },
    { name: 'count figures', everyMs: 30_000, turn: () => countFigures(deps) },
    { name: 'keep days of the books', everyMs: 600_000, turn: () => keepLedgerDays(deps) },
    { name: 'check the books', everyMs: 600_000, turn: () => checkNewBooks(deps) },
    ...purgeLoops(deps),
  ];
}

/** What every process does for its own memory, even one that leaves the other loops to others. */
export function ownLoops(deps: Deps): Loop[] {
  return [
    { name: 'follow the secret key', everyMs: 5_000, turn: () => followSecretKey(deps) },
    {
      name: 'note refused sign-ins',
      everyMs: 10_000,
      turn: () => noteRefusedSignIns(deps),
      onStop: () => noteRefusedSignIns(deps),
    },
    {
      name: 'note requests',
      everyMs: 1_000,
      turn: () => deps.requestLog.flush(),
      onStop: () => deps.requestLog.flush().catch(() => undefined), // the database may be gone
    },
    { name: 'note key uses', everyMs: 5_000, turn: () => deps.credentials.flushUses() },
  ];
}

/** Each step is small, so what has more to do goes on soon; others look again after some minutes. */
function purgeLoops(deps: Deps): Loop[] {
  const purges = [
    ...PURGED_TABLES.map((table) => ({ name: `purge ${table}`, purge: () => purgeTable(deps, table) })),
    { name: 'erase old customers', purge: () => eraseOldOrders(deps) },
  ];
  return purges.map(({ name, purge }) => ({
    name,
    everyMs: 600_000,
    moreAfterMs: 100,
    turn: purge,
  }));
}

/** Prices, new amounts of open orders, and a loop for each chain: a node that does not answer holds up no other. */
function coinLoops(deps: Deps): Loop[] {
  const coins = deps.chains.map(({ coin }) => coin);
  if (coins.length === 0) return [];
  return [
    {
      name: 'refresh prices of coins',
      everyMs: 60_000,
      atStart: true,
      turn: async () => void (await refreshCoinPrices(deps, deps.coinPriceSources, coins)),
    },
    { name: 'reprice orders', everyMs: 5_000, turn: async () => void (await repriceOrders(deps, coins)) },
    ...deps.chains.map((chain) => ({
      name: `watch ${chain.coin}`,
      everyMs: 5_000, // blocks of the fastest chain come every few seconds
      atStart: true,
      turn: () => watchNode(deps, chain),
    })),
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
