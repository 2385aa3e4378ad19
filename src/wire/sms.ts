// What the SMS route takes (D55). Its answer is in current/sms-event.ts.
import { Type } from 'typebox';
import type { Field } from './shape/field.js';
import { request } from './shape/request.js';
import { optional } from './shape/text.js';

export const SendSms = request({ customer_phone: phoneAsSent() });

const NO_PHONE = '?';

/**
 * A telephone as it was written, null without one. It is judged only after its order is found, so that an unknown order is
 * what is refused first; what is neither a text nor a number becomes a text that is no telephone.
 */
function phoneAsSent(): Field<string | null> {
  return {
    schema: optional(
      Type.Union([Type.String(), Type.Number()], { description: '10 digits or +52…; else the one of the charge' }),
    ),
    read(value) {
      if (value === undefined || value === '') return null;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : NO_PHONE;
    },
  };
}
