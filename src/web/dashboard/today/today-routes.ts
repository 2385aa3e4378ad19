// The desk's first page, and the examination of the service.
import type { Deps } from '../../../deps.js';
import type { Visits } from '../visit.js';
import { renderDoctorPage } from './doctor-page.js';
import { renderTodayPage } from './today-page.js';
import { showDoctor, showToday } from './today-view.js';

export function todayRoutes({ operator: { show } }: Visits, deps: Deps): void {
  show('/today', 'see', async ({ frame }) => renderTodayPage(frame, await showToday(deps)));
  show('/doctor', 'see', async ({ frame }) => renderDoctorPage(frame, await showDoctor(deps)));
}
