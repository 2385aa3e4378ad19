// 16/Jun/15: create, verify and SMS got their current names and fields; in requests `product_*` became `order_*` (spec,
// Versioning 4).
import { Charge, CreatedCharge, SmsEvent } from './2015-06-16-shapes.js';
import { FEE_DESCRIPTION } from './2017-06-10.js';
import type { Change } from './change.js';

type SmsNow = { readonly data: { readonly object: { readonly id: string } } };
const ofFee = { 'fee_details.description': () => FEE_DESCRIPTION } as const;

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
    CreatedCharge: {
      before: CreatedCharge,
      from: {
        ...ofFee,
        status: ({ type }: { readonly type: string }) => type.replace('charge.', ''),
        created: 'created_at',
        exp_date: 'expires_at',
        live_mode: 'livemode',
      },
    },
    Charge: {
      before: Charge,
      from: { ...ofFee, created: 'created_at', amount_refunded: 'fee_details.amount_refunded' },
    },
    SmsEvent: {
      before: SmsEvent,
      from: {
        'payment.id': ({ data }: SmsNow) => data.object.id.replace(/^ch_/, ''),
        'payment.short_id': 'data.object.short_id',
      },
    },
  },
  requests: {
    CreateCharge: ofGoods,
    CreatePaymentLink: ofGoods,
    CheckoutGoods: ofGoods,
    RegisterEndpoint: ofEndpoint,
    ChangeEndpoint: ofEndpoint,
  },
} as const satisfies Change;
