// A merchant's first page.
import type { Deps } from '../../../deps.js';
import type { Visits } from '../visit.js';
import { renderHomePage } from './home-page.js';
import { showHome } from './home-view.js';

export function homeRoutes({ merchant: { show } }: Visits, deps: Deps): void {
  show('/home', 'see', async ({ frame, merchant }) => renderHomePage(frame, await showHome(deps, merchant.scope)));
}
