// A webhook body in its newest version: the charge view of the order, with the type of the event (D49, D50).
import type { Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../../domain/orders/event.js';
import type { Order } from '../../domain/orders/order.js';
import { renderOrderMoney } from '../orders/order-money.js';
import { named, oneOf } from '../reply.js';
import { Type } from '../shape/type.js';
import { Charge, renderChargeUntilVersion } from './charge.js';
import { STATUS_WORDS } from './order.js';

export const WebhookBody = named(
  'WebhookBody',
  {
    ...Charge.properties,
    type: oneOf(EVENT_TYPES, { description: 'The type of the event' }),
    shortId: Type.Optional(Type.String({ description: 'Of SPEI orders: the folio, as v2 names it' })),
    status: Type.Optional(
      Type.String({ enum: Object.values(STATUS_WORDS), description: 'Of SPEI orders: the state, as v2 names it' }),
    ),
  },
  { description: 'The charge as it was at the event, without instructions' },
);
export type WebhookBody = Static<typeof WebhookBody>;

/** `order` must be as it was when the event happened. */
export function renderCurrentWebhookBody(order: Order, type: EventType, serviceName: string): WebhookBody {
  const charge = renderChargeUntilVersion(order, serviceName);
  // Some plugins look for these fields on a SPEI order.
  const words = order.method === 'spei' ? { shortId: order.folio, status: STATUS_WORDS[order.status] } : {};
  return Object.assign(charge, { type }, words, renderOrderMoney(order));
}
