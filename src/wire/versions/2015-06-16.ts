// 16/Jun/15: create, verify and SMS got their current names and fields; in requests `product_*` became `order_*` (spec,
// Versioning 4).
import type { Static } from 'typebox';
import { Charge, CreatedCharge, SmsEvent } from './2015-06-16-shapes.js';
import { FEE_DESCRIPTION } from './2017-06-10.js';
import type { Change } from './change.js';

type CreatedBefore = Static<typeof CreatedCharge>;
type ChargeBefore = Static<typeof Charge>;

/** What of that day's replies goes into those before. */
type CreatedNow = Pick<CreatedBefore, 'id' | 'short_id' | 'object' | 'paid' | 'refunded' | 'fee' | 'order_info'> &
  Pick<CreatedBefore, 'api_version' | 'instructions'> & {
    readonly fee_details: FeeDetails;
    readonly type: string;
    readonly created_at: number;
    readonly expires_at: number;
    readonly livemode: boolean;
  };
type ChargeNow = Pick<ChargeBefore, 'id' | 'type' | 'object' | 'accepted_at' | 'paid' | 'amount' | 'livemode'> &
  Pick<ChargeBefore, 'currency' | 'refunded' | 'fee' | 'order_info' | 'customer' | 'api_version'> & {
    readonly fee_details: FeeDetails;
    readonly created_at: number;
  };
type FeeDetails = Omit<ChargeBefore['fee_details'], 'description'>;
type SmsNow = Pick<Static<typeof SmsEvent>, 'data'>;

/** `failure_url` and `type` belong to no date: some libraries have always used them beside the documented names. */
const ofProduct = { order_id: 'product_id', order_price: 'product_price', order_name: 'product_name' } as const;
const ofGoods = {
  renamed: { ...ofProduct, failed_url: 'failure_url' },
  acceptedFrom: 'everyone', // D32
} as const;
const ofEndpoint = { renamed: { webhookType: 'type' }, acceptedFrom: 'everyone' } as const;

export const change20150616 = {
  date: '2015-06-16',
  replies: {
    CreatedCharge: { before: CreatedCharge, undo: undoCreatedCharge },
    Charge: { before: Charge, undo: undoCharge },
    SmsEvent: { before: SmsEvent, undo: undoSmsEvent },
  },
  requests: {
    CreateCharge: ofGoods,
    CreatePaymentLink: ofGoods,
    CheckoutGoods: ofGoods,
    RegisterEndpoint: ofEndpoint,
    ChangeEndpoint: ofEndpoint,
  },
} as const satisfies Change;

function undoCreatedCharge(now: CreatedNow): CreatedBefore {
  const { order_info: info } = now;
  return {
    id: now.id,
    short_id: now.short_id,
    object: now.object,
    paid: now.paid,
    refunded: now.refunded,
    fee: now.fee,
    fee_details: undoFeeDetails(now.fee_details),
    order_info: {
      order_id: info.order_id,
      order_price: info.order_price,
      order_name: info.order_name,
      image_url: info.image_url, // libraries of that time read it (D65)
      exchange: info.exchange,
    },
    api_version: now.api_version,
    instructions: now.instructions,
    status: now.type.replace('charge.', ''),
    created: now.created_at,
    exp_date: now.expires_at,
    live_mode: now.livemode,
  };
}

function undoCharge(now: ChargeNow): ChargeBefore {
  const { order_info: info } = now;
  return {
    id: now.id,
    type: now.type,
    object: now.object,
    accepted_at: now.accepted_at,
    paid: now.paid,
    amount: now.amount,
    livemode: now.livemode,
    currency: now.currency,
    refunded: now.refunded,
    fee: now.fee,
    fee_details: undoFeeDetails(now.fee_details),
    order_info: {
      order_id: info.order_id,
      order_price: info.order_price,
      order_name: info.order_name,
      payment_method: info.payment_method,
      store: info.store,
      country: info.country,
      image_url: info.image_url,
      success_url: info.success_url,
      failed_url: info.failed_url,
      exchange: info.exchange,
    },
    customer: now.customer,
    api_version: now.api_version,
    created: now.created_at,
    captured: true,
    failure_message: null,
    failure_code: null,
    amount_refunded: now.fee_details.amount_refunded,
    description: null,
    dispute: null,
  };
}

function undoFeeDetails(now: FeeDetails): ChargeBefore['fee_details'] {
  return {
    amount: now.amount,
    currency: now.currency,
    type: now.type,
    application: now.application,
    amount_refunded: now.amount_refunded,
    tax: now.tax,
    description: FEE_DESCRIPTION,
  };
}

/** Some libraries of that time read `payment`, others `data` (D65). */
function undoSmsEvent(now: SmsNow): Static<typeof SmsEvent> {
  const { id, object, short_id } = now.data.object;
  return {
    type: 'charge_sms.success',
    object: 'event',
    payment: { id: id.replace(/^ch_/, ''), short_id },
    data: { object: { id, object, short_id } },
  };
}
