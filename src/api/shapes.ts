// All named schemas of the API reference.

import { KeyCheck } from '../wire/accounts/key-check.js';
import { Charge, CreatedCharge } from '../wire/current/charge.js';
import { CreateCharge } from '../wire/current/create-charge.js';
import { OrderRecord } from '../wire/current/order.js';
import { SmsEvent } from '../wire/current/sms-event.js';
import { WebhookBody } from '../wire/current/webhook-body.js';
import { ErrorBody } from '../wire/error.js';
import { Healthy, Unhealthy } from '../wire/keeping/health.js';
import { CreatePaymentLink, PaymentLinkRecord } from '../wire/links/payment-link.js';
import { SendSms } from '../wire/messages/sms.js';
import { Balance, BalanceTransaction } from '../wire/money/balance.js';
import { DecidedPayment } from '../wire/money/decided-payment.js';
import { OrderPayment, PaymentRecord } from '../wire/money/payment.js';
import { CreateRefund, OrderRefund, RefundRecord } from '../wire/money/refund.js';
import {
  MadeOrderRefund,
  MadeRefund,
  RefundedCharge,
  RefundedEnvelope,
  RefundedOrder,
} from '../wire/money/refunded.js';
import { AdvanceTestClock, MakeTestClock, PayTestOrder, TestClock, TestPayment } from '../wire/money/test-mode.js';
import { CreateOrder } from '../wire/orders/create-order.js';
import { OrderEnvelope } from '../wire/orders/order-v2.js';
import { Provider } from '../wire/points/provider.js';
import { Reversed, TillAnswer, TillLookup, TillReversal } from '../wire/rails/till.js';
import { LinkedTransfer, TransferRecord } from '../wire/transfers/transfer.js';
import { GoneEndpoint, PingResult, Replaying, WebhookEndpoint } from '../wire/webhooks/endpoint.js';
import { ChangeEndpoint, RegisterEndpoint } from '../wire/webhooks/endpoint-request.js';
import { Attempt, Event, Redelivered, ReplayRange } from '../wire/webhooks/event.js';
import { Explanation } from '../wire/webhooks/explanation.js';
import { BalanceTransactions } from './balance.js';
import { OLDER_SHAPES } from './reference/older-shapes.js';
import { PaymentLinks } from './schemas/payment-links.js';
import { OrderPayments, OrderRefunds, Payments, Refunds } from './schemas/payments.js';
import { Transfers } from './schemas/transfers.js';
import { Charges } from './schemas/v1.js';
import { Orders } from './schemas/v2.js';
import { Attempts, Events } from './schemas/webhooks.js';

const requests = [
  CreateOrder,
  CreateCharge,
  CreatePaymentLink,
  SendSms,
  CreateRefund,
  RegisterEndpoint,
  ChangeEndpoint,
  ReplayRange,
  PayTestOrder,
  MakeTestClock,
  AdvanceTestClock,
  TillLookup,
  TillReversal,
].map(({ schema }) => schema);

/** In the order of the page. */
export const NAMED_SHAPES = [
  ...requests,
  OrderRecord,
  Orders,
  OrderEnvelope,
  CreatedCharge,
  Charge,
  Charges,
  SmsEvent,
  Provider,
  PaymentLinkRecord,
  PaymentLinks,
  WebhookEndpoint,
  GoneEndpoint,
  WebhookBody,
  PingResult,
  Replaying,
  Event,
  Events,
  Attempt,
  Attempts,
  Explanation,
  Redelivered,
  PaymentRecord,
  Payments,
  OrderPayment,
  OrderPayments,
  RefundRecord,
  Refunds,
  OrderRefund,
  OrderRefunds,
  Balance,
  BalanceTransaction,
  BalanceTransactions,
  TransferRecord,
  Transfers,
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
  TillAnswer,
  Reversed,
  Healthy,
  Unhealthy,
  ErrorBody,
  ...OLDER_SHAPES,
];
