// Unmatched or held payments, and the operator's decisions about them (D43). Each decision runs the same action as
// `cobro payment` and is written to the audit log.
import { acceptPayment, matchPayment, returnPayment } from '../../actions/decide-payment.js';
import { suggestOrders } from '../../actions/suggest-orders.js';
import type { Deps } from '../../deps.js';
import { isMatchable, oddMoney } from '../../domain/decide.js';
import { isUuid } from '../../domain/identity.js';
import type { Order } from '../../domain/order.js';
import type { Payment } from '../../domain/payment.js';
import { AppError } from '../../errors.js';
import { findPayment, listOddPayments } from '../../store/money/payments.js';
import type { JsonObject } from '../../wire/json.js';
import { renderDecisionPage, renderMoneyPage, whereItIs } from './money-page.js';
import { Refusal, requireSure } from './refusal.js';
import { actorOf, formOf, requireOperator } from './section.js';
import { DASHBOARD_TEXTS } from './texts.js';
import type { Page, Visit, Visits } from './visit.js';

const MOST_SHOWN = 100;

export function moneyRoutes({ show, act }: Visits, deps: Deps): void {
  const moneyPage: Page = async (visit) => {
    requireOperator(visit);
    return renderMoneyPage(visit.frame, await listOddPayments(deps.db, MOST_SHOWN));
  };
  const decisionPage: Page = async (visit) => {
    const payment = await paymentOf(deps, visit);
    const odd = oddMoney(await orderOf(deps, payment), payment);
    return renderDecisionPage(visit.frame, {
      payment,
      suggestions: isMatchable(payment) ? await suggestOrders(deps, payment) : null,
      waiting: odd.held + odd.surplus + odd.parts,
    });
  };
  show('/money', moneyPage);
  show('/money/:id', decisionPage);

  const onDecision = { page: decisionPage, backTo: '/money/:id' };
  act('/money/:id/match', { ...onDecision, done: 'matched' }, async (visit) => {
    const { order, ...form } = formOf(deps, visit);
    const { id: paymentId } = await seenPaymentOf(deps, visit, form);
    await matchPayment(deps, {
      paymentId,
      orderId: typeof order === 'string' ? order.trim() : '',
      actor: actorOf(visit),
    });
  });
  act('/money/:id/accept', { ...onDecision, done: 'accepted' }, async (visit) => {
    const form = formOf(deps, visit);
    requireSure(visit.frame, form);
    const { id: paymentId } = await seenPaymentOf(deps, visit, form);
    await acceptPayment(deps, { paymentId, actor: actorOf(visit) });
  });
  act('/money/:id/return', { ...onDecision, done: 'returned' }, async (visit) => {
    const form = formOf(deps, visit);
    requireSure(visit.frame, form);
    const { id: paymentId } = await seenPaymentOf(deps, visit, form);
    await returnPayment(deps, { paymentId, actor: actorOf(visit) });
  });
}

/** Refuses a form from before somebody else's decision. */
async function seenPaymentOf(deps: Pick<Deps, 'db'>, visit: Visit, form: JsonObject): Promise<Payment> {
  const payment = await paymentOf(deps, visit);
  if (form['seen'] !== whereItIs(payment)) throw new Refusal(DASHBOARD_TEXTS[visit.frame.language].money.changed);
  return payment;
}

async function paymentOf(deps: Pick<Deps, 'db'>, visit: Visit): Promise<Payment> {
  requireOperator(visit);
  const { id = '' } = visit.request.params;
  const payment = isUuid(id) ? await findPayment(deps.db, id) : null;
  if (payment === null) throw new AppError('not_found');
  return payment;
}

async function orderOf(deps: Pick<Deps, 'orders'>, { accountId, mode, orderId }: Payment): Promise<Order | null> {
  return accountId === null || orderId === null ? null : deps.orders.find({ accountId, mode }, orderId);
}
