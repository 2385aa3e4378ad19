// A form that makes something carries a number of its own, so that sending it twice makes one thing (D40).
import { createHash } from 'node:crypto';
import type { Repeatable } from '../../actions/orders/answer-once.js';
import { isUuid } from '../../domain/base/identity.js';
import { FRAME_TEXTS } from './frame/texts.js';
import { Refusal, textIn } from './refusal.js';
import type { MerchantVisit } from './visit.js';

/** The name of the hidden field. */
export const FORM_KEY = 'form';

/** What the form made is remembered as a short text: an id. A refused form may be sent again with other fields. */
export function formRepeat<Value>(visit: MerchantVisit, write: (value: Value) => string): Repeatable<Value> {
  const number = textIn(visit, FORM_KEY);
  if (!isUuid(number)) throw new Refusal(FRAME_TEXTS[visit.frame.language].foreign);
  const [path = ''] = visit.request.url.split('?');
  return {
    scope: visit.merchant.scope,
    key: `form ${number}`,
    requestDigest: createHash('sha256').update(`${path} ${number}`).digest(),
    keepsRefusals: false,
    write: (value) => ({ status: 200, body: write(value) }),
    writeRefusal: () => ({ status: 400, body: '' }),
  };
}
