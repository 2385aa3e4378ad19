// All routes for machines: both API generations, what merchants manage, the routes of rails, and health.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import type { ServerState } from '../http/server.js';
import { balanceRoutes } from './balance.js';
import { eventRoutes } from './events.js';
import { healthRoutes } from './health.js';
import { metricsRoutes } from './metrics.js';
import { orderChangeRoutes } from './order-changes.js';
import { paymentLinkRoutes } from './payment-links.js';
import { paymentRoutes, refundRoutes } from './payments.js';
import { providerRoutes } from './providers.js';
import { railRoutes } from './rails.js';
import { testModeRoutes } from './test-mode.js';
import { transferRoutes } from './transfers.js';
import { v1Routes } from './v1.js';
import { v2Routes } from './v2.js';
import { webhookRoutes } from './webhooks.js';

/** What a process without the API answers, for whoever watches it. */
export function watchRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  healthRoutes(app, deps, state.isDraining);
  metricsRoutes(app, deps, state.strangers);
}

export function apiRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  watchRoutes(app, deps, state);
  v2Routes(app, deps);
  v1Routes(app, deps);
  providerRoutes(app, deps);
  railRoutes(app, deps, state.strangers);
  orderChangeRoutes(app, deps);
  testModeRoutes(app, deps);
  balanceRoutes(app, deps);
  transferRoutes(app, deps);
  paymentRoutes(app, deps);
  refundRoutes(app, deps);
  paymentLinkRoutes(app, deps);
  webhookRoutes(app, deps);
  eventRoutes(app, deps, state.isDraining);
}
