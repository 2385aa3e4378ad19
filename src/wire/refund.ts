// Refund requests from both generations (D38) and from the dashboard.
import { request } from './shape/request.js';
import { optionalText } from './shape/text.js';
import { optionalPrice, price } from './shape/value.js';

export const Refund = request({
  amount: optionalPrice({ description: 'In MXN; without it all that is left' }),
  reason: optionalText(),
});

/** The form requires an amount: an empty field is a mistake, not a request to refund everything. */
export const RefundForm = request({ amount: price() });
