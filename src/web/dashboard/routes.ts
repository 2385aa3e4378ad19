// The dashboard: merchants see their orders and act on them; the operator decides about payments and edits payment
// points (D2, D43, D55, D56). Pages show the same data as the API, and every form calls the same action as the API.
// Everything works without a script.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import type { ServerState } from '../../http/server.js';
import { allOrdersRoutes } from './all-orders/all-orders-routes.js';
import { allPaymentsRoutes } from './all-payments/all-payments-routes.js';
import { approvalsRoutes } from './approvals/approvals-routes.js';
import { auditRoutes } from './audit/audit-routes.js';
import { clocksRoutes } from './clocks/clocks-routes.js';
import { eventsRoutes } from './events/events-routes.js';
import { homeRoutes } from './home/home-routes.js';
import { inboxRoutes } from './inbox/inbox-routes.js';
import { keysRoutes } from './keys/keys-routes.js';
import { ledgerRoutes } from './ledger/ledger-routes.js';
import { linksRoutes } from './links/links-routes.js';
import { merchantsRoutes } from './merchants/merchants-routes.js';
import { messagesRoutes } from './messages/messages-routes.js';
import { moneyRoutes } from './money/money-routes.js';
import { ordersRoutes } from './orders/orders-routes.js';
import { peopleRoutes } from './people/people-routes.js';
import { pointsRoutes } from './points/points-routes.js';
import { railsRoutes } from './rails/rails-routes.js';
import { ratesRoutes } from './rates/rates-section.js';
import { receiveVisits } from './receive-visits.js';
import { reconciliationRoutes } from './reconciliation/reconciliation-routes.js';
import { requestsRoutes } from './requests/requests-routes.js';
import { settingsRoutes } from './settings/settings-routes.js';
import { todayRoutes } from './today/today-routes.js';
import { transfersRoutes } from './transfers/transfers-routes.js';
import { webhooksRoutes } from './webhooks/webhooks-routes.js';

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  app.register(
    async (pages) => {
      const visits = receiveVisits(pages, deps, state);
      homeRoutes(visits, deps);
      ordersRoutes(visits, deps);
      linksRoutes(visits, deps);
      moneyRoutes(visits, deps);
      webhooksRoutes(visits, deps);
      eventsRoutes(visits, deps);
      requestsRoutes(visits, deps);
      keysRoutes(visits, deps);
      clocksRoutes(visits, deps);
      messagesRoutes(visits, deps);
      settingsRoutes(visits, deps);
      pointsRoutes(visits, deps);
      todayRoutes(visits, deps);
      inboxRoutes(visits, deps);
      approvalsRoutes(visits, deps);
      transfersRoutes(visits, deps);
      reconciliationRoutes(visits, deps);
      allOrdersRoutes(visits, deps);
      allPaymentsRoutes(visits, deps);
      merchantsRoutes(visits, deps);
      railsRoutes(visits, deps);
      ratesRoutes(visits, deps);
      ledgerRoutes(visits, deps);
      auditRoutes(visits, deps);
      peopleRoutes(visits, deps);
    },
    { prefix: '/dashboard' },
  );
}
