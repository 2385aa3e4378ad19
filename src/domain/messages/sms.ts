// The SMS that tells a customer how to pay (D55): the amount, where, with what number, until when, and a link to their
// page. It has no accents, so it needs only the GSM alphabet and fits in one message unless the link is too long.

import type { Language } from '../base/language.js';
import { formatShortMexicoTime } from '../base/mexico-time.js';
import { formatAmount } from '../base/money.js';
import { payAtPoint } from '../orders/instructions.js';
import type { Order } from '../orders/order.js';

export const SMS_PER_ORDER = 2;

export function smsText(order: Order, link: string, language: Language): string {
  const sum = `$${formatAmount(order.amount)}`;
  const until = formatShortMexicoTime(order.expiry.at);
  const test = order.scope.mode === 'live' ? '' : language === 'en' ? 'TEST ' : 'PRUEBA ';
  const text =
    language === 'en'
      ? `${test}Pay ${sum} ${whereTo(order, language)} by ${until}. ${link}`
      : `${test}Paga ${sum} ${whereTo(order, language)} antes del ${until}. ${link}`;
  return withoutAccents(text);
}

function whereTo(order: Order, language: Language): string {
  const { point } = order;
  if (point === null)
    return language === 'en' ? `by SPEI to CLABE ${order.clabe}` : `por SPEI a la CLABE ${order.clabe}`;
  const { payTo } = payAtPoint({ ...order, point }, language);
  return language === 'en' ? `at ${point.name}, ref. ${payTo}` : `en ${point.name}, ref. ${payTo}`;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
