// API reference of cancel and refund.
import type { TSchema } from 'typebox';
import { Charge } from '../wire/current/charge.js';
import { Refund } from '../wire/refund.js';
import { RefundedCharge, RefundedEnvelope, RefundedOrder } from '../wire/refunded.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { bodyOf, errorReplies, IdempotencyHeader } from './schemas.js';
import { orderReply } from './v2-schemas.js';

const security = [{ apiKey: [] }];
const chargeParams = Type.Object({ payment_id: Type.String({ description: 'The charge id' }) });
const orderParams = Type.Object({ id: Type.String({ description: 'The order id' }) });

const afterwards = { description: 'The record afterwards' };
const charge = { tag: 'Charges (v1)', params: chargeParams, reply: refTo(Charge, afterwards) };
const order = { tag: 'Orders (v2)', params: orderParams, reply: { ...orderReply, ...afterwards } };

type Described = { readonly tag: string; readonly params: TSchema; readonly reply: object };

const describe = ({ tag, params, reply }: Described, summary: string) => ({
  tags: [tag],
  security,
  summary,
  description: 'Needs the private key.',
  headers: IdempotencyHeader,
  params,
  response: { 200: reply, ...errorReplies(400, 401, 403, 404, 409, 429, 503) },
});

export const cancelCharge = describe(charge, 'Cancel a charge');
export const cancelOrder = describe(order, 'Cancel an order');

/** The same records, and after their last key what goes back. */
const refunded = {
  charge: { ...charge, reply: refTo(RefundedCharge, afterwards) },
  order: { ...order, reply: Type.Union([refTo(RefundedOrder), refTo(RefundedEnvelope)], afterwards) },
};

export const refundCharge = { ...describe(refunded.charge, 'Refund a charge'), body: bodyOf(Refund) };
export const refundOrder = { ...describe(refunded.order, 'Refund an order'), body: bodyOf(Refund) };
