// The customer page in the API reference.
import { SHOWN_STATUSES } from '../../domain/orders/shown-status.js';
import { Type } from '../../wire/shape/type.js';

const tags = ['Customer page'];
const params = Type.Object({ id: Type.String({ description: 'The order id' }) });
const language = Type.Object({
  lang: Type.Optional(Type.String({ enum: ['es', 'en'], description: 'Else Accept-Language, else Spanish' })),
});
const html = { 'text/html': { schema: Type.String() } };
const TROUBLE: Readonly<Record<number, string>> = {
  400: 'Malformed',
  401: 'No valid key',
  403: 'The merchant is suspended',
  413: 'The form is over 64 KiB',
  415: 'No form',
  429: 'Too many requests',
  500: 'A fault of the service',
  503: 'Not available at the moment',
};

/** What customers see is a page, also where something is wrong. */
export function trouble(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: TROUBLE[status] ?? 'Wrong', content: html }]),
  );
}

const NOT_FOUND = {
  404: { description: 'There is no such order, or nothing to pay any more', content: html },
  ...trouble(400, 429, 500, 503),
};

export const PAGE = {
  tags,
  operationId: 'showPayPage',
  summary: 'The page where the customer sees how to pay',
  description: 'For orders of both generations. Needs no key: the id opens it.',
  params,
  querystring: language,
  response: { 200: { description: 'The page', content: html }, ...NOT_FOUND },
};
export const STATUS = {
  tags,
  operationId: 'getPayStatus',
  summary: 'The status, for the page to watch',
  description: 'Needs no key: the id opens it.',
  params,
  response: {
    200: Type.Object(
      {
        status: Type.String({
          enum: ['pending', 'paid', 'expired', 'canceled'],
          description: 'The status of the order',
        }),
        expired: Type.Boolean({ description: 'Whether the time to pay is over' }),
        state: Type.String({ enum: [...SHOWN_STATUSES], description: 'What the order is to its customer' }),
        received: Type.Number({ description: 'What has been paid towards it' }),
        refunded: Type.Number({ description: 'What was given back' }),
        surplus: Type.Number({ description: 'What was paid too much' }),
        version: Type.String({ description: 'Differs whenever the page would' }),
      },
      { description: 'The status as the customer sees it' },
    ),
    ...NOT_FOUND,
  },
};

export function barcodeSchema(type: string) {
  const form = type.endsWith('png') ? 'Png' : 'Svg';
  return {
    tags,
    operationId: `drawBarcode${form}`,
    summary: `The barcode as ${type}`,
    description: 'Code 128 of what a till scans, only where tills scan and while the order can be paid.',
    params,
    response: {
      200: { description: 'The barcode', content: { [type]: { schema: Type.String() } } },
      304: { description: 'The same as the browser has' },
      ...NOT_FOUND,
    },
  };
}

export function voucherSchema(type: string) {
  return {
    tags,
    operationId: `drawVoucher${type.endsWith('png') ? 'Png' : 'Pdf'}`,
    summary: `The voucher as ${type}`,
    description: 'How to pay, to be kept, printed or sent; only while the order can be paid.',
    params,
    querystring: language,
    response: {
      200: { description: 'The voucher', content: { [type]: { schema: Type.String() } } },
      ...NOT_FOUND,
    },
  };
}
