// A merchant's orders: the list, single orders, and the actions on them.
import { cancelOrder } from '../../../actions/cancel-order.js';
import { decideOwnPayment, requirePayment } from '../../../actions/decide-payment.js';
import { redeliverEvent } from '../../../actions/redeliver-event.js';
import { refundOrder } from '../../../actions/refund-order.js';
import { requireOrder } from '../../../actions/require-order.js';
import { makeTestPayment } from '../../../actions/test-payment.js';
import type { Deps } from '../../../deps.js';
import { parseOrderId } from '../../../domain/identity.js';
import { toDecimal } from '../../../domain/money.js';
import { AppError } from '../../../errors.js';
import { RefundForm } from '../../../wire/refund.js';
import { PayTestOrder } from '../../../wire/test-mode.js';
import { whereItIs } from '../inbox/inbox-page.js';
import { amountIn, Refusal, requireSure } from '../refusal.js';
import type { Done } from '../text-types.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { renderOrderPage } from './order-page.js';
import { renderOrdersPage } from './orders-page.js';
import { showOrder, showOrders } from './orders-view.js';

export function ordersRoutes({ merchant: { show, act } }: Visits, deps: Deps): void {
  const { es, en } = DASHBOARD_TEXTS;
  const said = (word: Done) => ({ es: es.done[word], en: en.done[word] });
  const ordersPage: Page<MerchantVisit> = async (visit) =>
    renderOrdersPage(visit.frame, await showOrders(deps, visit.merchant.scope, visit.request.query));
  const orderPage: Page<MerchantVisit> = async (visit) =>
    renderOrderPage(visit.frame, await showOrder(deps, orderKeyOf(visit)));
  show('/orders', 'see', ordersPage);
  show('/orders/:id', 'see', orderPage);

  const onOrder = { page: orderPage, backTo: '/orders/:id' };
  act('/orders/:id/cancel', 'serve', { ...onOrder, done: said('canceled') }, async (visit) => {
    requireSure(visit);
    await cancelOrder(deps, orderKeyOf(visit), visit.actor);
  });
  act('/orders/:id/refund', 'refund', { ...onOrder, done: said('refunded') }, async (visit) => {
    const form = visit.form;
    requireSure(visit);
    const { amount } = RefundForm.read({ ...form, amount: amountIn(visit, 'amount') });
    // A form that is sent twice, or from a page that was open for a long time, refunds nothing.
    const refundedBefore = readSeen(form['refunded']);
    await refundOrder(deps, { key: orderKeyOf(visit), amount, reason: null, actor: visit.actor, refundedBefore });
  });
  act('/orders/:id/pay', 'develop', { ...onOrder, done: said('paid') }, async (visit) => {
    const form = visit.form;
    const { scenario } = PayTestOrder.read({ scenario: form['scenario'] });
    const key = orderKeyOf(visit);
    const { received } = await requireOrder(deps, key);
    if (form['received'] !== toDecimal(received)) throw new AppError('order_changed');
    await makeTestPayment(deps, { merchant: visit.merchant, uuid: key.uuid, scenario, amount: null, at: null });
  });
  for (const [choice, done] of [
    ['accept', 'accepted'],
    ['return', 'returned'],
  ] as const)
    act(`/orders/:id/payments/:payment/${choice}`, 'refund', { ...onOrder, done: said(done) }, async (visit) => {
      const form = visit.form;
      requireSure(visit);
      const { scope, uuid } = orderKeyOf(visit);
      const payment = await requirePayment(deps, visit.request.params['payment'] ?? '', scope);
      if (payment.orderId !== uuid) throw new AppError('unknown_payment', { id: payment.id });
      if (form['seen'] !== whereItIs(payment)) throw new Refusal(DASHBOARD_TEXTS[visit.frame.language].money.changed);
      await decideOwnPayment(deps, { paymentId: payment.id, scope, choice, actor: visit.actor }, null);
    });
  act('/orders/:id/events/:sequence/resend', 'serve', { ...onOrder, done: said('resent') }, async (visit) => {
    const { scope, uuid } = orderKeyOf(visit);
    const { sequence = '' } = visit.request.params;
    const isNumber = /^\d{1,6}$/.test(sequence);
    await redeliverEvent(deps, scope, uuid !== null && isNumber ? { orderId: uuid, sequence: Number(sequence) } : null);
  });
}

function orderKeyOf(visit: MerchantVisit) {
  return { scope: visit.merchant.scope, uuid: parseOrderId(visit.request.params['id'] ?? '') };
}

/** The amount that the form showed, in centavos. -1, which no order has, if the form does not carry it. */
function readSeen(value: unknown): bigint {
  return typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? BigInt(value.replace('.', '')) : -1n;
}
