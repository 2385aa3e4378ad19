// The body and the answer as JSON Schema, for Fastify, and the body for Zod, for Express.
import { z } from 'zod';

const object = (properties, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const text = (maxLength = 255) => ({ type: 'string', minLength: 1, maxLength });
const [string, number, boolean, integer] = ['string', 'number', 'boolean', 'integer'].map((type) => ({ type }));
const price = { type: 'number', exclusiveMinimum: 0, maximum: 9_999_999.99 };
const email = { ...text(), pattern: '^[^@\\s]+@[^@\\s]+$' };

export const CreateOrder = object(
  {
    product: object({ id: text(), name: text(), url: text(2048), price, currency: { const: 'MXN' } }, [
      'id',
      'name',
      'price',
    ]),
    customer: object({ name: text(), email, phone: text() }, ['name', 'email']),
    extras: { type: 'object', maxProperties: 50 },
    payment: object({ type: { const: 'SPEI' } }, []),
  },
  ['product', 'customer'],
);

const step = object({ step: integer, description: string });
export const Order = object({
  id: string,
  shortId: string,
  product: object({ id: string, price: number, name: string, currency: string }),
  customer: object({ name: string, email: string }),
  payment: object({
    type: string,
    fee: number,
    iva: number,
    clabe: string,
    instructions: { type: 'array', items: step },
  }),
  status: string,
  testMode: boolean,
  exchange: object({
    rate: number,
    finalAmount: number,
    originAmount: number,
    finalCurrency: string,
    originCurrency: string,
  }),
  extras: { type: 'object', additionalProperties: true },
  api: object({ name: string, version: string }),
  createdAt: integer,
  updatedAt: integer,
  expiresAt: integer,
  received: number,
  outstanding: number,
  surplus: number,
  held: number,
});

const zText = (max = 255) => z.string().min(1).max(max);

export const ZodCreateOrder = z.object({
  product: z.object({
    id: zText(),
    name: zText(),
    url: zText(2048).optional(),
    price: z.number().positive().max(9_999_999.99),
    currency: z.literal('MXN').optional(),
  }),
  customer: z.object({ name: zText(), email: zText().regex(/^[^@\s]+@[^@\s]+$/), phone: zText().optional() }),
  extras: z.record(z.string(), z.unknown()).optional(),
  payment: z.object({ type: z.literal('SPEI').optional() }).optional(),
});
