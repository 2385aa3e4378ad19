// The records of the interface as the classes of the Java and C# libraries take them. A value of another type is an
// exception in the shop. Java leaves a number at 0 for null; C# fails unless the field may be null.
import { each, type Kind, type Shape } from './reading.js';
import { DETAIL_NAMES } from './shapes.js';

const DETAILS = each('text?', ...DETAIL_NAMES);
const INSTRUCTIONS = {
  ...each('text?', 'description', 'step_1', 'step_2', 'step_3'),
  ...each('text?', 'note_extra_comition', 'note_expiration_date', 'note_confirmation'),
  details: DETAILS,
} satisfies Shape;
const CUSTOMER = each('text?', 'customer_name', 'customer_email', 'customer_phone');
const OLD_FEE = each('text?', 'amount', 'currency', 'type', 'description', 'amount_refunded', 'tax', 'application');

/** Before 16 June 2015: amounts are fields for text. */
export function oldRecords({ created }: { readonly created: Kind }) {
  return {
    created: {
      ...each('text', 'id', 'short_id', 'object', 'status', 'created', 'exp_date'),
      live_mode: 'bool',
      order_info: each('text?', 'order_id', 'order_price', 'order_name', 'image_url'),
      fee_details: OLD_FEE,
      instructions: INSTRUCTIONS,
    },
    verified: {
      ...each('text', 'id', 'type', 'object', 'amount', 'currency', 'fee'),
      ...each('bool', 'paid', 'livemode', 'refunded', 'captured'),
      ...each('text?', 'failure_message', 'failure_code', 'description', 'dispute'),
      created,
      amount_refunded: 'number',
      fee_details: OLD_FEE,
      order_info: {
        ...each('text?', 'order_id', 'order_price', 'order_name', 'payment_method', 'store', 'country'),
        ...each('text?', 'image_url', 'success_url'),
      },
      customer: CUSTOMER,
    },
  } as const satisfies Readonly<Record<string, Shape>>;
}

/** Since 16 June 2015: amounts are numbers, and times have the given kind. */
export function newRecords({ time, request }: { readonly time: Kind; readonly request: Kind }) {
  const charge = {
    ...each('text', 'id', 'short_id', 'type', 'object', 'currency', 'api_version'),
    ...each('bool', 'livemode', 'paid', 'refunded'),
    ...each(time, 'created_at', 'accepted_at', 'expires_at'),
    ...each('number', 'amount', 'fee'),
    fee_details: {
      ...each('number', 'amount', 'amount_refunded', 'tax'),
      ...each('text?', 'currency', 'type', 'application'),
    },
    order_info: {
      ...each('text?', 'order_id', 'order_name', 'payment_method', 'store', 'country'),
      ...each('text?', 'image_url', 'success_url', 'failed_url', 'failure_url'),
      order_price: 'number',
      exchange: {
        ...each('number', 'rate', 'final_amount', 'origin_amount'),
        ...each('text?', 'exchange_id', 'final_currency', 'origin_currency'),
        request,
      },
    },
    customer: CUSTOMER,
  } as const satisfies Shape;
  return { created: { ...charge, instructions: INSTRUCTIONS }, verified: charge } as const;
}

/** The webhook of before 10 June 2017 has no text about its fee; the field stays empty. */
export function oldWebhook(verified: ReturnType<typeof oldRecords>['verified']): Shape {
  return { ...verified, fee_details: each('text?', 'amount', 'currency', 'type', 'amount_refunded', 'tax') };
}

export const COMPILED = {
  auth: { ...each('text', 'type', 'message'), ...each('bool', 'livemode', 'mode_key'), code: 'int' },
  points: [
    {
      ...each('text', 'name', 'store_image', 'availability', 'internal_name', 'image_small', 'image_medium'),
      ...each('number', 'transaction_limit', 'commission'),
      image_large: 'text?',
      is_active: 'bool',
      rank: 'int',
    },
  ],
  sms: { type: 'text', object: 'text', data: { object: each('text', 'id', 'object', 'short_id') } },
  endpoint: each('text', 'id', 'url', 'mode', 'status'),
} as const satisfies Readonly<Record<string, Shape>>;
