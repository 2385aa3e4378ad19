// The reply to a sent SMS, in its newest version (spec, Endpoint 5).
import type { Static } from 'typebox';
import { formatOrderId } from '../../domain/identity.js';
import type { Order } from '../../domain/order.js';
import { named } from '../reply.js';
import { Type } from '../shape/type.js';

export const SmsEvent = named('SmsEvent', {
  type: Type.Literal('sms.success'),
  object: Type.Literal('event'),
  data: Type.Object({
    object: Type.Object({ id: Type.String(), object: Type.Literal('charge'), short_id: Type.String() }),
  }),
});
export type SmsEvent = Static<typeof SmsEvent>;

export function renderCurrentSmsEvent(order: Order): SmsEvent {
  return {
    type: 'sms.success',
    object: 'event',
    data: { object: { id: formatOrderId(order.uuid), object: 'charge', short_id: order.folio } },
  };
}
