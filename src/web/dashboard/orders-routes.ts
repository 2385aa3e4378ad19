// A merchant's orders: the list, single orders, and the actions on them.
import { cancelOrder } from '../../actions/cancel-order.js';
import { decideOwnPayment, requirePayment } from '../../actions/decide-payment.js';
import { redeliverEvent } from '../../actions/redeliver-event.js';
import { refundOrder } from '../../actions/refund-order.js';
import { requireOrder } from '../../actions/require-order.js';
import { makeTestPayment } from '../../actions/test-payment.js';
import type { Deps } from '../../deps.js';
import { parseOrderId } from '../../domain/identity.js';
import { toDecimal } from '../../domain/money.js';
import { AppError } from '../../errors.js';
import { RefundForm } from '../../wire/refund.js';
import { PayTestOrder } from '../../wire/test-mode.js';
import { whereItIs } from './money-page.js';
import { renderOrderPage } from './order-page.js';
import { renderOrdersPage } from './orders-page.js';
import { showOrder, showOrders } from './orders-view.js';
import { Refusal, requireSure } from './refusal.js';
import { actorOf, formOf, merchantOf } from './section.js';
import { DASHBOARD_TEXTS } from './texts.js';
import type { Page, Visit, Visits } from './visit.js';

export function ordersRoutes({ show, act }: Visits, deps: Deps): void {
  const ordersPage: Page = async (visit) =>
    renderOrdersPage(visit.frame, await showOrders(deps, merchantOf(visit).scope, visit.request.query));
  const orderPage: Page = async (visit) => renderOrderPage(visit.frame, await showOrder(deps, orderKeyOf(visit)));
  show('/orders', ordersPage);
  show('/orders/:id', orderPage);

  const onOrder = { page: orderPage, backTo: '/orders/:id' };
  act('/orders/:id/cancel', { ...onOrder, done: 'canceled' }, async (visit) => {
    requireSure(visit.frame, formOf(deps, visit));
    await cancelOrder(deps, orderKeyOf(visit), actorOf(visit));
  });
  act('/orders/:id/refund', { ...onOrder, done: 'refunded' }, async (visit) => {
    const form = formOf(deps, visit);
    requireSure(visit.frame, form);
    const { amount } = RefundForm.read(form);
    // A form that is sent twice, or from a page that was open for a long time, refunds nothing.
    const refundedBefore = readSeen(form['refunded']);
    await refundOrder(deps, { key: orderKeyOf(visit), amount, reason: null, actor: actorOf(visit), refundedBefore });
  });
  act('/orders/:id/pay', { ...onOrder, done: 'paid' }, async (visit) => {
    const form = formOf(deps, visit);
    const { scenario } = PayTestOrder.read({ scenario: form['scenario'] });
    const key = orderKeyOf(visit);
    const { received } = await requireOrder(deps, key);
    if (form['received'] !== toDecimal(received)) throw new AppError('order_changed');
    await makeTestPayment(deps, { merchant: merchantOf(visit), uuid: key.uuid, scenario, amount: null, at: null });
  });
  for (const [choice, done] of [
    ['accept', 'accepted'],
    ['return', 'returned'],
  ] as const)
    act(`/orders/:id/payments/:payment/${choice}`, { ...onOrder, done }, async (visit) => {
      const form = formOf(deps, visit);
      requireSure(visit.frame, form);
      const { scope, uuid } = orderKeyOf(visit);
      const payment = await requirePayment(deps, visit.request.params['payment'] ?? '', scope);
      if (payment.orderId !== uuid) throw new AppError('unknown_payment', { id: payment.id });
      if (form['seen'] !== whereItIs(payment)) throw new Refusal(DASHBOARD_TEXTS[visit.frame.language].money.changed);
      await decideOwnPayment(deps, { paymentId: payment.id, scope, choice, actor: actorOf(visit) }, null);
    });
  act('/orders/:id/events/:sequence/resend', { ...onOrder, done: 'resent' }, async (visit) => {
    const { scope, uuid } = orderKeyOf(visit);
    const { sequence = '' } = visit.request.params;
    const isNumber = /^\d{1,6}$/.test(sequence);
    await redeliverEvent(deps, scope, uuid !== null && isNumber ? { orderId: uuid, sequence: Number(sequence) } : null);
  });
}

function orderKeyOf(visit: Visit) {
  return { scope: merchantOf(visit).scope, uuid: parseOrderId(visit.request.params['id'] ?? '') };
}

/** The amount that the form showed, in centavos. -1, which no order has, if the form does not carry it. */
function readSeen(value: unknown): bigint {
  return typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? BigInt(value.replace('.', '')) : -1n;
}
