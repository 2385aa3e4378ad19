// The types that programs name, taken from the operations they belong to. The operations are generated.
import type { Operations } from './generated/api.js';

/** Every schema of the API under the name it has in the OpenAPI document. */
export type * as Schemas from './generated/api.js';
export type { Operations } from './generated/api.js';

/** The method and path of an operation, such as `GET /v1/balance`. */
export type Operation = keyof Operations;

export type QueryOf<Name extends Operation> = Operations[Name]['query'];
export type BodyOf<Name extends Operation> = Operations[Name]['body'];
export type ReplyOf<Name extends Operation> = Bare<Operations[Name]['reply']>;

/** What a list lists. */
export type ItemOf<Name extends Operation> = ReplyOf<Name> extends { data: (infer Item)[] } ? Item : never;

/** The operations that answer with a page. */
export type ListOperation = {
  [Name in Operation]: Operations[Name]['reply'] extends { object: 'list' } ? Name : never;
}[Operation];

/** Accounts with an orders envelope get their record inside `data`; the client takes it out. */
type Bare<Reply> = Reply extends { request: number; data: infer Data } ? Data : Reply;

export type NewOrder = BodyOf<'POST /v2/orders'>;
export type Order = ReplyOf<'GET /v2/orders/{id}'>;
export type RefundedOrder = ReplyOf<'POST /v2/orders/{id}/refunds'>;
export type OrderPayment = ItemOf<'GET /v2/orders/{id}/payments'>;
export type OrderRefund = ItemOf<'GET /v2/orders/{id}/refunds'>;

export type NewCharge = BodyOf<'POST /v1/charges'>;
export type CreatedCharge = ReplyOf<'POST /v1/charges'>;
export type Charge = ReplyOf<'GET /v1/charges/{id}'>;
export type RefundedCharge = ReplyOf<'POST /v1/charges/{id}/refunds'>;
export type SentSms = ReplyOf<'POST /v1/charges/{id}/sms'>;
export type Provider = ReplyOf<'GET /v1/providers'>[number];

export type NewPaymentLink = BodyOf<'POST /v1/payment_links'>;
export type PaymentLink = ReplyOf<'GET /v1/payment_links/{id}'>;

export type NewRefund = BodyOf<'POST /v2/orders/{id}/refunds'>;
export type Payment = ReplyOf<'GET /v1/payments/{id}'>;
export type DecidedPayment = ReplyOf<'POST /v1/payments/{id}/accept'>;
export type Refund = ReplyOf<'GET /v1/refunds/{id}'>;
export type Balance = ReplyOf<'GET /v1/balance'>;
export type BalanceTransaction = ItemOf<'GET /v1/balance/transactions'>;
export type Transfer = ReplyOf<'GET /v1/transfers/{id}'>;
export type LinkedTransfer = ReplyOf<'POST /v1/transfers/{id}/link'>;

export type OrderEvent = ItemOf<'GET /v1/events'>;
export type EventType = OrderEvent['type'];
/** The body of a webhook: the charge as it was at the moment of the event. */
export type WebhookBody = OrderEvent['data']['object'];
export type DeliveryAttempt = ItemOf<'GET /v1/events/{id}/deliveries'>;
export type Explanation = ReplyOf<'GET /v1/events/{id}/explain'>;
export type NewEndpoint = BodyOf<'POST /v1/webhooks/stores'>;
export type EndpointChange = BodyOf<'PUT /v1/webhooks/stores/{id}'>;
export type WebhookEndpoint = ReplyOf<'GET /v1/webhooks/stores/{id}'>;
export type PingResult = ReplyOf<'POST /v1/webhooks/stores/{id}/ping'>;
export type ReplayRange = BodyOf<'POST /v1/webhooks/stores/{id}/replay'>;

export type NewTestPayment = BodyOf<'POST /v1/test/orders/{id}/payments'>;
export type TestPayment = ReplyOf<'POST /v1/test/orders/{id}/payments'>;
export type TestClock = ReplyOf<'POST /v1/test/clocks'>;
