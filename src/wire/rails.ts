// What tills ask and are answered, in JSON (D45).
import { type Static, Type } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import { toJsonNumber } from '../domain/money.js';

/** What an order asked for at a till owes. */
export type Owed = {
  /** In centavos; 0n when it cannot be paid. */
  readonly outstanding: bigint;
  readonly productName: string;
  readonly expiresAt: number;
};

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

