// The request of the SMS route (D55). Its reply is in current/sms-event.ts.
import type { Field } from '../shape/field.js';
import { request } from '../shape/request.js';
import { optional } from '../shape/text.js';
import { Type } from '../shape/type.js';

export const SendSms = request(
  { customer_phone: phoneAsSent() },
  {
    named: {
      name: 'SendSms',
      description: 'Where the message goes; without a body to the phone of the charge',
      examples: [{ customer_phone: '5512345678' }],
    },
  },
);

const NO_PHONE = '?';

/**
 * The phone number as it was sent; null if missing. It is checked only after its order is found, so that an unknown
 * order is refused first. Any other type becomes a string that is not a phone number.
 */
function phoneAsSent(): Field<string | null> {
  return {
    schema: optional(
      Type.Union([Type.String(), Type.Number()], {
        description: '10 digits or +52…; else the one of the charge. A public key may send only to that one',
      }),
    ),
    read(value) {
      if (value === undefined || value === '') return null;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : NO_PHONE;
    },
  };
}
