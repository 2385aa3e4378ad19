// The dashboard: merchants see their orders and act on them; the operator decides about payments and edits payment
// points (D2, D43, D55, D56). Pages show the same data as the API, and every form calls the same action as the API.
// There is no script.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import type { ServerState } from '../../http/server.js';
import { messagesRoutes } from './messages-routes.js';
import { moneyRoutes } from './money-routes.js';
import { ordersRoutes } from './orders-routes.js';
import { pointsRoutes } from './points-routes.js';
import { receiveVisits } from './visit.js';
import { redirectOldAddresses, webhooksRoutes } from './webhooks-routes.js';

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  app.register(
    async (pages) => {
      const visits = receiveVisits(pages, deps, state);
      ordersRoutes(visits, deps);
      webhooksRoutes(visits, deps);
      messagesRoutes(visits, deps);
      pointsRoutes(visits, deps);
      moneyRoutes(visits, deps);
      redirectOldAddresses(pages, deps);
    },
    { prefix: '/dashboard' },
  );
}
