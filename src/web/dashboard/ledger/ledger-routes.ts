// The books at the desk (D48): balances, movements, and a check that goes on beside the requests.
import { checkBeside } from '../../../actions/keeping/check-books.js';
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { HOUSE_ACCOUNT } from '../../../domain/accounts/account.js';
import { isUuid } from '../../../domain/base/identity.js';
import { toPage } from '../../../domain/base/paging.js';
import { LEDGER_ACCOUNTS } from '../../../domain/money/ledger.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { findBalances } from '../../../store/money/balances.js';
import { type CheckedBook, listChecks } from '../../../store/money/book-checks.js';
import { listBalances, listMovements, sumBalances } from '../../../store/money/ledger-lists.js';
import { mayOf } from '../frame/frame.js';
import { askIn, choiceIn, modeIn, type Query } from '../ui/list-query.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import type { ChecksView } from './check-card.js';
import { type MovementsView, renderLedgerPage, renderMovementsPage } from './ledger-page.js';
import { LEDGER_TEXTS } from './texts.js';

const MERCHANTS_SHOWN = 100;
const MOVEMENTS_A_PAGE = 25;
const CHECKS_SHOWN = 5;

export function ledgerRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => {
    const mode = modeIn(visit.request.query);
    const { all, house } = await sumBalances(deps.db, mode);
    const merchants = await listBalances(deps.db, mode, MERCHANTS_SHOWN);
    return renderLedgerPage(visit.frame, { mode, all, house, merchants, ...(await showChecks(deps, visit, 'ledger')) });
  };
  show('/ledger', 'see', page);
  const done = { es: LEDGER_TEXTS.es.started, en: LEDGER_TEXTS.en.started };
  act('/ledger/check', 'decide', { page, backTo: '/ledger', done }, (visit) =>
    checkBeside(deps, { what: 'ledger', actor: visit.actor }),
  );
  show('/ledger/:id', 'see', async ({ frame, request }) => {
    const { id = '' } = request.params;
    const account = id === 'house' ? null : isUuid(id) ? await findAccount(deps.db, id) : null;
    if (id !== 'house' && account === null) throw new AppError('not_found');
    const title = account?.name ?? LEDGER_TEXTS[frame.language].house;
    const accountId = account?.id ?? HOUSE_ACCOUNT;
    return renderMovementsPage(
      frame,
      await showMovements(deps, request.query, { title, accountId, path: `/ledger/${id}` }),
    );
  });
}

async function showMovements(
  { db }: Deps,
  query: Query,
  { title, accountId, path }: { readonly title: string; readonly accountId: string; readonly path: string },
): Promise<MovementsView> {
  const mode = modeIn(query);
  const scope = { accountId, mode };
  const account = choiceIn(query, 'account', LEDGER_ACCOUNTS);
  const ask = askIn(query, MOVEMENTS_A_PAGE);
  const found = await listMovements(db, scope, { account, ask });
  const balances = await findBalances(db, scope);
  return { title, path, mode, account, balances, page: toPage(found, ask, ({ id }) => id) };
}

export async function showChecks(deps: Deps, { visitor }: OperatorVisit, what: CheckedBook): Promise<ChecksView> {
  const checks = await listChecks(deps.db, what, CHECKS_SHOWN);
  return {
    checks,
    actors: await actorNames(
      deps,
      checks.map(({ startedBy }) => startedBy),
    ),
    now: deps.clock.now(),
    mayCheck: mayOf(visitor)('decide'),
  };
}
