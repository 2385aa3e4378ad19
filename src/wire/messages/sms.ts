// The request of the SMS route and its reply (spec, Endpoint 5; D55), in the newest version.
import type { Static } from 'typebox';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Order } from '../../domain/orders/order.js';
import { named } from '../reply.js';
import type { Field } from '../shape/field.js';
import { request } from '../shape/request.js';
import { optional } from '../shape/text.js';
import { Type } from '../shape/type.js';

export const SendSms = request(
  { customer_phone: phoneAsSent() },
  {
    name: 'SendSms',
    about: {
      description: 'Where the message goes; without a body to the phone of the charge',
      examples: [{ customer_phone: '5512345678' }],
    },
  },
);

const NO_PHONE = '?';

/**
 * The phone number as it was sent; null if missing. It is checked only after its order is found, so that an unknown
 * order is refused first. Any other type becomes a string that is not a phone number.
 */
function phoneAsSent(): Field<string | null> {
  return {
    schema: optional(
      Type.Union([Type.String(), Type.Number()], {
        description: '10 digits or +52…; else the one of the charge. A public key may send only to that one',
      }),
    ),
    read(value) {
      if (value === undefined || value === '') return null;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : NO_PHONE;
    },
  };
}

export const SmsEvent = named(
  'SmsEvent',
  {
    type: Type.Literal('sms.success', { description: 'What happened' }),
    object: Type.Literal('event', { description: 'What this is' }),
    data: Type.Object(
      {
        object: Type.Object(
          {
            id: Type.String({ description: 'The charge id' }),
            object: Type.Literal('charge', { description: 'What it is' }),
            short_id: Type.String({ description: 'The folio' }),
          },
          { description: 'The charge' },
        ),
      },
      { description: 'What the message is about' },
    ),
  },
  { description: 'The message was handed to the gateway' },
);
export type SmsEvent = Static<typeof SmsEvent>;

export function renderSmsEvent(order: Order): SmsEvent {
  return {
    type: 'sms.success',
    object: 'event',
    data: { object: { id: formatOrderId(order.uuid), object: 'charge', short_id: order.folio } },
  };
}
