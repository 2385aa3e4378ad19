// Unmatched or held payments, and the operator's decisions about them (D43). Each decision runs the same action as
// `cobro payment` and is written to the audit log.
import { acceptPayment, matchPayment, returnPayment } from '../../../actions/decide-payment.js';
import { suggestOrders } from '../../../actions/suggest-orders.js';
import type { Deps } from '../../../deps.js';
import { isMatchable, oddMoney } from '../../../domain/decide.js';
import { isUuid } from '../../../domain/identity.js';
import type { Order } from '../../../domain/order.js';
import type { Payment } from '../../../domain/payment.js';
import { AppError } from '../../../errors.js';
import { findPayment, listOddPayments } from '../../../store/money/payments.js';
import type { JsonObject } from '../../../wire/json.js';
import { renderDecisionPage, renderMoneyPage, whereItIs } from '../inbox/inbox-page.js';
import { Refusal, requireSure } from '../refusal.js';
import type { Done } from '../text-types.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';

const MOST_SHOWN = 100;

export function inboxRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const { es, en } = DASHBOARD_TEXTS;
  const said = (word: Done) => ({ es: es.done[word], en: en.done[word] });
  const moneyPage: Page<OperatorVisit> = async (visit) => {
    return renderMoneyPage(visit.frame, await listOddPayments(deps.db, MOST_SHOWN));
  };
  const decisionPage: Page<OperatorVisit> = async (visit) => {
    const payment = await paymentOf(deps, visit);
    const odd = oddMoney(await orderOf(deps, payment), payment);
    return renderDecisionPage(visit.frame, {
      payment,
      suggestions: isMatchable(payment) ? await suggestOrders(deps, payment) : null,
      waiting: odd.held + odd.surplus + odd.parts,
    });
  };
  show('/inbox', 'see', moneyPage);
  show('/inbox/:id', 'see', decisionPage);

  const onDecision = { page: decisionPage, backTo: '/inbox/:id' };
  act('/inbox/:id/match', 'decide', { ...onDecision, done: said('matched') }, async (visit) => {
    const { order, ...form } = visit.form;
    const { id: paymentId } = await seenPaymentOf(deps, visit, form);
    await matchPayment(deps, {
      paymentId,
      orderId: typeof order === 'string' ? order.trim() : '',
      actor: visit.actor,
    });
  });
  act('/inbox/:id/accept', 'decide', { ...onDecision, done: said('accepted') }, async (visit) => {
    const form = visit.form;
    requireSure(visit);
    const { id: paymentId } = await seenPaymentOf(deps, visit, form);
    await acceptPayment(deps, { paymentId, actor: visit.actor });
  });
  act('/inbox/:id/return', 'decide', { ...onDecision, done: said('returned') }, async (visit) => {
    const form = visit.form;
    requireSure(visit);
    const { id: paymentId } = await seenPaymentOf(deps, visit, form);
    await returnPayment(deps, { paymentId, actor: visit.actor });
  });
}

/** Refuses a form from before somebody else's decision. */
async function seenPaymentOf(deps: Pick<Deps, 'db'>, visit: OperatorVisit, form: JsonObject): Promise<Payment> {
  const payment = await paymentOf(deps, visit);
  if (form['seen'] !== whereItIs(payment)) throw new Refusal(DASHBOARD_TEXTS[visit.frame.language].money.changed);
  return payment;
}

async function paymentOf(deps: Pick<Deps, 'db'>, visit: OperatorVisit): Promise<Payment> {
  const { id = '' } = visit.request.params;
  const payment = isUuid(id) ? await findPayment(deps.db, id) : null;
  if (payment === null) throw new AppError('not_found');
  return payment;
}

async function orderOf(deps: Pick<Deps, 'orders'>, { accountId, mode, orderId }: Payment): Promise<Order | null> {
  return accountId === null || orderId === null ? null : deps.orders.find({ accountId, mode }, orderId);
}
