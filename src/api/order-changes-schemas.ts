// What the API reference says of cancel and refund.
import { Type } from 'typebox';
import { errorReplies, IdempotencyHeader } from './schemas.js';

const security = [{ apiKey: [] }];
const chargeParams = Type.Object({ payment_id: Type.String({ description: 'The charge id' }) });
const orderParams = Type.Object({ id: Type.String({ description: 'The order id' }) });
const refund = Type.Object({
  amount: Type.Optional(
    Type.Union([Type.Number(), Type.String()], { description: 'In MXN; without it all that is left' }),
  ),
  reason: Type.Optional(Type.String({ maxLength: 255 })),
});

const describe = (tag: string, summary: string, record: string, body?: typeof refund) => ({
  tags: [tag],
  security,
  summary,
  description: 'Needs the private key.',
  headers: IdempotencyHeader,
  params: record === 'Charge' ? chargeParams : orderParams,
  ...(body !== undefined && { body }),
  response: {
    200: Type.Ref(record, { description: 'The record afterwards' }),
    ...errorReplies(400, 401, 403, 404, 409, 429, 503),
  },
});

export const cancelCharge = describe('Charges (v1)', 'Cancel a charge', 'Charge');
export const cancelOrder = describe('Orders (v2)', 'Cancel an order', 'Order');
export const refundCharge = describe('Charges (v1)', 'Refund a charge', 'Charge', refund);
export const refundOrder = describe('Orders (v2)', 'Refund an order', 'Order', refund);
