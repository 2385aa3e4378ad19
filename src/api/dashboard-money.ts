// The operator's part of the dashboard that is about money: what is unmatched or held, and his decisions (D43). Each is the
// action of `cobro payment`, with its line in the audit log.
import { acceptPayment, matchPayment, returnPayment } from '../actions/decide-payment.js';
import { suggestOrders } from '../actions/suggest-orders.js';
import type { Deps } from '../deps.js';
import { isUuid } from '../domain/identity.js';
import type { Payment } from '../domain/payment.js';
import { AppError } from '../errors.js';
import { renderDecisionPage, renderMoneyPage } from '../pages/dashboard/money-page.js';
import { findPayment, listPayments } from '../store/payments.js';
import { readBody } from './body.js';
import { type Page, requireSure, type Visit, type Visits } from './dashboard-visit.js';

const MOST_OF_A_KIND = 50;
const ACTOR = 'dashboard';

export function moneyRoutes({ show, act }: Visits, deps: Deps): void {
  const formOf = ({ request }: Visit) => readBody(request, deps.settings.serviceName);

  const moneyPage: Page = async (visit) => {
    requireOperator(visit);
    return renderMoneyPage(visit.frame, await listOpen(deps));
  };
  const decisionPage: Page = async (visit) => {
    const payment = await paymentOf(visit);
    const suggestions = payment.unmatched > 0n ? await suggestOrders(deps, payment) : [];
    return renderDecisionPage(visit.frame, { payment, suggestions });
  };
  show('/money', moneyPage);
  show('/money/:id', decisionPage);

  const onDecision = { page: decisionPage, backTo: '/money/:id' };
  act('/money/:id/match', { ...onDecision, done: 'matched' }, async (visit) => {
    const { id: paymentId } = await paymentOf(visit);
    const { order } = formOf(visit);
    await matchPayment(deps, { paymentId, orderId: typeof order === 'string' ? order.trim() : '', actor: ACTOR });
  });
  act('/money/:id/accept', { ...onDecision, done: 'accepted' }, async (visit) => {
    const { id: paymentId } = await paymentOf(visit);
    requireSure(visit, formOf(visit));
    await acceptPayment(deps, { paymentId, actor: ACTOR });
  });
  act('/money/:id/return', { ...onDecision, done: 'returned' }, async (visit) => {
    const { id: paymentId } = await paymentOf(visit);
    requireSure(visit, formOf(visit));
    await returnPayment(deps, { paymentId, actor: ACTOR });
  });

  async function paymentOf(visit: Visit): Promise<Payment> {
    requireOperator(visit);
    const { id = '' } = visit.request.params;
    const payment = isUuid(id) ? await findPayment(deps.db, id) : null;
    if (payment === null) throw new AppError('not_found');
    return payment;
  }
}

function requireOperator({ visitor }: Visit): void {
  if (visitor.kind !== 'operator') throw new AppError('not_found');
}

/** Live money first; in each mode what nobody can place before what is held. */
async function listOpen({ db }: Pick<Deps, 'db'>): Promise<Payment[]> {
  const found = new Map<string, Payment>();
  for (const livemode of [true, false]) {
    for (const state of ['unmatched', 'held', 'surplus']) {
      const payments = await listPayments(db, { state, livemode, trackingKey: null, limit: MOST_OF_A_KIND });
      for (const payment of payments) found.set(payment.id, payment);
    }
  }
  return [...found.values()];
}
