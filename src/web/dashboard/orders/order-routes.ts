// One order, and the pages and forms that change it. Each form carries what its page showed, so that a double click or a
// page that was open for a long time does nothing twice.

import { resendEmail } from '../../../actions/messages/resend-email.js';
import { sendSms } from '../../../actions/messages/send-sms.js';
import { refundOrder } from '../../../actions/money/refund-order.js';
import { makeTestPayment } from '../../../actions/money/test-payment.js';
import { answerClaimed } from '../../../actions/orders/answer-once.js';
import { cancelOrder } from '../../../actions/orders/cancel-order.js';
import { moveTestClock } from '../../../actions/orders/move-test-clock.js';
import { noteOrder } from '../../../actions/orders/note-order.js';
import { requireOrder } from '../../../actions/orders/require-order.js';
import { requireTransfer } from '../../../actions/transfers/change-transfer.js';
import { sendLink } from '../../../actions/transfers/customer-link.js';
import { payerOfOrder } from '../../../actions/transfers/new-transfer.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS, HOUR_MS } from '../../../domain/base/duration.js';
import { formatOrderId, parseOrderId } from '../../../domain/base/identity.js';
import { toDecimal } from '../../../domain/base/money.js';
import { refundableOf } from '../../../domain/money/refund.js';
import type { EventType } from '../../../domain/orders/event-types.js';
import type { Order } from '../../../domain/orders/order.js';
import { AppError } from '../../../errors/errors.js';
import { findBalances } from '../../../store/money/balances.js';
import { listPaymentsOf } from '../../../store/money/payments.js';
import { listEndpoints } from '../../../store/webhooks/endpoints.js';
import { RefundForm } from '../../../wire/money/refund.js';
import { PayTestOrder } from '../../../wire/money/test-mode.js';
import { FORM_KEY, formRepeat } from '../form-key.js';
import { amountIn, textIn } from '../refusal.js';
import { pesos } from '../ui/parts.js';
import { type MerchantVisit, type Outcome, type Page, paramIn, type Visits } from '../visit.js';
import { renderCancelPage, renderLinkPage, renderRefundPage } from './change-pages.js';
import { renderOrderPage } from './order-page.js';
import { showOrder } from './order-view.js';
import { ORDER_DONE, ORDER_TEXTS } from './texts.js';

export function orderRoutes({ merchant: { show, act } }: Visits, deps: Deps): void {
  const orderPage: Page<MerchantVisit> = async (visit) =>
    renderOrderPage(visit.frame, {
      ...(await showOrder(deps, await orderOf(deps, visit))),
      isTechnical: isTechnical(visit),
    });
  show('/orders/:id', 'see', orderPage);
  const onOrder = { page: orderPage, backTo: '/orders/:id' };

  act('/orders/:id/notes', 'serve', { ...onOrder, done: ORDER_DONE.noted }, (visit) =>
    noteOrder(deps, {
      key: orderKeyOf(visit),
      noteId: textIn(visit, FORM_KEY),
      text: textIn(visit, 'text'),
      author: visit.visitor.person.name,
      actor: visit.actor,
    }),
  );
  act('/orders/:id/sms', 'serve', { ...onOrder, done: ORDER_DONE.sms }, (visit) =>
    answerClaimed(
      deps,
      formRepeat(visit, () => 'sent'),
      () =>
        sendSms(deps, {
          key: orderKeyOf(visit),
          by: 'private',
          phone: textIn(visit, 'customer_phone'),
          language: visit.frame.language,
          actor: visit.actor,
        }),
    ),
  );
  act('/orders/:id/email', 'serve', { ...onOrder, done: ORDER_DONE.email }, (visit) =>
    answerClaimed(
      deps,
      formRepeat(visit, () => 'sent'),
      () =>
        resendEmail(deps, {
          key: orderKeyOf(visit),
          kind: textIn(visit, 'kind') === 'paid' ? 'paid' : 'instructions',
          actor: visit.actor,
        }),
    ),
  );
  act('/orders/:id/pay', 'develop', { ...onOrder, done: ORDER_DONE.paid }, (visit) => payTest(deps, visit));
  act('/orders/:id/clock', 'develop', { ...onOrder, done: ORDER_DONE.moved }, (visit) => moveClock(deps, visit));
  act('/orders/:id/transfers/:transfer/link', 'refund', { ...onOrder, done: ORDER_DONE.linkSent }, (visit) =>
    newLink(deps, visit),
  );
  changeRoutes({ show, act }, deps);
}

function changeRoutes({ show, act }: Pick<Visits['merchant'], 'show' | 'act'>, deps: Deps): void {
  const refundPage: Page<MerchantVisit> = async (visit) => {
    const order = await orderOf(deps, visit);
    const payments = await listPaymentsOf(deps.db, order.scope, order.uuid);
    const destination = await payerOfOrder(deps, deps.db, order, payments);
    const { available } = await findBalances(deps.db, order.scope);
    const left = refundableOf(order, payments);
    const isTold = await isToldOf(deps, visit, 'charge.refunded');
    return renderRefundPage(visit.frame, { order, left, destination, available, isTold });
  };
  show('/orders/:id/refund', 'refund', refundPage);
  const refundForm = { page: refundPage, backTo: '/orders/:id/refund', done: ORDER_DONE.refunded };
  act('/orders/:id/refund', 'refund', refundForm, (visit) => refund(deps, visit));

  const cancelPage: Page<MerchantVisit> = async (visit) =>
    renderCancelPage(visit.frame, {
      order: await orderOf(deps, visit),
      isTold: await isToldOf(deps, visit, 'charge.canceled'),
    });
  show('/orders/:id/cancel', 'serve', cancelPage);
  const cancelForm = { page: cancelPage, backTo: '/orders/:id/cancel', done: ORDER_DONE.canceled };
  act('/orders/:id/cancel', 'serve', cancelForm, async (visit) => {
    const order = await orderOf(deps, visit);
    if (textIn(visit, 'received') !== toDecimal(order.received)) throw new AppError('order_changed');
    await cancelOrder(deps, orderKeyOf(visit), visit.actor);
    return { to: pathOf(order) };
  });
}

/** In test mode the link with which the customer says where the money goes is shown, now and never again. */
async function refund(deps: Deps, visit: MerchantVisit): Promise<Outcome> {
  const { amount, reason } = RefundForm.read({ ...visit.form, amount: amountIn(visit, 'amount') });
  const refundedBefore = readSeen(visit.form['refunded']);
  const call = { key: orderKeyOf(visit), amount, reason, actor: visit.actor, refundedBefore };
  const done = await refundOrder(deps, call);
  if (done.is === 'repeated') throw new Error('a refund without a key was repeated');
  const { order, link } = done.value;
  if (link === null) return { to: pathOf(order) };
  return { page: linkPage(visit, order, link, ORDER_TEXTS[visit.frame.language].link.refundDone(pesos(amount))) };
}

async function newLink(deps: Deps, visit: MerchantVisit): Promise<Outcome> {
  const order = await orderOf(deps, visit);
  const call = { transferId: paramIn(visit, 'transfer'), scope: order.scope, actor: visit.actor };
  const transfer = await requireTransfer(deps.db, call);
  if (transfer.orderId !== order.uuid) throw new AppError('order_not_found');
  const issued = await sendLink(deps, call);
  if (issued.is === 'repeated' || issued.value.link === null) return { to: pathOf(order) };
  return { page: linkPage(visit, order, issued.value.link, ORDER_TEXTS[visit.frame.language].link.title) };
}

function linkPage({ frame }: MerchantVisit, order: Order, link: string, done: string): string {
  const next = { href: frame.path + pathOf(order), name: ORDER_TEXTS[frame.language].link.done };
  return renderLinkPage(frame, { link, done, next });
}

async function payTest(deps: Deps, visit: MerchantVisit): Promise<void> {
  const { scenario } = PayTestOrder.read({ scenario: visit.form['scenario'] });
  const { uuid, received } = await orderOf(deps, visit);
  if (textIn(visit, 'received') !== toDecimal(received)) throw new AppError('order_changed');
  await makeTestPayment(deps, { merchant: visit.merchant, uuid, scenario, amount: null, at: null });
}

/** Forward from what the page showed: the same form again moves it to the same time. */
async function moveClock(deps: Deps, visit: MerchantVisit): Promise<void> {
  const { testClockId: id, scope, expiry } = await orderOf(deps, visit);
  const seen = textIn(visit, 'seen');
  if (id === null || scope.mode === 'live' || !/^\d{1,15}$/.test(seen)) throw new AppError('test_clock_not_found');
  const step = textIn(visit, 'step');
  const to = step === 'expiry' ? expiry.at + 1000 : Number(seen) + (step === 'day' ? DAY_MS : HOUR_MS);
  await moveTestClock(deps, scope.accountId, { id, to });
}

/** As TECHNICAL says. */
function isTechnical({ request }: MerchantVisit): boolean {
  return request.query['technical'] === 'yes';
}

function orderKeyOf(visit: MerchantVisit) {
  return { scope: visit.merchant.scope, uuid: parseOrderId(paramIn(visit)) };
}

function orderOf(deps: Pick<Deps, 'orders'>, visit: MerchantVisit): Promise<Order> {
  return requireOrder(deps, orderKeyOf(visit));
}

/** Whether a webhook tells of it. */
async function isToldOf({ db }: Deps, { merchant: { scope } }: MerchantVisit, type: EventType): Promise<boolean> {
  return (await listEndpoints(db, scope)).some(({ isActive, events }) => isActive && events.includes(type));
}

function pathOf({ uuid }: Order): string {
  return `/orders/${formatOrderId(uuid)}`;
}

/** The amount that the form showed, in centavos. -1, which no order has, if the form does not carry it. */
function readSeen(value: unknown): bigint {
  return typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? BigInt(value.replace('.', '')) : -1n;
}
