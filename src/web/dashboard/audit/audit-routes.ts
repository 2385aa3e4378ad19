// The audit log at the desk (D79): search it, and verify its chain.
import { checkBeside } from '../../../actions/keeping/check-books.js';
import type { Deps } from '../../../deps.js';
import { LEDGER_DONE } from '../ledger/texts.js';
import type { Visits } from '../visit.js';
import { auditList } from './audit-list.js';

export function auditRoutes(visits: Visits, deps: Deps): void {
  const page = auditList(visits, deps);
  visits.operator.act('/audit/check', 'decide', { page, backTo: '/audit', done: LEDGER_DONE.checking }, ({ actor }) =>
    checkBeside(deps, { what: 'audit', actor }),
  );
}
