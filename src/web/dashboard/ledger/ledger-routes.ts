// The books at the desk (D48): balances, movements, and a check that goes on beside the requests.
import { checkBeside } from '../../../actions/keeping/check-books.js';
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { listAccountNames } from '../../../store/accounts/account-names.js';
import { listDetails } from '../../../store/keeping/audit-search.js';
import { type CheckedBook, listChecks } from '../../../store/money/book-checks.js';
import { listBalances, sumBalances } from '../../../store/money/ledger-lists.js';
import { MOST_MERCHANTS } from '../ui/desk-parts.js';
import { modeIn } from '../ui/list-query.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { byHandRoutes } from './by-hand.js';
import type { ChecksView } from './check-card.js';
import { renderLedgerPage } from './ledger-page.js';
import { movementsList } from './movements-list.js';
import { reportRoutes } from './reports.js';
import { LEDGER_DONE } from './texts.js';

const MERCHANTS_SHOWN = 100;
const CHECKS_SHOWN = 5;

export function ledgerRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  const page: Page<OperatorVisit> = async (visit) => {
    // A form that was refused tells the mode of its page.
    const mode = modeIn({ ...visit.request.query, ...visit.form });
    const { all, house } = await sumBalances(deps.db, mode);
    const merchants = await listBalances(deps.db, mode, MERCHANTS_SHOWN);
    const names = await listAccountNames(deps.db, MOST_MERCHANTS);
    const closed = (await listDetails(deps.db, 'ledger.close')).map(({ subject }) => subject).sort();
    const checks = await showChecks(deps, 'ledger');
    return renderLedgerPage(visit.frame, {
      mode,
      all,
      house,
      merchants,
      names,
      closed: closed.at(-1) ?? null,
      ...checks,
    });
  };
  show('/ledger', 'see', page);
  act('/ledger/check', 'decide', { page, backTo: '/ledger', done: LEDGER_DONE.checking }, (visit) =>
    checkBeside(deps, { what: 'ledger', actor: visit.actor }),
  );
  byHandRoutes(visits, deps, page);
  reportRoutes(visits, deps);
  movementsList(visits, deps);
}

export async function showChecks(deps: Deps, what: CheckedBook): Promise<ChecksView> {
  const checks = await listChecks(deps.db, what, CHECKS_SHOWN);
  return {
    checks,
    actors: await actorNames(
      deps,
      checks.map(({ startedBy }) => startedBy),
    ),
    now: deps.clock.now(),
  };
}
