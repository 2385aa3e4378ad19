// Test clocks of a merchant (D47): make one, advance it, and see the orders that live by it.
import { makeTestClock, moveTestClock, requireTestClock } from '../../../actions/orders/move-test-clock.js';
import type { Deps } from '../../../deps.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import { AppError } from '../../../errors/errors.js';
import { listClockOrders } from '../../../store/orders/test-clocks.js';
import { Refusal, textIn, timeIn } from '../refusal.js';
import { type MerchantVisit, type Page, paramIn, type Visits } from '../visit.js';
import { clocksList } from './clocks-list.js';
import { renderClockPage } from './clocks-page.js';
import { CLOCKS_DONE, CLOCKS_TEXTS } from './texts.js';

const ORDERS_SHOWN = 25;
const STEPS = [1, 24, 72, 720] as const;

export function clocksRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.merchant;
  const clocksPage = clocksList(visits, deps);
  const clockPage: Page<MerchantVisit> = async (visit) => {
    const { scope } = visit.merchant;
    if (scope.mode === 'live') throw new AppError('test_clock_not_found');
    const clock = await requireTestClock(deps, scope.accountId, paramIn(visit));
    const ids = await listClockOrders(deps.db, scope.accountId, { clockId: clock.id, limit: ORDERS_SHOWN });
    const orders = await Promise.all(ids.map((uuid) => deps.orders.find(scope, uuid)));
    return renderClockPage(visit.frame, {
      clock,
      orders: orders.filter((order) => order !== null),
      limit: ORDERS_SHOWN,
    });
  };
  show('/clocks/:id', 'develop', clockPage);

  act('/clocks', 'develop', { page: clocksPage, backTo: '/clocks', done: CLOCKS_DONE.created }, async (visit) => {
    requireTest(visit);
    const { id } = await makeTestClock(deps, visit.merchant.scope.accountId, wantedTime(visit, 'frozen_time'));
    return { to: `/clocks/${id}` };
  });
  const clockForm = { page: clockPage, backTo: '/clocks/:id', done: CLOCKS_DONE.advanced };
  act('/clocks/:id/advance', 'develop', clockForm, async (visit) => {
    requireTest(visit);
    const { accountId } = visit.merchant.scope;
    const clock = await requireTestClock(deps, accountId, paramIn(visit));
    // A second click, or a page from before another move: a step counts from the time that the page showed.
    if (textIn(visit, 'seen') !== new Date(clock.frozenTime).toISOString())
      throw new Refusal(CLOCKS_TEXTS[visit.frame.language].stale);
    const hours = STEPS.find((step) => String(step) === textIn(visit, 'hours'));
    const to = hours === undefined ? wantedTime(visit, 'to') : clock.frozenTime + hours * HOUR_MS;
    return moveTestClock(deps, accountId, { id: clock.id, to: to ?? clock.frozenTime });
  });
}

function wantedTime(visit: MerchantVisit, name: string): number | undefined {
  const at = timeIn(visit, name);
  const { badTime } = CLOCKS_TEXTS[visit.frame.language];
  // Beyond that, times do not fit into what clients read.
  if (at !== null && !(at >= 0 && at < LAST_TIME)) throw new Refusal(badTime, { [name]: badTime });
  return at ?? undefined;
}

const LAST_TIME = Date.UTC(2100, 0, 1);

function requireTest({ merchant }: MerchantVisit): void {
  if (merchant.scope.mode === 'live') throw new AppError('test_mode_only');
}
