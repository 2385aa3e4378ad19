// The request body of POST /v2/orders (spec, Endpoint 1; D31).

import { CURRENCIES } from '../../domain/base/money.js';
import type { Expiry } from '../../domain/orders/lifetime.js';
import type { OrderDraft } from '../../domain/orders/order.js';
import { byLeniency, type Field, fault, plain } from '../shape/field.js';
import { object, request } from '../shape/request.js';
import { cutText, email, LONG, optionalText, optionalTextOrNumber, text, textOrNumber } from '../shape/text.js';
import { choice, expiry, freeForm, price, roundedPrice } from '../shape/value.js';

export const CreateOrder = request(
  {
    product: object(
      {
        id: plain(textOrNumber({ description: 'Your id of the product or order; a number is kept as text' })),
        name: byLeniency(text({ description: 'What is paid for' }), cutText()),
        url: optionalText({ maxLength: LONG, description: 'Product image' }),
        price: plain(
          byLeniency(
            price({
              description:
                'At most two decimals (rounded for accounts with an orders envelope), at most 9,999,999.99; a number or a numeric string',
              examples: [150, '123.45'],
            }),
            roundedPrice(),
          ),
        ),
        currency: plain(choice(CURRENCIES, 'MXN', { description: 'The currency of the price, in any case' })),
      },
      { description: 'What is paid for' },
    ),
    customer: object(
      {
        id: optionalText({
          description: 'Your own id of the customer: the same one pays to the same CLABE every time',
        }),
        name: text({ description: 'Who pays' }),
        email: email({ description: 'Anything with an @ in it' }),
        phone: optionalTextOrNumber({ description: 'Where an SMS goes' }),
      },
      { description: 'Who pays' },
    ),
    extras: freeForm({ keys: 50, bytes: 8192 }, { description: 'Up to 50 keys and 8 KiB; echoed' }),
    expiresAt: expiry({ description: 'Epoch milliseconds or seconds, at most 30 days ahead' }),
    payment: object({ type: plain(spei()) }, { description: 'How it is paid' }),
  },
  {
    name: 'CreateOrder',
    about: {
      description: 'An order to create',
      examples: [
        {
          product: { id: 'SMG-1', price: 150, name: 'Funda' },
          customer: { name: 'Ana Robles', email: 'ana@example.com' },
          payment: { type: 'SPEI' },
        },
      ],
    },
  },
);

/** The only way to pay a v2 order. Who names a store or bank is told where its charges are made (D95). */
function spei(): Field<'SPEI'> {
  return {
    schema: choice(['SPEI'], 'SPEI', { description: 'In any case' }).schema,
    read(value = 'SPEI', param, reading) {
      const isSpei = value === '' || (typeof value === 'string' && value.toUpperCase() === 'SPEI');
      return isSpei ? 'SPEI' : fault(reading, param, 'not_in_v2');
    },
  };
}

export function orderDraft(read: ReturnType<typeof CreateOrder.read>): OrderDraft {
  const { product, customer, extras, expiresAt } = read;
  return {
    point: null,
    product: { id: product.id, name: product.name, imageUrl: product.url },
    price: { amount: product.price, currency: product.currency },
    customer,
    extras,
    returnUrls: { success: null, failure: null },
    testClockId: null,
    // The v1 view of a v2 order shows seconds, whatever unit the request used.
    expiry: inSeconds(expiresAt),
  };
}

/** The name of the price field in an error. */
export const ORDER_PRICE = 'product.price' satisfies `product.${keyof typeof CreateOrder.fields.product.fields}`;

function inSeconds(expiry: Expiry | null): Expiry | null {
  return expiry === null ? null : { at: expiry.at, unit: 's' };
}
