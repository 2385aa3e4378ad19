// The SMS that tells a customer how to pay (D55): the amount, where, with what number, until when, and a link to their
// page. It has no accents, so it needs only the GSM alphabet and fits in one message unless the link is too long.

import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatShortMexicoTime } from '../base/mexico-time.js';
import { formatAmount } from '../base/money.js';
import { payAtPoint } from '../orders/instructions.js';
import type { Order } from '../orders/order.js';

export const SMS_PER_ORDER = 2;

export function smsText(order: Order, link: string, language: Language): string {
  const sum = `$${formatAmount(order.amount)}`;
  const until = formatShortMexicoTime(order.expiry.at);
  const texts = TEXTS[language];
  const test = order.scope.mode === 'live' ? '' : texts.test;
  return withoutAccents(`${test}${texts.pay(sum, whereTo(order, language), until)} ${link}`);
}

function whereTo(order: Order, language: Language): string {
  const { point } = order;
  if (point === null) return TEXTS[language].bySpei(order.clabe ?? '');
  return TEXTS[language].atPoint(point.name, payAtPoint({ ...order, point }, language).payTo);
}

const TEXTS = inBoth({
  test: { es: 'PRUEBA ', en: 'TEST ' },
  pay: (sum: string, where: string, until: string) => ({
    es: `Paga ${sum} ${where} antes del ${until}.`,
    en: `Pay ${sum} ${where} by ${until}.`,
  }),
  bySpei: (clabe: string) => ({ es: `por SPEI a la CLABE ${clabe}`, en: `by SPEI to CLABE ${clabe}` }),
  atPoint: (point: string, payTo: string) => ({ es: `en ${point}, ref. ${payTo}`, en: `at ${point}, ref. ${payTo}` }),
});

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
