// The customer page in the API reference.
import { Type } from 'typebox';

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
