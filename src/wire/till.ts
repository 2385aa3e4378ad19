// What a till sends beside its notices, and what it is answered, in JSON (D45).
import type { Static } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import { toJsonNumber } from '../domain/money.js';
import type { TillQuote } from '../domain/rails/till.js';
import type { Field } from './shape/field.js';
import { request } from './shape/request.js';
import { Type } from './shape/type.js';

/** Which order a reference is of. A till that names a network must name its own. */
export const TillLookup = request({ network: asSent('string'), reference: asSent('string or number') });

/** Takes a payment back that the till has told of. */
export const TillReversal = request({ network: asSent('string'), transaction_id: asSent('string or number') });

export const Reversed = Type.Object({ status: Type.Literal('reversed') }, { description: 'Reversed' });

/** A text as it came, "" without one: what it is good for is found out when it is looked up. */
function asSent(json: 'string' | 'string or number'): Field<string> {
  const schema = json === 'string' ? Type.String() : Type.Union([Type.String(), Type.Number()]);
  return { schema, read: (value) => (value === undefined ? '' : String(value)) };
}

export const TillAnswer = Type.Object(
  {
    payable: Type.Boolean(),
    amount: Type.Number({ description: 'What is outstanding, in MXN' }),
    currency: Type.String(),
    name: Type.String(),
    expires_at: Type.Union([Type.Integer(), Type.Null()], { description: 'Epoch seconds' }),
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
