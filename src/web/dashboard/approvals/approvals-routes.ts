// What waits for a second person (D78): approve it, or decline it. Whoever proposed it may withdraw it.
import { approveProposal, declineProposal } from '../../../actions/people/act-as-operator.js';
import { mailChange } from '../../../actions/people/mail-person.js';
import type { Deps } from '../../../deps.js';
import { isUuid } from '../../../domain/base/identity.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { listNames } from '../../../store/people/people.js';
import { listOpenProposals, listProposals } from '../../../store/people/proposals.js';
import { ACT_READERS } from '../../../wire/people/act-readers.js';
import { mayOf } from '../frame/frame.js';
import { sendLink, writerOf } from '../people/send-link.js';
import { renderSecretPage } from '../rails/rails-page.js';
import { renderImportPage } from '../transfers/transfers-page.js';
import type { OperatorVisit, Outcome, Page, Visits } from '../visit.js';
import { type ApprovalsView, renderApprovalsPage } from './approvals-page.js';
import { APPROVALS_DONE } from './texts.js';

const PAST_SHOWN = 30;

export function approvalsRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => renderApprovalsPage(visit.frame, await showApprovals(deps, visit));
  show('/approvals', 'see', page);
  const form = { page, backTo: '/approvals' };
  act('/approvals/:id/approve', 'decide', { ...form, done: APPROVALS_DONE.approved }, (visit) =>
    afterApproval(deps, visit),
  );
  act('/approvals/:id/decline', 'decide', { ...form, done: APPROVALS_DONE.declined }, (visit) =>
    declineProposal({ ...deps, ...ACT_READERS }, callOf(visit)),
  );
}

/** What is shown only once is shown to whoever approves; what goes to somebody is sent by them. */
async function afterApproval(deps: Deps, visit: OperatorVisit): Promise<Outcome> {
  const { outcome } = await approveProposal({ ...deps, ...ACT_READERS }, callOf(visit));
  if (outcome.kind === 'rail.add') return { page: renderSecretPage(visit.frame, outcome.result) };
  if (outcome.kind === 'transfer.results') return { page: renderImportPage(visit.frame, outcome.result) };
  if (outcome.kind === 'person.invite' || outcome.kind === 'person.reset') return sendLink(deps, visit, outcome.result);
  if (outcome.kind === 'person.role')
    await mailChange(deps, { member: outcome.result, change: 'role' }, writerOf(visit));
  return {};
}

function callOf({ visitor, request, actor }: OperatorVisit) {
  return { by: visitor.person.id, role: visitor.role, actor, id: request.params['id'] ?? '' };
}

async function showApprovals(deps: Deps, { visitor }: OperatorVisit): Promise<ApprovalsView> {
  const now = deps.clock.now();
  const open = await listOpenProposals(deps.db, now);
  const past = (await listProposals(deps.db, { now, limit: PAST_SHOWN })).filter(({ state }) => state !== 'open');
  const all = [...open, ...past];
  const people = all.flatMap(({ proposedBy, decidedBy }) =>
    decidedBy === null ? [proposedBy] : [proposedBy, decidedBy],
  );
  const accounts = all.flatMap(({ facts }) => facts.merchant ?? []);
  const names = new Map([
    ...(await listNames(deps.db, [...new Set(people)].filter(isUuid))),
    ...(await findAccountNames(deps.db, accounts)),
  ]);
  return { open, past, names, over: deps.settings.fourEyesOver, mayDecide: mayOf(visitor)('decide') ? 'yes' : 'no' };
}
