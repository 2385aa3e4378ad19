// Orders of all merchants, for the operator.
import type { Deps } from '../../../deps.js';
import type { Visits } from '../visit.js';
import { allOrdersList } from './all-orders-list.js';
import { renderAnyOrderPage } from './all-orders-page.js';
import { showAnyOrder } from './all-orders-view.js';

export function allOrdersRoutes(visits: Visits, deps: Deps): void {
  allOrdersList(visits, deps);
  visits.operator.show('/orders/:id', 'see', async ({ frame, request }) =>
    renderAnyOrderPage(frame, await showAnyOrder(deps, request.params['id'] ?? '')),
  );
}
