// The v2 order as merchants see it, in the version of their account (spec, "Order (v2)"; D30, D31, D35).
import type { Static } from 'typebox';
import type { Language } from '../../domain/base/language.js';
import { type Order, STATUSES } from '../../domain/orders/order.js';
import { type Audience, orderFor } from '../accounts/audience.js';
import { OrderRecord, renderCurrentOrder, STATUS_WORDS } from '../current/order.js';
import { named, oneOf, refTo } from '../reply.js';
import { Type } from '../shape/type.js';
import { type InAnyVersion, inVersion } from '../versions/versions.js';
import { listRequest } from './list.js';

export const OrderList = listRequest({
  statuses: Object.fromEntries(STATUSES.map((status) => [STATUS_WORDS[status], status])),
  msPerUnit: 1,
  method: 'spei',
  orderId: '`product.id`',
});

/** The order as its reader sees it, in the version of their account. */
export function renderOrder(order: Order, reader: Audience, language: Language): InAnyVersion<'order'> {
  const current = renderCurrentOrder(orderFor(order, reader), { serviceName: reader.serviceName, language });
  return inVersion('order', current, reader.interfaceVersion);
}

/** The envelope that existing shop plugins expect around a record (D30). */
const envelopeFields = {
  object: oneOf(['orders.create', 'orders.verify'], { description: 'What was done' }),
  code: Type.Literal(200, { description: 'The HTTP status' }),
  status: Type.Literal('success', { description: 'It worked' }),
  message: oneOf(['success.create', 'success.verify'], { description: 'What was done' }),
  request: Type.Integer({ description: 'When you asked, epoch milliseconds' }),
  url: Type.String({ description: 'The path that you asked' }),
};
export const OrderEnvelope = named(
  'OrderEnvelope',
  { ...envelopeFields, data: refTo(OrderRecord) },
  { description: 'An order as accounts with an orders envelope get it' },
);

export function wrapInEnvelope<Data>(
  data: Data,
  call: { readonly verb: 'create' | 'verify'; readonly at: number; readonly url: string },
): Omit<Static<typeof OrderEnvelope>, 'data'> & { data: Data } {
  return {
    object: `orders.${call.verb}`,
    code: 200,
    status: 'success',
    message: `success.${call.verb}`,
    request: call.at,
    url: call.url,
    data,
  };
}
