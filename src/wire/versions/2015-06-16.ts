// 16/Jun/15: create, verify and SMS got their current names and fields; in requests `product_*` became `order_*` (spec,
// Versioning 4).
import type { Static } from 'typebox';
import { Charge, CreatedCharge, SmsEvent } from './2015-06-16-shapes.js';
import type { Before20170610 as Now } from './2017-06-10.js';
import type { Change } from './change.js';

type Renamed = 'order_id' | 'order_price' | 'order_name';

export type Before20150616 = {
  readonly replies: {
    readonly createdCharge: Static<typeof CreatedCharge>;
    readonly charge: Static<typeof Charge>;
    readonly smsEvent: Static<typeof SmsEvent>;
    readonly webhookBody: Now['replies']['webhookBody'];
    readonly order: Now['replies']['order'];
  };
  readonly createChargeNames:
    | Exclude<Now['createChargeNames'], Renamed>
    | 'product_id'
    | 'product_price'
    | 'product_name';
};

export const change20150616: Change<Now, Before20150616> = {
  date: '2015-06-16',
  before: { createdCharge: CreatedCharge, charge: Charge, smsEvent: SmsEvent },
  undo: { createdCharge: undoCreatedCharge, charge: undoCharge, smsEvent: undoSmsEvent },
  earlierNames: { order_id: 'product_id', order_price: 'product_price', order_name: 'product_name' },
};

function undoCreatedCharge(now: Now['replies']['createdCharge']): Static<typeof CreatedCharge> {
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

function undoCharge(now: Now['replies']['charge']): Static<typeof Charge> {
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

/** What the fee is for, as text that libraries of that time show (D65). */
const FEE_DESCRIPTION = 'Comisión por el servicio de cobro';

function undoFeeDetails(now: Now['replies']['charge']['fee_details']): Static<typeof Charge>['fee_details'] {
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
function undoSmsEvent(now: Now['replies']['smsEvent']): Static<typeof SmsEvent> {
  const { id, object, short_id } = now.data.object;
  return {
    type: 'charge_sms.success',
    object: 'event',
    payment: { id: id.replace(/^ch_/, ''), short_id },
    data: { object: { id, object, short_id } },
  };
}
