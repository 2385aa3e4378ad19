// The SMS that tells a customer how to pay (D55): whose shop it is, what to bring, where, with what number, until when, and a
// link to their page. It has no accents, so it needs only the GSM alphabet and fits in one message unless the link is too long.

import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatShortDeadline, formatShortestDeadline } from '../base/mexico-time.js';
import { formatSum, payAtPoint } from '../orders/instructions.js';
import { type Order, outstandingOf } from '../orders/order.js';
import { shortened, toBring, totalText } from '../orders/to-bring.js';
import { kindOf } from '../points/payment-point.js';
import { oneLine } from './email-content.js';

export const SMS_PER_ORDER = 2;

const ONE_MESSAGE = 160;
const LONGEST_SHOP = 30;
/** A name that is cut shorter is no name any more. */
const SHORTEST_SHOP = 8;

export type SmsSubject = { readonly order: Order; readonly shop: string; readonly link: string };

/**
 * Without the name of a shop that the customer knows, it would read like fraud, so that comes first. Of the rest it says as much as
 * one message has room for: what the sum is made of, and the weekday.
 */
export function smsText({ order, shop, link }: SmsSubject, language: Language): string {
  const bring = toBring(outstandingOf(order) || order.amount, order.point);
  const sums = [totalText(bring, language), formatSum(bring.total)].map(shortened);
  const times = [formatShortDeadline(order.expiry.at, language), formatShortestDeadline(order.expiry.at)];
  const name = plain(oneLine(shop, LONGEST_SHOP));
  const forms = times.flatMap((until) => sums.map((sum) => write(order, { sum, until, link }, language)));
  const whole = forms.map((form) => form(name));
  const room = ONE_MESSAGE - (forms.at(-1)?.('').length ?? 0);
  const cut = room < SHORTEST_SHOP ? undefined : forms.at(-1)?.(`${name.slice(0, room - 1).trimEnd()}.`);
  return whole.find((text) => text.length <= ONE_MESSAGE) ?? cut ?? whole[0] ?? '';
}

type Words = { readonly sum: string; readonly until: string; readonly link: string };

/** The text, but for the name of the shop. */
function write(order: Order, { sum, until, link }: Words, language: Language): (shop: string) => string {
  const texts = TEXTS[language];
  const test = order.scope.mode === 'live' ? '' : texts.test;
  const rest = plain(`${howTo(order, sum, language)} ${texts.before(until)}`);
  return (shop) => `${test}${shop}: ${rest} ${link}`;
}

function howTo(order: Order, sum: string, language: Language): string {
  const { point } = order;
  const texts = TEXTS[language];
  if (point === null) return texts.bySpei(sum, order.clabe ?? '');
  const { payTo } = payAtPoint({ ...order, point }, language);
  return kindOf(point).method === 'cash' ? texts.bring(sum, point.name, payTo) : texts.pay(sum, point.name, payTo);
}

const TEXTS = inBoth({
  test: { es: 'PRUEBA ', en: 'TEST ' },
  bySpei: (sum: string, clabe: string) => ({
    es: `paga ${sum} por SPEI a la CLABE ${clabe}`,
    en: `pay ${sum} by SPEI to CLABE ${clabe}`,
  }),
  bring: (sum: string, point: string, payTo: string) => ({
    es: `lleva ${sum} a ${point}, ref. ${payTo}`,
    en: `bring ${sum} to ${point}, ref. ${payTo}`,
  }),
  pay: (sum: string, point: string, payTo: string) => ({
    es: `paga ${sum} en ${point}, ref. ${payTo}`,
    en: `pay ${sum} at ${point}, ref. ${payTo}`,
  }),
  before: (until: string) => ({ es: `antes del ${until}.`, en: `by ${until}.` }),
});

/** What the GSM alphabet has: letters lose their accents, and what is no such letter is left out. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('×', 'x')
    .replace(/[^\x20-\x5a_a-z]/g, '');
}
