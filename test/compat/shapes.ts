// The records of the interface as libraries of each time read them. Dynamic languages fail on a missing key, compiled
// ones on a value that a field of their class cannot take; the latter are in compiled-shapes.ts.
import { each, type Shape } from './reading.js';

/** What `instructions.details` has. */
export const DETAIL_NAMES = [
  ...['amount', 'store', 'payment_amount', 'payment_store', 'bank_account_holder_name', 'bank_account_number'],
  ...['bank_reference', 'company_reference_name', 'company_reference_number', 'company_bank_number'],
  ...['order_reference_number', 'bank_name'],
] as const;
const DETAILS = each('any', ...DETAIL_NAMES);
const TEXTS = ['description', 'step_1', 'step_2', 'step_3'] as const;
const NOTES = ['note_extra_comition', 'note_expiration_date', 'note_confirmation'] as const;

export const INSTRUCTIONS = { ...each('text', ...TEXTS, ...NOTES), details: DETAILS } satisfies Shape;
export const CUSTOMER = each('any', 'customer_name', 'customer_email', 'customer_phone');
const EXCHANGE = each(
  'any',
  ...([
    'rate',
    'request',
    'exchange_id',
    'final_amount',
    'origin_amount',
    'final_currency',
    'origin_currency',
  ] as const),
);
const FEE = each('any', 'amount', 'currency', 'type', 'application', 'amount_refunded', 'tax');

/** Since 16 June 2015. */
const CHARGE = {
  ...each('any', 'id', 'short_id', 'type', 'object', 'livemode', 'created_at', 'accepted_at', 'expires_at', 'paid'),
  ...each('any', 'amount', 'currency', 'refunded', 'fee', 'api_version'),
  fee_details: FEE,
  order_info: {
    ...each('any', 'order_id', 'order_name', 'order_price', 'payment_method', 'store', 'country'),
    ...each('any', 'image_url', 'success_url', 'failed_url'),
    exchange: EXCHANGE,
  },
  customer: CUSTOMER,
} satisfies Shape;

export const NEW = { created: { ...CHARGE, instructions: INSTRUCTIONS }, verified: CHARGE } as const;

/** Before 16 June 2015. */
export const OLD = {
  created: {
    ...each('any', 'id', 'short_id', 'object', 'status', 'created', 'exp_date', 'live_mode', 'api_version'),
    order_info: { ...each('any', 'order_id', 'order_name', 'order_price', 'image_url'), exchange: EXCHANGE },
    fee_details: each('any', 'amount', 'tax', 'currency', 'type', 'description', 'amount_refunded'),
    instructions: INSTRUCTIONS,
  },
  verified: {
    ...each('any', 'id', 'type', 'object', 'created', 'paid', 'amount', 'livemode', 'currency', 'refunded', 'fee'),
    ...each('any', 'captured', 'failure_message', 'failure_code', 'amount_refunded', 'description', 'dispute'),
    fee_details: { ...FEE, description: 'text' },
    order_info: {
      ...each('any', 'order_id', 'order_price', 'order_name', 'payment_method', 'store', 'country'),
      ...each('any', 'image_url', 'success_url'),
      exchange: EXCHANGE,
    },
    customer: CUSTOMER,
    api_version: 'text',
  },
} as const satisfies Readonly<Record<string, Shape>>;

/**
 * The webhook that libraries of that time read with the class of the verified charge: every key of it but one. The text
 * of the fee was never part of a webhook, and their readers ask whether it is there.
 */
export const OLD_WEBHOOK = { ...OLD.verified, fee_details: FEE } satisfies Shape;

const POINT = each(
  'any',
  ...(['name', 'store_image', 'availability', 'is_active', 'internal_name', 'image_small', 'image_medium'] as const),
  ...(['image_large', 'transaction_limit', 'rank', 'commission'] as const),
);

/** What every generation of libraries has alike. */
export const COMMON = {
  auth: each('any', 'type', 'livemode', 'mode_key', 'message', 'code'),
  points: [POINT],
  sms: { type: 'text', object: 'text', data: { object: each('text', 'id', 'object', 'short_id') } },
  endpoint: each('text', 'id', 'url', 'mode', 'status'),
} as const satisfies Readonly<Record<string, Shape>>;

/** What SPEI orders are read for, inside the envelope. */
const ORDER = {
  ...each('text', 'id', 'shortId', 'status'),
  product: each('any', 'id', 'price', 'name', 'currency'),
  payment: { ...each('any', 'type', 'fee', 'iva', 'instructions'), clabe: 'text' },
  exchange: each('number', 'rate', 'finalAmount', 'originAmount'),
  expiresAt: 'long',
} satisfies Shape;

export const ENVELOPE = { code: 'int', status: 'text', message: 'text', data: ORDER } satisfies Shape;
