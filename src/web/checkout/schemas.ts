// The receipt and the hosted checkout in the API reference.
import { CheckoutGoods } from '../../wire/links/checkout.js';
import { Type } from '../../wire/shape/type.js';
import { trouble } from '../pay/schemas.js';

const tags = ['Customer page'];
const html = { 'text/html': { schema: Type.String() } };
const consumes = ['application/x-www-form-urlencoded'];
const lang = Type.Optional(Type.String({ enum: ['es', 'en'], description: 'Else Accept-Language, else Spanish' }));
const language = Type.Object({ lang });
const link = {
  tags,
  params: Type.Object({ id: Type.String({ description: 'The id of the link, `pl_…`' }) }),
  querystring: language,
};
const answers = {
  200: { description: 'The page on which the customer chooses how to pay', content: html },
  303: { description: 'Location is the page of the order that was made, or that of the form' },
  400: { description: 'A page that says what is wrong', content: html },
  409: { description: 'This form has made another order before, or the link cannot be used any more', content: html },
  ...trouble(403, 413, 415, 429, 500, 503),
};
const buyer = {
  customer_name: Type.Optional(Type.String({ description: 'Who pays' })),
  customer_email: Type.Optional(Type.String({ description: 'Their e-mail address' })),
  customer_phone: Type.Optional(Type.String({ description: 'Their telephone number' })),
  payment_type: Type.Optional(
    Type.String({ description: 'Code of a payment point, or SPEI: it is chosen beforehand' }),
  ),
};

export const RECEIPT_PAGE = {
  tags,
  operationId: 'showReceipt',
  summary: 'The page of an order, by the address that existing plugins know',
  description: 'The same as /pay/{id}. Any site may show it in a frame.',
  querystring: Type.Object({ confirmation_id: Type.String({ description: 'The order id' }), lang }),
  response: {
    200: { description: 'The page', content: html },
    404: { description: 'There is no such order', content: html },
    409: { description: 'The form of the checkout: it has made another order before', content: html },
    ...trouble(400, 401, 403, 429, 500, 503),
  },
};

export const CHECKOUT = {
  tags,
  operationId: 'openCheckout',
  consumes,
  summary: 'The hosted checkout',
  description:
    'A form on a page of the shop leads its customer here: `public_key` and the fields of a charge. The customer chooses how ' +
    'to pay, and our page makes the order when they send it; sent twice it makes one. Anyone can change what a form on a page ' +
    'says, so compare the amount in the webhook with your price. An unknown key is a page with status 401.',
  body: Type.Object({
    public_key: Type.String({ description: 'Your public key' }),
    ...Object.fromEntries(Object.entries(CheckoutGoods.fields).map(([name, { schema }]) => [name, schema])),
    ...buyer,
  }),
  response: { ...answers, ...trouble(401) },
};

export const LINK_PAGE = {
  ...link,
  operationId: 'showPaymentLink',
  summary: 'The page of a payment link',
  description: 'Needs no key. Any site may show it in a frame.',
  response: {
    200: answers[200],
    404: { description: 'There is no such link', content: html },
    409: { description: 'The link is inactive, expired or used up', content: html },
    ...trouble(400, 403, 429, 500, 503),
  },
};

export const USE_LINK = {
  ...link,
  operationId: 'usePaymentLink',
  consumes,
  summary: 'Order by a payment link',
  description: 'What the form on the page of the link sends. The price is that of the link.',
  body: Type.Object(buyer),
  response: { ...answers, 404: LINK_PAGE.response[404] },
};
