// 10/Jun/17: the webhook body became the current charge record (spec, Versioning 4). Undone: amounts are texts with two
// decimals, `created` stands for `created_at`, and the fields of before are there again.
import type { JsonObject } from '../fields.js';
import { type Change, formerFields, without } from './change.js';

export const change20170610: Change = {
  date: '2017-06-10',

  undoNotice(record) {
    const feeDetails = record['fee_details'] as JsonObject;
    const orderInfo = record['order_info'] as JsonObject;
    const exchange = orderInfo['exchange'] as JsonObject;
    return {
      ...without(record, 'created_at', 'expires_at', 'accepted_at'),
      amount: asText(record['amount']),
      fee: asText(record['fee']),
      fee_details: {
        ...feeDetails,
        amount: asText(feeDetails['amount']),
        amount_refunded: asText(feeDetails['amount_refunded']),
        tax: asText(feeDetails['tax']),
      },
      order_info: {
        ...orderInfo,
        order_price: asText(orderInfo['order_price']),
        exchange: {
          ...exchange,
          origin_amount: asText(exchange['origin_amount']),
          final_amount: asText(exchange['final_amount']),
        },
      },
      created: String(record['created_at']),
      ...formerFields(asText(feeDetails['amount_refunded'])),
    };
  },
};

/** 5.1 is "5.10"; JSON numbers of amounts have at most two decimals. */
function asText(amount: unknown): string {
  const [whole = '0', decimals = ''] = String(amount).split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
