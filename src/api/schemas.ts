// Parts of the API reference that all routes share.
import type { TSchema } from 'typebox';
import { ErrorBody } from '../wire/error.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';

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
    statuses.map((status) => [status, refTo(ErrorBody, { description: MEANINGS[status] ?? 'Error' })]),
  );
}

/** The schema of a request body: a reference if it has a name, otherwise inline. */
export function bodyOf({ schema }: { readonly schema: TSchema & { readonly $id?: string } }): TSchema {
  return schema.$id === undefined ? schema : Type.Ref(schema.$id);
}
