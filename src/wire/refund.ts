// What a refund takes: from both generations (D38), and from the dashboard.
import { request } from './shape/request.js';
import { optionalText } from './shape/text.js';
import { optionalPrice, price } from './shape/value.js';

export const Refund = request({
  amount: optionalPrice({ description: 'In MXN; without it all that is left' }),
  reason: optionalText(),
});

/** In a form the amount must be written: an empty field is a slip, not a wish to refund everything. */
export const RefundForm = request({ amount: price() });
