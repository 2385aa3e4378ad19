// All routes for people: the customer page, the checkout, the dashboard, the documentation, the images of payment
// points, and `/`.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import type { ServerState } from '../http/server.js';
import { checkoutRoutes } from './checkout/routes.js';
import { DASHBOARD_SCRIPT, DASHBOARD_STYLE } from './dashboard/frame/assets.js';
import { dashboardRoutes } from './dashboard/sections.js';
import { DOCS_SCRIPT, DOCS_STYLE } from './docs/assets.js';
import { homeRoutes } from './docs/home-routes.js';
import { docsRoutes } from './docs/routes.js';
import { FORM_SCRIPT, PAY_SCRIPT, PAY_STYLE } from './pay/assets.js';
import { brandRoutes } from './pay/brand-files.js';
import { createCustomerPages } from './pay/customer-pages.js';
import { payRoutes } from './pay/routes.js';
import { pointImageRoutes } from './points/point-pictures.js';
import { assetRoutes } from './ui/asset.js';

export function webRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  const pages = createCustomerPages(deps);
  assetRoutes(app, state.strangers, [
    PAY_STYLE,
    PAY_SCRIPT,
    FORM_SCRIPT,
    DASHBOARD_STYLE,
    DASHBOARD_SCRIPT,
    DOCS_STYLE,
    DOCS_SCRIPT,
  ]);
  brandRoutes(app, deps);
  payRoutes(app, deps, { ...state, pages });
  checkoutRoutes(app, deps, { ...state, pages });
  dashboardRoutes(app, deps, state);
  pointImageRoutes(app, deps);
  docsRoutes(app, deps, state);
  homeRoutes(app, deps, state.strangers);
}
