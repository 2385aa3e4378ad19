// The desk's first page, and the examination of the service.
import type { Deps } from '../../../deps.js';
import { coalesce } from '../../../memory/coalesce.js';
import type { Visits } from '../visit.js';
import { renderDoctorPage } from './doctor-page.js';
import { renderTodayPage } from './today-page.js';
import { showDoctor, showToday, type TodayView } from './today-view.js';

/** More people than a desk has. */
const MOST_WAITING = 1_000;

export function todayRoutes({ operator: { show } }: Visits, deps: Deps): void {
  // A dozen long reads, which are the same for everybody: who asks while they are under way shares the next ones.
  const look = coalesce<null, TodayView>({
    async run(asked) {
      const view = await showToday(deps);
      return asked.map(() => view);
    },
    maxBatch: MOST_WAITING,
    maxInFlight: 1,
    maxQueued: MOST_WAITING,
  });
  show('/today', 'see', async ({ frame }) => renderTodayPage(frame, await look(null)));
  show('/doctor', 'see', async ({ frame }) => renderDoctorPage(frame, await showDoctor(deps)));
}
