// What the API reference says of the rails.
import { Type } from 'typebox';
import { errorReplies } from './schemas.js';

const rails = { tags: ['Rails'], security: [{ rail: [] }] };
const refusals = errorReplies(400, 401, 403, 503);

export const deposit = {
  ...rails,
  summary: 'Tell of a SPEI deposit',
  description: 'As the bank network sends it. Answered once stored; told again it counts once.',
  body: Type.Object({
    fechaOperacion: Type.Union([Type.Integer(), Type.String()], { description: 'yyyymmdd' }),
    institucionOrdenante: Type.Union([Type.Integer(), Type.String()]),
    claveRastreo: Type.String(),
    monto: Type.Number(),
    cuentaBeneficiario: Type.String({ description: 'CLABE' }),
    cuentaOrdenante: Type.Optional(Type.String()),
    nombreOrdenante: Type.Optional(Type.String()),
    tipoPago: Type.Optional(Type.Integer()),
    tsLiquidacion: Type.Optional(Type.Integer({ description: 'Epoch milliseconds' })),
  }),
  response: { 200: Type.Object({ mensaje: Type.Literal('confirmar') }, { description: 'Stored' }), ...refusals },
};

export const lookup = {
  ...rails,
  summary: 'Look up a cash reference',
  body: Type.Object({ network: Type.String(), reference: Type.String() }),
  response: {
    200: Type.Object(
      {
        payable: Type.Boolean(),
        amount: Type.Number({ description: 'What is outstanding, in MXN' }),
        currency: Type.String(),
        name: Type.String(),
        expires_at: Type.Union([Type.Integer(), Type.Null()], { description: 'Epoch seconds' }),
      },
      { description: 'What the till can show' },
    ),
    ...refusals,
  },
};

export const payment = {
  ...rails,
  summary: 'Tell of a cash payment',
  body: Type.Object({
    network: Type.String(),
    transaction_id: Type.String(),
    reference: Type.String(),
    amount: Type.Number(),
    paid_at: Type.Optional(Type.String({ description: 'ISO time or epoch seconds' })),
    store_id: Type.Optional(Type.String()),
  }),
  response: { 200: Type.Object({ status: Type.Literal('accepted') }, { description: 'Stored' }), ...refusals },
};

export const reversal = {
  ...rails,
  summary: 'Reverse a cash payment (till error, within 10 minutes)',
  body: Type.Object({ network: Type.String(), transaction_id: Type.String() }),
  response: {
    200: Type.Object({ status: Type.Literal('reversed') }, { description: 'Reversed' }),
    ...errorReplies(400, 401, 403, 404, 409, 503),
  },
};
