// The replies before 15/Nov/26. They must never use the current shapes, because those change and these do not.
import { EVENT_TYPES } from '../../domain/orders/event.js';
import { nullable, oneOf } from '../reply.js';
import { Type } from '../shape/type.js';

const firstFields = {
  id: Type.String(),
  short_id: Type.String(),
  type: Type.String(),
  object: Type.Literal('charge'),
  created_at: Type.Integer(),
  accepted_at: nullable(Type.Integer()),
  expires_at: Type.Integer(),
  paid: Type.Boolean(),
  amount: Type.Number(),
  livemode: Type.Boolean(),
  currency: Type.String(),
  refunded: Type.Boolean(),
  fee: Type.Number(),
  fee_details: Type.Object({
    amount: Type.Number(),
    currency: Type.String(),
    type: Type.String(),
    application: Type.Null(),
    amount_refunded: Type.Number(),
    tax: Type.Number(),
  }),
  order_info: Type.Object({
    order_id: Type.String(),
    order_price: Type.Number(),
    order_name: Type.String(),
    payment_method: Type.String(),
    store: Type.String(),
    country: Type.String(),
    image_url: nullable(Type.String()),
    success_url: nullable(Type.String()),
    failed_url: nullable(Type.String()),
    failure_url: nullable(Type.String()),
    exchange: Type.Object({
      rate: Type.Number(),
      request: Type.Integer(),
      origin_amount: Type.Number(),
      final_amount: Type.Number(),
      origin_currency: Type.String(),
      final_currency: Type.String(),
      exchange_id: Type.Null(),
    }),
  }),
  customer: Type.Object({
    customer_name: Type.String(),
    customer_email: Type.String(),
    customer_phone: nullable(Type.String()),
  }),
};

export const Charge = Type.Object({ ...firstFields, api_version: Type.String() });

export const CreatedCharge = Type.Object({
  ...firstFields,
  instructions: Type.Object({
    description: Type.String(),
    step_1: Type.String(),
    step_2: Type.String(),
    step_3: Type.String(),
    note_extra_comition: Type.String(),
    note_expiration_date: Type.String(),
    note_confirmation: Type.String(),
    details: Type.Object({
      payment_amount: Type.String(),
      payment_store: Type.String(),
      amount: Type.String(),
      store: Type.String(),
      bank_account_number: Type.String(),
      company_reference_name: Type.String(),
      company_reference_number: Type.String(),
      company_bank_number: Type.String(),
      order_reference_number: Type.String(),
      bank_account_holder_name: Type.String(),
      bank_reference: Type.String(),
      bank_name: Type.String(),
    }),
  }),
  api_version: Type.String(),
});

export const WebhookBody = Type.Object({
  ...firstFields,
  type: oneOf(EVENT_TYPES),
  api_version: Type.String(),
  shortId: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
});

export const OrderRecord = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  product: Type.Object({ id: Type.String(), price: Type.Number(), name: Type.String(), currency: Type.String() }),
  customer: Type.Object({ name: Type.String(), email: Type.String() }),
  payment: Type.Object({
    type: Type.Literal('SPEI'),
    fee: Type.Number(),
    iva: Type.Number(),
    clabe: Type.String(),
    instructions: Type.Array(Type.Object({ step: Type.Integer(), description: Type.String() })),
  }),
  status: Type.String(),
  testMode: Type.Boolean(),
  exchange: Type.Object({
    rate: Type.Number(),
    finalAmount: Type.Number(),
    originAmount: Type.Number(),
    finalCurrency: Type.String(),
    originCurrency: Type.String(),
  }),
  extras: Type.Record(Type.String(), Type.Unknown()),
  api: Type.Object({ name: Type.String(), version: Type.String() }),
  createdAt: Type.Integer(),
  updatedAt: Type.Integer(),
  expiresAt: Type.Integer(),
});
