// All named schemas of the API reference.
import { Balance, BalanceTransaction } from '../wire/balance.js';
import { CreateOrder } from '../wire/create-order.js';
import { Charge, CreatedCharge } from '../wire/current/charge.js';
import { CreateCharge } from '../wire/current/create-charge.js';
import { OrderRecord } from '../wire/current/order.js';
import { SmsEvent } from '../wire/current/sms-event.js';
import { WebhookBody } from '../wire/current/webhook-body.js';
import { GoneEndpoint, PingResult, Replaying, WebhookEndpoint } from '../wire/endpoint.js';
import { ChangeEndpoint, RegisterEndpoint } from '../wire/endpoint-request.js';
import { ErrorBody } from '../wire/error.js';
import { Attempt, Event, Redelivered, ReplayRange } from '../wire/event.js';
import { Explanation } from '../wire/explanation.js';
import { Healthy, Unhealthy } from '../wire/health.js';
import { KeyCheck } from '../wire/key-check.js';
import { OrderEnvelope } from '../wire/order-v2.js';
import { OrderPayment, PaymentRecord } from '../wire/payment.js';
import { CreatePaymentLink, PaymentLinkRecord } from '../wire/payment-link.js';
import { Provider } from '../wire/provider.js';
import { OrderRefund, Refund, RefundRecord } from '../wire/refund.js';
import { MadeOrderRefund, MadeRefund, RefundedCharge, RefundedEnvelope, RefundedOrder } from '../wire/refunded.js';
import { SendSms } from '../wire/sms.js';
import { AdvanceTestClock, MakeTestClock, PayTestOrder, TestClock, TestPayment } from '../wire/test-mode.js';
import { Reversed, TillAnswer, TillLookup, TillReversal } from '../wire/till.js';
import { DecidedPayment, LinkedTransfer, TransferRecord } from '../wire/transfer.js';
import { BalanceTransactions } from './balance.js';
import { PaymentLinks } from './payment-links-schemas.js';
import { OrderPayments, OrderRefunds, Payments, Refunds } from './payments-schemas.js';
import { OLDER_SHAPES } from './reference/older-shapes.js';
import { Transfers } from './transfers-schemas.js';
import { Charges } from './v1-schemas.js';
import { Orders } from './v2-schemas.js';
import { Attempts, Events } from './webhooks-schemas.js';

const requests = [
  ...[CreateOrder, CreateCharge, CreatePaymentLink, SendSms, Refund, RegisterEndpoint, ChangeEndpoint, ReplayRange],
  ...[PayTestOrder, MakeTestClock, AdvanceTestClock, TillLookup, TillReversal],
].map(({ schema }) => schema);

/** In the order of the page. */
export const NAMED_SHAPES = [
  ...requests,
  ...[OrderRecord, Orders, OrderEnvelope, CreatedCharge, Charge, Charges, SmsEvent, Provider],
  ...[PaymentLinkRecord, PaymentLinks],
  ...[WebhookEndpoint, GoneEndpoint, WebhookBody, PingResult, Replaying],
  ...[Event, Events, Attempt, Attempts, Explanation, Redelivered],
  ...[PaymentRecord, Payments, OrderPayment, OrderPayments, RefundRecord, Refunds, OrderRefund, OrderRefunds],
  ...[Balance, BalanceTransaction, BalanceTransactions, TransferRecord, Transfers, LinkedTransfer],
  ...[MadeRefund, MadeOrderRefund, RefundedCharge, RefundedOrder, RefundedEnvelope, DecidedPayment],
  ...[TestPayment, TestClock, KeyCheck, TillAnswer, Reversed, Healthy, Unhealthy, ErrorBody],
  ...OLDER_SHAPES,
];
