// What the API reference says of v1 bodies. Requests are read by `readCreateCharge`.
import { Type } from 'typebox';
import { CURRENCIES } from '../domain/money.js';
import { DETAIL_NAMES } from '../domain/points/kind.js';
import { ChargeRecord } from './charge-v1.js';

const Text = Type.String({ minLength: 1, maxLength: 255 });
const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const CreateChargeBody = Type.Object(
  {
    order_id: Type.Union([Text, Type.Number()], { description: 'Your id of the order; a number is kept as text' }),
    order_price: Type.Union([Type.Number(), Type.String()], { description: 'At most two decimals', examples: [75] }),
    order_name: Text,
    customer_name: Text,
    customer_email: Text,
    payment_type: Type.String({
      description: 'Code of a payment point: `internal_name` of GET /v1/providers',
      examples: ['OXXO'],
    }),
    customer_phone: optional(Type.String()),
    image_url: optional(Type.String({ maxLength: 2048 })),
    currency: optional(Type.String({ enum: [...CURRENCIES], default: 'MXN' })),
    expiration_time: optional(
      Type.Union([Type.Integer(), Type.String()], { description: 'Epoch seconds or milliseconds' }),
    ),
    success_url: optional(Type.String({ maxLength: 2048 })),
    failed_url: optional(Type.String({ maxLength: 2048 })),
  },
  {
    $id: 'CreateCharge',
    title: 'CreateCharge',
    examples: [
      {
        order_id: 'SMG-1',
        order_price: 75,
        order_name: 'Funda',
        customer_name: 'Ana Robles',
        customer_email: 'ana@example.com',
        payment_type: 'OXXO',
      },
    ],
  },
);

export const CreatedCharge = Type.Object(
  {
    ...ChargeRecord.properties,
    instructions: Type.Object({
      description: Type.String(),
      step_1: Type.String(),
      step_2: Type.String(),
      step_3: Type.String(),
      note_extra_comition: Type.String(),
      note_expiration_date: Type.String(),
      note_confirmation: Type.String(),
      details: Type.Object(Object.fromEntries(DETAIL_NAMES.map((name) => [name, Type.String()]))),
    }),
  },
  { $id: 'CreatedCharge', title: 'CreatedCharge' },
);

export const SmsEvent = Type.Object(
  {
    type: Type.String({ examples: ['sms.success'] }),
    object: Type.Literal('event'),
    data: Type.Object({
      object: Type.Object({ id: Type.String(), object: Type.Literal('charge'), short_id: Type.String() }),
    }),
  },
  { $id: 'SmsEvent', title: 'SmsEvent' },
);
