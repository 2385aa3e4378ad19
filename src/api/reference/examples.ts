// An example of every reply, rendered by the same functions as replies.
import { invalidRequest } from '../../errors/errors.js';
import { renderKeyCheck } from '../../wire/accounts/key-check.js';
import { renderError } from '../../wire/error.js';
import { renderHealthy, renderUnhealthy } from '../../wire/keeping/health.js';
import { renderPaymentLink } from '../../wire/links/payment-link.js';
import { renderSmsEvent } from '../../wire/messages/sms.js';
import { renderBalance, renderTransaction } from '../../wire/money/balance.js';
import { renderDecidedPayment } from '../../wire/money/decided-payment.js';
import { renderOrderPayment, renderPayment } from '../../wire/money/payment.js';
import { renderOrderRefund, renderRefund } from '../../wire/money/refund.js';
import { renderMadeOrderRefund, renderMadeRefund } from '../../wire/money/refunded.js';
import { renderTestClock, renderTestPayment } from '../../wire/money/test-mode.js';
import { renderCharge, renderCreatedCharge } from '../../wire/orders/charge.js';
import { renderList } from '../../wire/orders/list.js';
import { renderOrder, wrapInEnvelope } from '../../wire/orders/order.js';
import { Provider, renderProvider } from '../../wire/points/provider.js';
import { renderTillAnswer } from '../../wire/rails/till.js';
import { renderLinkedTransfer, renderTransfer } from '../../wire/transfers/transfer.js';
import { EARLIER_SHAPES } from '../../wire/versions/in-version.js';
import { REPLIES, type Replies } from '../../wire/versions/shapes.js';
import { renderEndpoint, renderGoneEndpoint, renderPingResult, renderReplaying } from '../../wire/webhooks/endpoint.js';
import { renderAttempt, renderEvent, renderRedelivered } from '../../wire/webhooks/event.js';
import { renderExplanation } from '../../wire/webhooks/explanation.js';
import { formatEventId, renderWebhookBody } from '../../wire/webhooks/webhook-body.js';
import * as values from './example-values.js';
import { earlierName, exampleBefore } from './older-shapes.js';

const BASE_URL = 'https://pay.example.com';

type Examples = Readonly<Record<string, object>>;

const AUDIENCE = { serviceName: 'cobro', ordersEnvelope: false };

const { order, charge, payment, refund, transfer, endpoint, NOW } = values;
const issued = { transfer, link: null };
const made = { refund, ...issued };

/** Of every reply, by the names of the shapes, and of those that earlier accounts get. */
export function examples(): Examples {
  const newest: Replies = { ...ofOrders(), ...ofWebhooks(), ...ofMoney(), ...ofService() };
  const earlier = EARLIER_SHAPES.flatMap((shape) => {
    const reply = REPLIES.find(({ $id }) => $id === shape.name);
    return reply === undefined ? [] : [[earlierName(shape), exampleBefore(shape, newest[reply.$id])]];
  });
  return { ...newest, ...ofOthers(), ...Object.fromEntries(earlier) };
}

function ofOrders() {
  const refundedOrder = { ...values.paid(order), refunded: refund.amount };
  const refundedCharge = { ...values.paid(charge), refunded: refund.amount };
  return {
    Order: renderOrder(order, AUDIENCE, 'es'),
    RefundedOrder: { ...renderOrder(refundedOrder, AUDIENCE, 'es'), refund: renderMadeOrderRefund(made) },
    OrderList: renderList([renderOrder(order, AUDIENCE, 'es')], null),
    OrderEnvelope: wrapInEnvelope(renderOrder(order, AUDIENCE, 'es'), { verb: 'create', at: NOW, url: '/v2/orders' }),
    RefundedEnvelope: wrapInEnvelope(
      { ...renderOrder(values.paid(order), AUDIENCE, 'es'), refund: renderMadeOrderRefund(made) },
      { verb: 'verify', at: NOW, url: `/v2/orders/ch_${order.uuid}/refunds` },
    ),
    CreatedCharge: renderCreatedCharge(charge, 'cobro', 'es'),
    Charge: renderCharge(charge, AUDIENCE),
    ChargeList: renderList([renderCharge(charge, AUDIENCE)], null),
    RefundedCharge: {
      ...renderCharge(refundedCharge, AUDIENCE),
      refund: renderMadeRefund({ ...made, refund: { ...refund, orderId: charge.uuid } }),
    },
    SmsEvent: renderSmsEvent(charge),
    WebhookBody: renderWebhookBody(values.paid(order), values.success, AUDIENCE),
  };
}

function ofWebhooks() {
  const event = renderEvent(values.paid(order), values.success, AUDIENCE);
  const attempt = renderAttempt(values.attempt);
  const delivery = { endpointId: endpoint.id, state: 'delivered', attempts: 1, dueAt: NOW } as const;
  return {
    WebhookEndpoint: renderEndpoint(endpoint, 'new', 'whsec_fRsiLJg8G13/PFBaCn+8kbuRMPI4cphq'),
    GoneEndpoint: renderGoneEndpoint(endpoint.id, 'deleted'),
    PingResult: renderPingResult({ accepted: true, httpStatus: 204, reason: null }),
    Replaying: renderReplaying({ events: 12, hasMore: false }),
    Event: event,
    EventList: renderList([event], 'ec_2', { hasMore: false }),
    DeliveryAttempt: attempt,
    DeliveryAttemptList: renderList([attempt], null),
    Explanation: renderExplanation({ id: formatEventId(order.uuid, 2), type: 'charge.success' }, [
      { endpoint, isSubscribed: true, delivery, lastReason: null },
    ]),
    Redelivered: renderRedelivered(1),
  };
}

function ofMoney() {
  const sent = { ...refund, transfer };
  const all = { ...values.entry, available: 120_000n };
  return {
    Payment: renderPayment(payment),
    PaymentList: renderList([renderPayment(payment)], null),
    OrderPayment: renderOrderPayment(payment),
    OrderPaymentList: renderList([renderOrderPayment(payment)], null),
    DecidedPayment: renderDecidedPayment({ payment, returned: null }),
    Refund: renderRefund(sent),
    RefundList: renderList([renderRefund(sent)], null),
    OrderRefund: renderOrderRefund(sent),
    OrderRefundList: renderList([renderOrderRefund(sent)], null),
    MadeRefund: renderMadeRefund(made),
    MadeOrderRefund: renderMadeOrderRefund(made),
    Transfer: renderTransfer(transfer),
    TransferList: renderList([renderTransfer(transfer)], null),
    LinkedTransfer: renderLinkedTransfer(issued),
    Balance: renderBalance(all),
    BalanceTransaction: renderTransaction(values.entry),
    BalanceTransactionList: renderList([renderTransaction(values.entry)], null),
  };
}

function ofService() {
  const fault = invalidRequest({ param: 'order_price', error: 'not_positive' });
  const link = renderPaymentLink(values.link, { baseUrl: BASE_URL, now: NOW });
  return {
    [Provider.$id]: renderProvider(values.point, BASE_URL),
    PaymentLink: link,
    PaymentLinkList: renderList([link], null),
    TestPayment: renderTestPayment(payment),
    TestClock: renderTestClock({ id: '01a1dd2f-0000-7000-8000-000000000006', frozenTime: 1_900_000_000_000 }),
    KeyCheck: renderKeyCheck('test'),
    Error: renderError(fault, 'es', '18d2dc89-506d-4a10-882e-9dbf61e1d0ca').body,
  };
}

/** Of whoever has no account. */
function ofOthers() {
  return {
    Healthy: renderHealthy(),
    Unhealthy: renderUnhealthy('the database does not answer'),
    TillAnswer: renderTillAnswer({
      isPayable: true,
      outstanding: charge.amount,
      productName: charge.product.name,
      expiresAt: charge.expiry.at,
    }),
    Reversed: { status: 'reversed' },
  };
}
