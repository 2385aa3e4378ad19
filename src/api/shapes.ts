// All named schemas of the API reference.
import { Balance, BalanceTransaction } from '../wire/balance.js';
import { CreateOrder } from '../wire/create-order.js';
import { Charge, CreatedCharge } from '../wire/current/charge.js';
import { CreateCharge } from '../wire/current/create-charge.js';
import { OrderRecord } from '../wire/current/order.js';
import { SmsEvent } from '../wire/current/sms-event.js';
import { WebhookBody } from '../wire/current/webhook-body.js';
import { GoneEndpoint, PingResult, Replaying, WebhookEndpoint } from '../wire/endpoint.js';
import { ErrorBody } from '../wire/error.js';
import { Attempt, Event, Redelivered } from '../wire/event.js';
import { Explanation } from '../wire/explanation.js';
import { Healthy, Unhealthy } from '../wire/health.js';
import { KeyCheck } from '../wire/key-check.js';
import { OrderEnvelope } from '../wire/order-v2.js';
import { OrderPayment, PaymentRecord } from '../wire/payment.js';
import { CreatePaymentLink, PaymentLinkRecord } from '../wire/payment-link.js';
import { Provider } from '../wire/provider.js';
import { OrderRefund, RefundRecord } from '../wire/refund.js';
import { MadeOrderRefund, MadeRefund, RefundedCharge, RefundedEnvelope, RefundedOrder } from '../wire/refunded.js';
import { TestClock, TestPayment } from '../wire/test-mode.js';
import { DecidedPayment, LinkedTransfer, TransferRecord } from '../wire/transfer.js';

/** In the order of the page. */
export const NAMED_SHAPES = [
  CreateOrder.schema,
  OrderRecord,
  OrderEnvelope,
  CreateCharge.schema,
  CreatedCharge,
  Charge,
  SmsEvent,
  Provider,
  CreatePaymentLink.schema,
  PaymentLinkRecord,
  WebhookEndpoint,
  GoneEndpoint,
  WebhookBody,
  PingResult,
  Replaying,
  Event,
  Attempt,
  Explanation,
  Redelivered,
  PaymentRecord,
  OrderPayment,
  RefundRecord,
  OrderRefund,
  Balance,
  BalanceTransaction,
  TransferRecord,
  LinkedTransfer,
  MadeRefund,
  MadeOrderRefund,
  RefundedCharge,
  RefundedOrder,
  RefundedEnvelope,
  DecidedPayment,
  TestPayment,
  TestClock,
  KeyCheck,
  Healthy,
  Unhealthy,
  ErrorBody,
];
