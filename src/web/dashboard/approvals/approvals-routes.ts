// What waits for a second person (D78): approve it, or decline it. Whoever proposed it may withdraw it.
import { approveProposal, declineProposal } from '../../../actions/people/act-as-operator.js';
import { mailChange } from '../../../actions/people/mail-person.js';
import type { Deps } from '../../../deps.js';
import { formatOrderId, isUuid, parseOrderId } from '../../../domain/base/identity.js';
import type { Proposal } from '../../../domain/people/proposal.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { findPaymentsByIds } from '../../../store/money/payment-lists.js';
import { findByIds } from '../../../store/orders/all-orders.js';
import { listNames } from '../../../store/people/people.js';
import { listOpenProposals, listProposals } from '../../../store/people/proposals.js';
import { ACT_READERS } from '../../../wire/people/act-readers.js';
import { readPastActs } from '../audit/past-acts.js';
import { sendLink, writerOf } from '../people/send-link.js';
import { renderImportPage } from '../transfers/transfers-page.js';
import { showImported } from '../transfers/transfers-view.js';
import { requireNote } from '../ui/desk-parts.js';
import type { OperatorVisit, Outcome, Page, Visits } from '../visit.js';
import { type ApprovalsView, renderApprovalsPage } from './approvals-page.js';
import { APPROVALS_DONE } from './texts.js';

const PAST_SHOWN = 30;

export function approvalsRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => renderApprovalsPage(visit.frame, await showApprovals(deps));
  show('/approvals', 'see', page);
  const form = { page, backTo: '/approvals' };
  act('/approvals/:id/approve', 'decide', { ...form, done: APPROVALS_DONE.approved }, (visit) =>
    afterApproval(deps, visit),
  );
  act('/approvals/:id/decline', 'decide', { ...form, done: APPROVALS_DONE.declined }, async (visit) => {
    const reason = (await isOwn(deps, visit)) ? null : requireNote(visit);
    await declineProposal({ ...deps, ...ACT_READERS }, { ...callOf(visit), reason });
  });
}

async function afterApproval(deps: Deps, visit: OperatorVisit): Promise<Outcome> {
  const { outcome } = await approveProposal({ ...deps, ...ACT_READERS }, callOf(visit));
  if (outcome.kind === 'transfer.results')
    return { page: renderImportPage(visit.frame, await showImported(deps, outcome.result)) };
  if (outcome.kind === 'person.invite' || outcome.kind === 'person.reset') return sendLink(deps, visit, outcome.result);
  if (outcome.kind === 'person.role' || outcome.kind === 'person.enable') {
    const change = outcome.kind === 'person.role' ? 'role' : 'enabled';
    await mailChange(deps, { member: outcome.result, change }, writerOf(visit));
  }
  return {};
}

function callOf({ visitor, request, actor }: OperatorVisit) {
  return { by: visitor.person.id, role: visitor.role, actor, id: request.params['id'] ?? '' };
}

/** Whoever takes back what they proposed owes nobody a reason. */
async function isOwn({ db, clock }: Deps, visit: OperatorVisit): Promise<boolean> {
  const { id, by } = callOf(visit);
  return (await listOpenProposals(db, clock.now())).some((one) => one.id === id && one.proposedBy === by);
}

async function showApprovals(deps: Deps): Promise<ApprovalsView> {
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
  const history = await Promise.all(
    open.slice(0, WITH_HISTORY).map(async ({ id, subject }) => [id, await readPastActs(deps, subject)] as const),
  );
  return {
    open,
    past,
    names,
    ...(await namedBy(deps, open)),
    history: new Map(history),
    over: deps.settings.fourEyesOver,
  };
}

/** So many show what was done before; who waits longest comes first. */
const WITH_HISTORY = 20;
/** The orders and payments that the facts name, by the id that the facts have. */
async function namedBy({ db }: Deps, open: readonly Proposal[]): Promise<Pick<ApprovalsView, 'orders' | 'payments'>> {
  const orderIds = open.flatMap(({ facts }) => parseOrderId(facts.order ?? '') ?? []);
  const paymentIds = open.flatMap(({ facts }) => facts.payment ?? []).filter(isUuid);
  const orders = await findByIds(db, 'live', orderIds);
  const payments = await findPaymentsByIds(db, 'live', paymentIds);
  return {
    orders: new Map(orders.map((order) => [formatOrderId(order.uuid), order])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
  };
}
