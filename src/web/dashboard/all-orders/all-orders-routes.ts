// Orders of all merchants, for the operator.
import type { Deps } from '../../../deps.js';
import type { Visits } from '../visit.js';
import { renderAllOrdersPage, renderAnyOrderPage } from './all-orders-page.js';
import { showAllOrders, showAnyOrder } from './all-orders-view.js';

export function allOrdersRoutes({ operator: { show } }: Visits, deps: Deps): void {
  show('/orders', 'see', async ({ frame, request }) =>
    renderAllOrdersPage(frame, await showAllOrders(deps, request.query)),
  );
  show('/orders/:id', 'see', async ({ frame, request }) =>
    renderAnyOrderPage(frame, await showAnyOrder(deps, request.params['id'] ?? '')),
  );
}
