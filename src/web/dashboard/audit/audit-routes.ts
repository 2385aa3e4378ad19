// The audit log at the desk (D79): search it, and verify its chain.
import { checkBeside } from '../../../actions/keeping/check-books.js';
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import { toPage } from '../../../domain/base/paging.js';
import { listActions, searchAudit } from '../../../store/keeping/audit-search.js';
import { showChecks } from '../ledger/ledger-routes.js';
import { LEDGER_TEXTS } from '../ledger/texts.js';
import { askIn, filterIn } from '../ui/list-query.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { type AuditFilters, renderAuditPage } from './audit-page.js';

const LINES_A_PAGE = 50;

export function auditRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => {
    const { query } = visit.request;
    const filters: AuditFilters = {
      actor: filterIn(query, 'actor'),
      action: filterIn(query, 'action'),
      subject: filterIn(query, 'subject'),
      from: filterIn(query, 'from'),
      to: filterIn(query, 'to'),
    };
    const ask = askIn(query, LINES_A_PAGE, (text) => /^\d{1,18}$/.test(text));
    const found = await searchAudit(deps.db, storeFilter(filters), ask);
    const listed = toPage(found, ask, ({ sequence }) => String(sequence));
    const people = await actorNames(
      deps,
      listed.rows.map(({ actor }) => actor),
    );
    const actions = await listActions(deps.db);
    return renderAuditPage(visit.frame, {
      filters,
      actions,
      page: listed,
      people,
      ...(await showChecks(deps, visit, 'audit')),
    });
  };
  show('/audit', 'see', page);
  const done = { es: LEDGER_TEXTS.es.started, en: LEDGER_TEXTS.en.started };
  act('/audit/check', 'decide', { page, backTo: '/audit', done }, (visit) =>
    checkBeside(deps, { what: 'audit', actor: visit.actor }),
  );
}

/** Days are those of Mexico City, the last one included. */
function storeFilter({ actor, action, subject, from, to }: AuditFilters) {
  const last = to === '' ? null : startOfMexicoDay(to);
  return {
    actor: actor || null,
    action: action || null,
    subject: subject || null,
    from: from === '' ? null : startOfMexicoDay(from),
    before: last === null ? null : last + DAY_MS,
  };
}
