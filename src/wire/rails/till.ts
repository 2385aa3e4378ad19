// What a till sends beside its notices, and what it is answered, in JSON (D45).
import type { Static, TSchema } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { toJsonNumber } from '../../domain/base/money.js';
import type { TillQuote } from '../../domain/rails/till.js';
import { named, nullable } from '../reply.js';
import { type Field, fault } from '../shape/field.js';
import { request } from '../shape/request.js';
import { Type } from '../shape/type.js';

const NETWORK = Type.Optional(Type.String({ description: 'Your network, if you name one' }));

/** Which order a reference is of. A till that names a network must name its own. */
export const TillLookup = request(
  {
    network: asSent(NETWORK),
    reference: asSent(textOrNumber('What the customer shows')),
  },
  {
    name: 'TillLookup',
    about: {
      description: 'A reference that a customer shows at a till',
      examples: [{ reference: '57926501010332' }],
    },
  },
);

/** Takes a payment back that the till has told of. */
export const TillReversal = request(
  {
    network: asSent(NETWORK),
    transaction_id: asSent(textOrNumber('The transaction of the payment')),
  },
  {
    name: 'TillReversal',
    about: {
      description: 'A payment to take back',
      examples: [{ transaction_id: 'T-1001' }],
    },
  },
);

export const Reversed = named(
  'Reversed',
  { status: Type.Literal('reversed', { description: 'It is taken back' }) },
  { description: 'The payment is taken back' },
);

/** A text or a number as it came, "" without one: what it is good for is found out when it is looked up. */
function asSent(schema: TSchema): Field<string> {
  return {
    schema,
    read(value, param, reading) {
      if (typeof value === 'string') return value;
      if (typeof value === 'number') return String(value);
      if (value === undefined || value === null) return '';
      return fault(reading, param, 'wrong_type', { wanted_es: 'un texto', wanted_en: 'a text' });
    },
  };
}

function textOrNumber(description: string): TSchema {
  return Type.Union([Type.String(), Type.Number()], { description });
}

export const TillAnswer = named(
  'TillAnswer',
  {
    payable: Type.Boolean({ description: 'Whether the till may take the money' }),
    amount: Type.Number({ description: 'What is outstanding, in MXN' }),
    currency: Type.String({ description: 'Always `MXN`' }),
    name: Type.String({ description: 'What is paid for; "" if the reference is unknown' }),
    expires_at: nullable(Type.Integer(), { description: 'Epoch seconds; null if the reference is unknown' }),
  },
  { description: 'What the till can show' },
);

/** null: the rail knows no order by this reference. */
export function renderTillAnswer(quote: TillQuote | null): Static<typeof TillAnswer> {
  return {
    payable: quote?.isPayable ?? false,
    amount: toJsonNumber(quote?.outstanding ?? 0n),
    currency: 'MXN',
    name: quote?.productName ?? '',
    expires_at: quote === null ? null : toSeconds(quote.expiresAt),
  };
}
