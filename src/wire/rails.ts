// The JSON replies to a till (D45).
import { type Static, Type } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import { toJsonNumber } from '../domain/money.js';
import type { TillQuote } from '../domain/rails/till.js';

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

/** null: the rail has no order with this reference. */
export function renderTillAnswer(quote: TillQuote | null): Static<typeof TillAnswer> {
  return {
    payable: quote?.isPayable ?? false,
    amount: toJsonNumber(quote?.outstanding ?? 0n),
    currency: 'MXN',
    name: quote?.productName ?? '',
    expires_at: quote === null ? null : toSeconds(quote.expiresAt),
  };
}
