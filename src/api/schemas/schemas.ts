// Parts of the API reference that all routes share.
import type { TSchema } from 'typebox';
import { ErrorBody } from '../../wire/error.js';
import { refTo } from '../../wire/reply.js';
import { Type } from '../../wire/shape/type.js';

const idempotencyKey = {
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The same key and body give the first answer again, for 30 days',
    }),
  ),
};
export const IdempotencyHeader = Type.Object(idempotencyKey);

/** The headers of a request that creates an order. */
export const CreateHeaders = Type.Object({
  ...idempotencyKey,
  'Test-Clock': Type.Optional(Type.String({ description: 'The id of a test clock that the order lives by' })),
});

/** A path parameter. */
export function idOf<Name extends string>(name: Name, what: string) {
  return Type.Object({ [name]: Type.String({ description: what }) });
}

/** What each status of a refusal means, and its name in the API reference. */
export const REFUSALS: Readonly<Record<number, { readonly name: string; readonly description: string }>> = {
  400: { name: 'BadRequest', description: 'Malformed or invalid' },
  401: { name: 'Unauthorized', description: 'No valid key' },
  403: { name: 'Forbidden', description: 'Not with this key: it is public, of a suspended account, or used by a page' },
  404: { name: 'NotFound', description: 'No such object in this account and mode' },
  409: { name: 'Conflict', description: 'In conflict with what was before' },
  413: { name: 'TooLarge', description: 'Body over 64 KiB' },
  415: { name: 'UnsupportedMediaType', description: 'Body neither JSON nor a form' },
  429: { name: 'TooManyRequests', description: 'Too many: try again after Retry-After seconds, if it says so' },
  500: { name: 'InternalError', description: 'A fault of the service; it is logged with the request id' },
  502: { name: 'BadGateway', description: 'The SMS gateway failed' },
  503: { name: 'Unavailable', description: 'Not available at the moment: try again after Retry-After seconds' },
};

export function errorReplies(...statuses: readonly number[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, refTo(ErrorBody, { description: REFUSALS[status]?.description ?? 'Error' })]),
  );
}

/** The schema of a request body: a reference if it has a name, otherwise inline. */
export function bodyOf({ schema }: { readonly schema: TSchema & { readonly $id?: string } }): TSchema {
  return schema.$id === undefined ? schema : Type.Ref(schema.$id);
}
