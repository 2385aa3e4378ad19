// The customer page in the API reference.
import { Type } from '../../wire/shape/type.js';

const tags = ['Customer page'];
const params = Type.Object({ id: Type.String({ description: 'The order id' }) });
const language = Type.Object({
  lang: Type.Optional(Type.String({ enum: ['es', 'en'], description: 'Else Accept-Language, else Spanish' })),
});
const html = { 'text/html': { schema: Type.String() } };
const NOT_FOUND = { 404: { description: 'There is no such order, or nothing to pay any more', content: html } };

export const PAGE = {
  tags,
  summary: 'The page where the customer sees how to pay',
  description: 'For orders of both generations. Needs no key: the id opens it.',
  params,
  querystring: language,
  response: { 200: { description: 'The page', content: html }, ...NOT_FOUND },
};
export const STATUS = {
  tags,
  summary: 'The status, for the page to watch',
  params,
  response: {
    200: Type.Object(
      {
        status: Type.String({ enum: ['pending', 'paid', 'expired', 'canceled'] }),
        expired: Type.Boolean({ description: 'Whether the time to pay is over' }),
      },
      { description: 'The status as the customer sees it' },
    ),
    ...NOT_FOUND,
  },
};

export function barcodeSchema(type: string) {
  return {
    tags,
    summary: `The barcode as ${type}`,
    description: 'Code 128 of what the customer pays to, only while the order can be paid.',
    params,
    response: { 200: { description: 'The barcode', content: { [type]: { schema: Type.String() } } }, ...NOT_FOUND },
  };
}

const LINK_GONE = { 404: { description: 'The link does not work any more', content: html } };
const link = { tags, params: Type.Object({ token: Type.String() }), querystring: language };

export const LINK_PAGE = {
  ...link,
  summary: 'The page where the customer says where a refund goes',
  description: 'The link of a transfer that needs a destination. It works once.',
  response: { 200: { description: 'The page', content: html }, ...LINK_GONE },
};
export const USE_LINK = {
  ...link,
  summary: 'Say where a refund goes',
  description: 'A form with `clabe` and `holder`.',
  response: {
    200: { description: 'The account is known now', content: html },
    400: { description: 'The page again, with what is wrong', content: html },
    ...LINK_GONE,
  },
};
