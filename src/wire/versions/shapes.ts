// Every request and every reply of accounts, in the newest version and in the order of the API reference. What is listed
// here can change: versions.ts undoes it for earlier accounts, wherever it stands. The shapes of rails and of whoever
// watches the service are not here, because they belong to no account.
import type { Static, TSchema } from 'typebox';
import { KeyCheck } from '../accounts/key-check.js';
import { ErrorBody } from '../error.js';
import { CheckoutGoods } from '../links/checkout.js';
import { CreatePaymentLink, PaymentLinkList, PaymentLinkRecord, PaymentLinks } from '../links/payment-link.js';
import { SendSms, SmsEvent } from '../messages/sms.js';
import { Balance, BalanceTransaction, BalanceTransactions, TransactionList } from '../money/balance.js';
import { DecidedPayment } from '../money/decided-payment.js';
import { OfOrderList, OrderPayment, OrderPayments, PaymentList, PaymentRecord, Payments } from '../money/payment.js';
import { CreateRefund, OrderRefund, OrderRefunds, RefundList, RefundRecord, Refunds } from '../money/refund.js';
import { MadeOrderRefund, MadeRefund, RefundedCharge, RefundedEnvelope, RefundedOrder } from '../money/refunded.js';
import { AdvanceTestClock, MakeTestClock, PayTestOrder, TestClock, TestPayment } from '../money/test-mode.js';
import { Charge, ChargeList, Charges, CreatedCharge } from '../orders/charge.js';
import { CreateCharge } from '../orders/create-charge.js';
import { CreateOrder } from '../orders/create-order.js';
import { OrderEnvelope, OrderList, OrderRecord, Orders } from '../orders/order.js';
import { Provider, ProviderList } from '../points/provider.js';
import type { AnyNamed, Extension } from '../reply.js';
import type { Fields } from '../shape/field.js';
import { LinkedTransfer, TransferList, TransferRecord, Transfers } from '../transfers/transfer.js';
import { GoneEndpoint, PingResult, Replaying, WebhookEndpoint } from '../webhooks/endpoint.js';
import { ChangeEndpoint, RegisterEndpoint } from '../webhooks/endpoint-request.js';
import { Attempt, Attempts, Event, EventList, Events, Redelivered, ReplayRange } from '../webhooks/event.js';
import { Explanation } from '../webhooks/explanation.js';
import { WebhookBody } from '../webhooks/webhook-body.js';

export const REQUESTS = [
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
  CheckoutGoods,
  OrderList,
  ChargeList,
  ProviderList,
  PaymentLinkList,
  EventList,
  PaymentList,
  RefundList,
  OfOrderList,
  TransactionList,
  TransferList,
] as const;

export const REPLIES = [
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
  ErrorBody,
] as const;

export type AnyReply = (typeof REPLIES)[number];
export type ReplyName = AnyReply['$id'];
/** What is rendered for each reply. */
export type Replies = { readonly [Reply in AnyReply as Reply['$id']]: Extract<Static<Reply>, object> };
export type RequestName = (typeof REQUESTS)[number]['name'];

/** The types of the newest version. Of a shape that starts with another, only what it adds. */
export type Newest = {
  readonly replies: { readonly [Reply in AnyReply as Reply['$id']]: OwnOf<Reply> };
  readonly requests: { readonly [Request in (typeof REQUESTS)[number] as Request['name']]: NamesOf<Request['fields']> };
};

type OwnOf<Reply extends TSchema> =
  Reply extends Extension<string, AnyNamed, infer Own>
    ? { readonly [Name in keyof Own]: Static<Own[Name]> }
    : Extract<Static<Reply>, object>;

/** The fields of a request, at every depth. */
type NamesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends { readonly fields: infer Inner extends Fields } ? NamesOf<Inner> : null;
};
