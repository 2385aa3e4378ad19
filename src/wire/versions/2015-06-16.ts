// 16/Jun/15: create, verify and SMS took their current names and fields (spec, Versioning 4). Undone: the shapes before.
import type { JsonObject } from '../fields.js';
import { type Change, formerFields, without } from './change.js';

const ADDED_TO_ORDER_INFO = [
  'payment_method',
  'store',
  'country',
  'image_url',
  'success_url',
  'failure_url',
  'failed_url',
] as const;

export const change20150616: Change = {
  date: '2015-06-16',

  undoCreate(record) {
    const { instructions, type, created_at, expires_at, livemode } = record;
    const rest = without(
      record,
      'instructions',
      'type',
      'created_at',
      'expires_at',
      'livemode',
      'accepted_at',
      'amount',
      'currency',
      'customer',
    );
    return {
      ...rest,
      order_info: without(record['order_info'] as JsonObject, ...ADDED_TO_ORDER_INFO),
      instructions,
      status: String(type).replace('charge.', ''),
      created: created_at,
      exp_date: expires_at,
      live_mode: livemode,
    };
  },

  undoVerify(record) {
    const rest = without(record, 'created_at', 'expires_at', 'short_id');
    return {
      ...rest,
      order_info: without(record['order_info'] as JsonObject, 'failure_url'),
      created: record['created_at'],
      ...formerFields((record['fee_details'] as { amount_refunded: number }).amount_refunded),
    };
  },

  undoSms(event) {
    const { object } = event['data'] as { object: { id: string; short_id: string } };
    return {
      type: 'charge_sms.success',
      object: 'event',
      payment: { id: object.id.replace(/^ch_/, ''), short_id: object.short_id },
    };
  },
};
