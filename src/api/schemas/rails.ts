// API reference of the rails. The bodies of notices come from the declared fields of their kinds.
import type { TSchema } from 'typebox';
import type { Field } from '../../domain/rails/fields.js';
import type { RailKind } from '../../domain/rails/kind.js';
import { Reversed, TillAnswer, TillLookup, TillReversal } from '../../wire/rails/till.js';
import { refTo } from '../../wire/reply.js';
import { Type } from '../../wire/shape/type.js';
import { charge, NOW, order } from '../reference/example-values.js';
import { bodyOf, errorReplies } from './schemas.js';

const tags = ['Rails'];

/** The route for notices of one kind of rail. */
export function noticeRoute(kind: RailKind) {
  const { door, format } = kind;
  const { operationId, summary, description } = door;
  const reply = Object.entries(door.reply).map(([name, text]) => [
    name,
    Type.Literal(text, { description: 'The notice is stored' }),
  ]);
  return {
    tags,
    operationId,
    summary,
    description,
    consumes: [format.mediaType],
    body: noticeBody(kind),
    // Only this reply is in the format of the rail: refusals are JSON on every route.
    response: {
      200: {
        description: 'Stored',
        content: { [format.mediaType]: { schema: Type.Object(Object.fromEntries(reply)) } },
      },
    },
  };
}

function noticeBody(kind: RailKind): TSchema {
  const schemas = Object.entries(kind.fields).map(([name, field]) => {
    const schema = schemaOf(field);
    return [name, field.isRequired ? schema : Type.Optional(schema)];
  });
  return Type.Object(Object.fromEntries(schemas), { examples: [exampleNotice(kind)] });
}

/** The notice that test mode sends itself, as far as its fields are read. */
function exampleNotice({ fields, pays, destinationOf, writeTestNotice }: RailKind): object {
  const destination = destinationOf({ clabe: order.clabe, reference: charge.reference, cardNumber: null }) ?? '';
  const network = pays.includes('crypto') ? 'BTC' : 'OXXO';
  const payment = { network, destination, trackingKey: 'T1001', amount: 15_000n, paidAt: NOW };
  const notice = writeTestNotice(payment, { bytes: (size) => Buffer.alloc(size) });
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { json }]) => {
      const value = notice[name];
      return value === undefined ? [] : [[name, json === 'number' ? Number(value) : value]];
    }),
  );
}

function schemaOf({ json, description }: Field): TSchema {
  const options = { description };
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
  tags,
  operationId: 'lookUpCashReference',
  summary: 'Look up a cash reference',
  description: 'What a till may take for a reference, before it takes it.',
  body: bodyOf(TillLookup),
  response: { 200: refTo(TillAnswer, { description: 'What the till can show' }) },
};

export const reversal = {
  tags,
  operationId: 'reverseCashPayment',
  summary: 'Reverse a cash payment (till error, within 10 minutes)',
  description: 'One that has not come yet is returned when it comes, and never pays.',
  body: bodyOf(TillReversal),
  response: { 200: refTo(Reversed, { description: 'Reversed' }), ...errorReplies(409) },
};
