// Pieces of the API reference that every generation shares.
import { Type } from 'typebox';

export const ErrorBody = Type.Object(
  {
    type: Type.Literal('error'),
    status: Type.Literal('error'),
    object: Type.Literal('error'),
    code: Type.Integer({
      description: '4001 key, 5001 payment id, 5002 and 5003 payment point, 6001 to 6004 SMS, else the HTTP status',
    }),
    error: Type.String({ description: 'Stable name of the refusal; see docs/errors.md' }),
    message: Type.String({ description: 'For people, Spanish unless Accept-Language prefers English' }),
    debug_message: Type.String({ description: 'For developers: what to do' }),
    param: Type.Union([Type.String(), Type.Null()], { description: 'Dotted path of the first faulty field' }),
    errors: Type.Array(Type.Object({ param: Type.String(), error: Type.String(), message: Type.String() })),
    request_id: Type.String(),
  },
  { $id: 'Error', title: 'Error' },
);

export const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key and body give the first answer again, for 30 days',
    }),
  ),
});

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'Malformed or invalid',
  401: 'No valid key',
  403: 'Needs the private key',
  404: 'No such object in this account and mode',
  409: 'In conflict with what was before',
  413: 'Body over 64 KiB',
  415: 'Body neither JSON nor a form',
  429: 'Too many requests',
  502: 'The SMS gateway failed',
  503: 'Not available at the moment: try again after Retry-After seconds',
};

export function errorReplies(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, Type.Ref('Error', { description: MEANINGS[status] ?? 'Error' })]),
  );
}

/** The filters of a list; what differs between the generations are their words and their unit of time. */
export function listQuery(words: { readonly statuses: string[]; readonly unit: string; readonly orderId: string }) {
  return Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
    status: Type.Optional(Type.String({ enum: words.statuses })),
    created_from: Type.Optional(Type.Integer({ description: `Epoch ${words.unit}, inclusive` })),
    created_to: Type.Optional(Type.Integer({ description: `Epoch ${words.unit}, inclusive` })),
    order_id: Type.Optional(Type.String({ description: `Your ${words.orderId}` })),
    customer_email: Type.Optional(Type.String()),
    short_id: Type.Optional(Type.String({ description: 'The folio' })),
  });
}

export function listReply(record: string | null) {
  return Type.Object(
    {
      object: Type.Literal('list'),
      data: Type.Array(record === null ? Type.Object({}) : Type.Ref(record)),
      has_more: Type.Boolean(),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    },
    { description: 'One page' },
  );
}
