// The provider record of v1 (spec, "Provider record").
import { type Static, Type } from 'typebox';
import { toJsonNumber, toWholePesos } from '../domain/money.js';
import { kindOf, type PaymentPoint } from '../domain/payment-point.js';

export const ProviderRecord = Type.Object(
  {
    internal_name: Type.String({
      description: 'Code of the payment point: the value of `payment_type`',
      examples: ['OXXO'],
    }),
    availability: Type.String({ description: 'Opening hours; `24:00 hrs` means always' }),
    name: Type.String(),
    rank: Type.Integer(),
    transaction_limit: Type.Integer({ description: 'The most one order may be, in MXN' }),
    commission: Type.Union([Type.Number(), Type.Null()], {
      description: 'What the point charges the customer, in MXN',
    }),
    is_active: Type.Boolean(),
    store_image: Type.String(),
    image_small: Type.String(),
    image_medium: Type.String(),
    image_large: Type.Union([Type.String(), Type.Null()]),
    type: Type.String({ description: 'Convenience Store, Bank or Crypto' }),
    limit_per_transaction: Type.Integer({ description: 'The most one operation at the till takes, in MXN' }),
  },
  { $id: 'Provider', title: 'Provider' },
);

export function renderProvider(provider: PaymentPoint, baseUrl: string): Static<typeof ProviderRecord> {
  const image = `${baseUrl}/assets/providers/${encodeURIComponent(provider.code)}`;
  return {
    internal_name: provider.code,
    availability: provider.availability,
    name: provider.name,
    rank: provider.rank,
    transaction_limit: toWholePesos(provider.transactionLimit),
    commission: provider.commission === null ? null : toJsonNumber(provider.commission),
    is_active: provider.isActive,
    store_image: `${provider.code.toLowerCase()}.png`,
    image_small: `${image}-small.png`,
    image_medium: `${image}-medium.png`,
    image_large: null,
    type: kindOf(provider).type,
    limit_per_transaction: toWholePesos(provider.limitPerTransaction),
  };
}
