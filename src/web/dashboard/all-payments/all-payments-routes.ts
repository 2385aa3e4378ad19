// Payments of all merchants, for the operator, who may also undo one (D75).
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { oddMoney } from '../../../domain/money/decide.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { searchAudit } from '../../../store/keeping/audit-search.js';
import { deskActs } from '../act-at-desk.js';
import { requireShown } from '../inbox/inbox-view.js';
import { seenOf } from '../money/review-pages.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
import { allPaymentsList } from './all-payments-list.js';
import { type PaymentView, renderPaymentPage } from './all-payments-page.js';
import { ALL_PAYMENTS_DONE } from './texts.js';

export function allPaymentsRoutes(visits: Visits, deps: Deps): void {
  allPaymentsList(visits, deps);
  const { show } = visits.operator;
  const deskAct = deskActs(visits, deps);
  const page: Page<OperatorVisit> = async (visit) => renderPaymentPage(visit.frame, await showPayment(deps, visit));
  show('/payments/:id', 'see', page);
  for (const [path, kind, done] of [
    ['take-back', 'payment.take_back', ALL_PAYMENTS_DONE.takenBack],
    ['void', 'payment.void', ALL_PAYMENTS_DONE.voided],
  ] as const) {
    deskAct(`/payments/:id/${path}`, kind, { page, backTo: '/payments/:id', done }, async (visit) => {
      const payment = await requireShown(deps, paramIn(visit));
      requireSeen(visit, seenOf(payment));
      const note = requireNote(visit);
      return { act: { kind, paymentId: payment.id, note }, note };
    });
  }
}

async function showPayment(deps: Deps, visit: OperatorVisit): Promise<PaymentView> {
  const payment = await requireShown(deps, paramIn(visit));
  const { accountId, orderId, mode } = payment;
  const order = accountId === null || orderId === null ? null : await deps.orders.find({ accountId, mode }, orderId);
  const odd = oddMoney(order, payment);
  const names = accountId === null ? new Map<string, string>() : await findAccountNames(deps.db, [accountId]);
  const filter = { actor: null, action: null, subject: payment.id, from: null, before: null };
  const history = await searchAudit(deps.db, filter, { at: null, towards: 'next', limit: 20 });
  return {
    payment,
    folio: order?.folio ?? null,
    merchant: accountId === null ? null : { id: accountId, name: names.get(accountId) ?? '' },
    isOpen: payment.unmatched > 0n || odd.held + odd.surplus + odd.parts > 0n,
    history,
    actors: await actorNames(
      deps,
      history.map(({ actor }) => actor),
    ),
  };
}
