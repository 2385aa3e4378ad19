// The replies before 16/Jun/15. They must never use the current shapes, because those change and these do not.
import { nullable } from '../reply.js';
import { Type } from '../shape/type.js';
import { partsWith, unusedAround } from './2017-06-10.js';

const { fee_details, exchange, customer } = partsWith(Type.Number());

export const CreatedCharge = Type.Object({
  id: Type.String(),
  short_id: Type.String(),
  object: Type.Literal('charge'),
  paid: Type.Boolean(),
  refunded: Type.Boolean(),
  fee: Type.Number(),
  fee_details,
  order_info: Type.Object({
    order_id: Type.String(),
    order_price: Type.Number(),
    order_name: Type.String(),
    image_url: nullable(Type.String()),
    exchange,
  }),
  api_version: Type.String(),
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
  status: Type.String({ description: 'pending, success, expired or canceled' }),
  created: Type.Integer({ description: 'Epoch seconds' }),
  exp_date: Type.Integer({ description: 'When it expires, epoch seconds' }),
  live_mode: Type.Boolean({ description: 'false for a test charge' }),
});

export const Charge = Type.Object({
  id: Type.String(),
  type: Type.String(),
  object: Type.Literal('charge'),
  accepted_at: nullable(Type.Integer()),
  paid: Type.Boolean(),
  amount: Type.Number(),
  livemode: Type.Boolean(),
  currency: Type.String(),
  refunded: Type.Boolean(),
  fee: Type.Number(),
  fee_details,
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
    exchange,
  }),
  customer,
  api_version: Type.String(),
  created: Type.Integer({ description: 'Epoch seconds' }),
  ...unusedAround(Type.Number({ description: 'What was refunded so far, in MXN' })),
});

export const SmsEvent = Type.Object({
  type: Type.Literal('charge_sms.success'),
  object: Type.Literal('event'),
  payment: Type.Object(
    {
      id: Type.String({ description: 'The charge id without `ch_`' }),
      short_id: Type.String({ description: 'The folio' }),
    },
    { description: 'The charge' },
  ),
  data: Type.Object({
    object: Type.Object({ id: Type.String(), object: Type.Literal('charge'), short_id: Type.String() }),
  }),
});
