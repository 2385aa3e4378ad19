// API reference of the rails. The bodies of notices come from the declared fields of their kinds.
import type { TSchema } from 'typebox';
import type { Field } from '../domain/rails/fields.js';
import type { RailKind } from '../domain/rails/kind.js';
import { Type } from '../wire/shape/type.js';
import { Reversed, TillAnswer, TillLookup, TillReversal } from '../wire/till.js';
import { errorReplies } from './schemas.js';

const rails = { tags: ['Rails'], security: [{ rail: [] }] };
const refusals = errorReplies(400, 401, 403, 503);

/** The route for notices of one kind of rail. */
export function noticeRoute({ door, fields, format }: RailKind) {
  const { summary, description } = door;
  const reply = Object.entries(door.reply).map(([name, text]) => [name, Type.Literal(text)]);
  return {
    ...rails,
    summary,
    ...(description !== undefined && { description }),
    consumes: [format.mediaType],
    body: Type.Object(
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => {
          const schema = schemaOf(field);
          return [name, field.isRequired ? schema : Type.Optional(schema)];
        }),
      ),
    ),
    response: { 200: Type.Object(Object.fromEntries(reply), { description: 'Stored' }), ...refusals },
  };
}

function schemaOf({ json, description }: Field): TSchema {
  const options = description === undefined ? {} : { description };
  switch (json) {
    case 'string':
      return Type.String(options);
    case 'integer':
      return Type.Integer(options);
    case 'number':
      return Type.Number(options);
    case 'integer or string':
      return Type.Union([Type.Integer(), Type.String()], options);
  }
}

export const lookup = {
  ...rails,
  summary: 'Look up a cash reference',
  body: TillLookup.schema,
  response: { 200: TillAnswer, ...refusals },
};

export const reversal = {
  ...rails,
  summary: 'Reverse a cash payment (till error, within 10 minutes)',
  description: 'One that has not come yet is returned when it comes, and never pays.',
  body: TillReversal.schema,
  response: {
    200: Reversed,
    ...errorReplies(400, 401, 403, 409, 503),
  },
};
