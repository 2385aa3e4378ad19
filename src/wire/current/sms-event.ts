// The reply to a sent SMS, in its newest version (spec, Endpoint 5).
import type { Static } from 'typebox';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Order } from '../../domain/orders/order.js';
import { named } from '../reply.js';
import { Type } from '../shape/type.js';

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

export function renderCurrentSmsEvent(order: Order): SmsEvent {
  return {
    type: 'sms.success',
    object: 'event',
    data: { object: { id: formatOrderId(order.uuid), object: 'charge', short_id: order.folio } },
  };
}
