// What waits for a second person (D78): approve it, or decline it. Whoever proposed it may withdraw it.
import { approveProposal, declineProposal } from '../../../actions/people/act-as-operator.js';
import type { Deps } from '../../../deps.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { listNames } from '../../../store/people/people.js';
import { listOpenProposals, listProposals } from '../../../store/people/proposals.js';
import { mayOf } from '../frame/frame.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { type ApprovalsView, renderApprovalsPage } from './approvals-page.js';
import { APPROVALS_DONE } from './texts.js';

const PAST_SHOWN = 30;

export function approvalsRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => renderApprovalsPage(visit.frame, await showApprovals(deps, visit));
  show('/approvals', 'see', page);
  const form = { page, backTo: '/approvals' };
  act('/approvals/:id/approve', 'decide', { ...form, done: APPROVALS_DONE.approved }, (visit) =>
    approveProposal(deps, callOf(visit)),
  );
  act('/approvals/:id/decline', 'decide', { ...form, done: APPROVALS_DONE.declined }, (visit) =>
    declineProposal(deps, callOf(visit)),
  );
}

function callOf({ visitor, request }: OperatorVisit) {
  return { person: visitor.person, address: request.address, id: request.params['id'] ?? '' };
}

async function showApprovals(deps: Deps, { visitor }: OperatorVisit): Promise<ApprovalsView> {
  const now = deps.clock.now();
  const open = await listOpenProposals(deps.db, now);
  const past = (await listProposals(deps.db, { now, limit: PAST_SHOWN })).filter(({ state }) => state !== 'open');
  const all = [...open, ...past];
  const people = all.flatMap(({ proposedBy, decidedBy }) =>
    decidedBy === null ? [proposedBy] : [proposedBy, decidedBy],
  );
  const accounts = all.flatMap(({ act }) => (act.kind === 'payout.create' ? [act.scope.accountId] : []));
  const names = new Map([
    ...(await listNames(deps.db, [...new Set(people)])),
    ...(await findAccountNames(deps.db, accounts)),
  ]);
  return { open, past, names, over: deps.settings.fourEyesOver, mayDecide: mayOf(visitor)('decide') ? 'yes' : 'no' };
}
