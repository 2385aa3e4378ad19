// Payment points in v1: the request for the list and the record (spec, Endpoint 6 and "Provider record"; D11).
import type { Static } from 'typebox';
import {
  CURRENCIES,
  type Currency,
  centavosAbove,
  type Money,
  parseAmount,
  toJsonNumber,
  toWholePesos,
} from '../../domain/base/money.js';
import { POINT_TYPES } from '../../domain/points/kind.js';
import { kindOf, type PaymentPoint } from '../../domain/points/payment-point.js';
import type { JsonObject } from '../json.js';
import { named, nullable } from '../reply.js';
import { type Field, fault, plain } from '../shape/field.js';
import { lastOf, parameter } from '../shape/query.js';
import { request } from '../shape/request.js';
import { Type } from '../shape/type.js';

export const Provider = named(
  'Provider',
  {
    internal_name: Type.String({
      description: 'Code of the payment point: the value of `payment_type`',
      examples: ['OXXO'],
    }),
    availability: Type.String({ description: 'Opening hours; `24:00 hrs` means always' }),
    name: Type.String({ description: 'For people' }),
    rank: Type.Integer({ description: 'Its place in the list, 1 for the first' }),
    transaction_limit: Type.Integer({ description: 'The most one order may be, in MXN' }),
    commission: nullable(Type.Number(), {
      description: 'What the point charges the customer, in MXN',
    }),
    is_active: Type.Boolean({ description: 'Whether it can be used' }),
    store_image: Type.String({ description: 'The file name of its image' }),
    image_small: Type.String({ description: 'The address of a small image' }),
    image_medium: Type.String({ description: 'The address of a larger image' }),
    image_large: nullable(Type.String(), { description: 'Not used' }),
    type: Type.String({ enum: [...POINT_TYPES], description: 'What it is' }),
    limit_per_transaction: Type.Integer({ description: 'The most one operation at the till takes, in MXN' }),
  },
  { description: 'A payment point: a store, a bank or a coin' },
);

export function renderProvider(point: PaymentPoint, baseUrl: string): Static<typeof Provider> {
  const image = `${baseUrl}/assets/providers/${encodeURIComponent(point.code)}`;
  return {
    internal_name: point.code,
    availability: point.availability,
    name: point.name,
    rank: point.rank,
    transaction_limit: toWholePesos(point.orderLimit),
    commission: point.commission === null ? null : toJsonNumber(point.commission),
    is_active: point.isActive,
    store_image: `${point.code.toLowerCase()}.png`,
    image_small: `${image}-small.png`,
    image_medium: `${image}-medium.png`,
    image_large: null,
    type: kindOf(point).type,
    limit_per_transaction: toWholePesos(point.tillLimit),
  };
}

/** Which points to list: all, none because the amount is over every limit, or those that can process the amount. */
type AskedTotal = 'any' | 'more_than_any_limit' | Money;

const Total = request({ order_total: plain(orderTotal()) });
const InCurrency = request({ currency: plain(knownCurrency()) });

/** The parameters of the list. They may also come as a JSON body of the GET. */
export const ProviderList = request({ ...Total.fields, ...InCurrency.fields }, { name: 'ListProviders' });

/** The query wins over the body. Without a total, the currency is ignored, even an invalid one. */
export function readProviderQuery(query: JsonObject, body: JsonObject): AskedTotal {
  const asked = given(query, 'order_total') ?? numberOrNothing(given(body, 'order_total'));
  if (asked === undefined) return 'any';
  const { currency } = InCurrency.read({ currency: given(query, 'currency') ?? given(body, 'currency') });
  const { order_total: amount } = Total.read({ order_total: asked });
  return typeof amount === 'bigint' ? { amount, currency } : amount;
}

function orderTotal(): Field<bigint | 'any' | 'more_than_any_limit'> {
  return {
    schema: parameter(Type.Number({ description: 'Only points able to process this amount' })),
    read(value, param, reading) {
      const total = asNumber(value);
      const parsed = parseAmount(total);
      if (parsed === 'too_large') return 'more_than_any_limit';
      if (parsed === 'not_positive' && Number(value) === 0) return 'any';
      // A cart total may have more decimals than a price. The point must accept the next centavo above it.
      const amount = parsed === 'too_many_decimals' ? centavosAbove(String(total)) : parsed;
      return typeof amount === 'bigint' ? amount : fault(reading, param, amount);
    },
  };
}

function knownCurrency(): Field<Currency> {
  return {
    schema: parameter(
      Type.String({ enum: [...CURRENCIES], default: 'MXN', description: 'The currency of `order_total`' }),
    ),
    read(value = 'MXN', param, reading) {
      const known = CURRENCIES.find((one) => typeof value === 'string' && one === value.toUpperCase());
      return known ?? fault(reading, param, 'not_allowed', { allowed: CURRENCIES.join(', ') });
    },
  };
}

function given(from: JsonObject, name: string): unknown {
  const value = lastOf(from, name);
  return value === null || value === '' ? undefined : value;
}

/** A value in a GET body that is not a number is ignored (D11). */
function numberOrNothing(value: unknown): unknown {
  const amount = value === undefined ? 'not_a_number' : parseAmount(asNumber(value));
  return amount === 'not_a_number' ? undefined : value;
}

/** A floating point number in any language. Java writes an exponent from ten million on. */
const NUMBER = /^\d+(\.\d+)?(e\d{1,2})?$/i;

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
}
