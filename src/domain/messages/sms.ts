// The SMS that tells a customer how to pay (D55): whose shop it is, what to bring, where, with what number, until when, and a
// link to their page. It has only letters of the GSM alphabet (which has é and ñ, but no á): any other halves what a message holds.

import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatShortDeadline, formatShortestDeadline } from '../base/mexico-time.js';
import { formatSum, payAtPoint } from '../orders/instructions.js';
import { type Order, outstandingOf } from '../orders/order.js';
import { bringText, handedText, shortened, type ToBring, toBring } from '../orders/to-bring.js';
import { kindOf } from '../points/payment-point.js';
import { oneLine } from './strangers-text.js';

export const SMS_PER_ORDER = 2;

const ONE_MESSAGE = 160;
const LONGEST_SHOP = 30;

/** `until` is the last moment at which the customer can really pay. */
type SmsSubject = {
  readonly order: Order;
  readonly shop: string;
  readonly link: string;
  readonly until: number;
};

/**
 * Without the name of a shop that the customer knows, it would read like fraud, so that comes first. What the sum is made of
 * and the weekday are said where one message has room for them; what must be brought, where and until when is said
 * even if it takes a second one, and then all the rest.
 */
export function smsText({ order, shop, link, until: last }: SmsSubject, language: Language): string {
  const texts = TEXTS[language];
  const bring = toBring(outstandingOf(order) || order.amount, order.point);
  const times = [formatShortDeadline(last, language), formatShortestDeadline(last)];
  const sums = [bringText(bring, language), handedText(bring, language)];
  const ways = sums.map((sum) => howTo(order, { ...bring, sum: shortened(sum) }, language));
  const start = `${order.scope.mode === 'live' ? '' : texts.test}${plain(oneLine(shop, LONGEST_SHOP))}`;
  const forms = times.flatMap((until) =>
    ways.map((way) => `${plain(`${start}: ${way} ${texts.before(until)}`)}. ${link}`),
  );
  return forms.find((form) => form.length <= ONE_MESSAGE) ?? forms[0] ?? '';
}

function howTo(order: Order, bring: ToBring & { readonly sum: string }, language: Language): string {
  const { point } = order;
  const texts = TEXTS[language];
  if (point === null) return texts.bySpei(bring.sum, order.clabe ?? '');
  const { payTo, details } = payAtPoint({ ...order, point }, language);
  const { identifiedBy, isDeposit } = kindOf(point);
  if (identifiedBy === 'address') return texts.coin(bring.sum, point.name);
  if (!isDeposit)
    return texts.bring(bring.sum, { point: point.name, payTo, agreement: details.company_reference_number ?? '' });
  const to = identifiedBy === 'card' ? texts.card(payTo) : texts.account(point.details['account_number'] ?? '', payTo);
  const paidIn = { point: point.name, to, sum: shortened(handedText(bring, language)) };
  if (bring.commission === 0n) return texts.deposit(paidIn);
  const [total, commission] = [bring.total, bring.commission].map((sum) => shortened(formatSum(sum)));
  const each = bring.parts.length > 1 ? texts.eachTime : '';
  return `${texts.bringAndDeposit(total ?? '', paidIn)} ${texts.apart(commission ?? '')}${each}`;
}

type PaidIn = { readonly point: string; readonly to: string; readonly sum: string };

const TEXTS = inBoth({
  test: { es: 'PRUEBA ', en: 'TEST ' },
  bySpei: (sum: string, clabe: string) => ({
    es: `paga ${sum} por SPEI a la CLABE ${clabe}`,
    en: `pay ${sum} by SPEI to CLABE ${clabe}`,
  }),
  bring: (sum: string, to: { readonly point: string; readonly agreement: string; readonly payTo: string }) => ({
    es: `lleva ${sum} a ${to.point},${to.agreement === '' ? '' : ` convenio ${to.agreement}`} ref. ${to.payTo}`,
    en: `bring ${sum} to ${to.point},${to.agreement === '' ? '' : ` convenio ${to.agreement}`} ref. ${to.payTo}`,
  }),
  card: (number: string) => ({ es: `a la tarjeta ${number}`, en: `to card ${number}` }),
  account: (number: string, reference: string) => ({
    es: `a la cuenta ${number} ref. ${reference}`,
    en: `to account ${number} ref. ${reference}`,
  }),
  deposit: ({ point, to, sum }: PaidIn) => ({
    es: `deposita ${sum} en ${point} ${to}`,
    en: `deposit ${sum} at ${point} ${to}`,
  }),
  bringAndDeposit: (total: string, { point, to, sum }: PaidIn) => ({
    es: `lleva ${total} a ${point}: deposita ${sum} ${to}`,
    en: `bring ${total} to ${point}: deposit ${sum} ${to}`,
  }),
  apart: (commission: string) => ({ es: `y paga ${commission} de comisión`, en: `and pay a fee of ${commission}` }),
  eachTime: { es: ' cada vez', en: ' each time' },
  /** What a coin costs changes, and its address is too long to be read: both are on the page. */
  coin: (sum: string, coin: string) => ({
    es: `paga ${sum} con ${coin}: la cantidad exacta y la dirección están en esta liga`,
    en: `pay ${sum} with ${coin}: the exact quantity and the address are at this link`,
  }),
  before: (until: string) => ({ es: `hasta el ${until}`, en: `by ${until}` }),
});

/** Letters that the GSM alphabet lacks lose their accents, and what is no such letter is left out. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('×', 'x')
    .replaceAll('’', "'")
    .replace(/[^\x20-\x5a_a-zéÉñÑüÜ¡¿]/gu, (letter) => letter.normalize('NFD').replace(/[^\x20-\x5a_a-z]/g, ''))
    .replace(/ {2,}/g, ' ')
    .trim();
}
