// The SMS that tells a customer how to pay (D55): whose shop it is, what to bring, where, with what number, until when, and a
// link to their page. It has no accents, so it needs only the GSM alphabet and fits in one message unless the link is too long.

import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { formatShortDeadline, formatShortestDeadline } from '../base/mexico-time.js';
import { payAtPoint } from '../orders/instructions.js';
import { type Order, outstandingOf } from '../orders/order.js';
import { bringText, depositText, handedText, shortened, toBring } from '../orders/to-bring.js';
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
 * one message has room for: what the sum is made of, the weekday, the whole name, and last of all the deadline.
 */
export function smsText({ order, shop, link }: SmsSubject, language: Language): string {
  const bring = toBring(outstandingOf(order) || order.amount, order.point);
  const fullest = bring.isDeposit ? depositText(bring, language) : bringText(bring, language);
  const sums = [fullest, handedText(bring, language)].map(shortened);
  const times = [formatShortDeadline(order.expiry.at, language), formatShortestDeadline(order.expiry.at)];
  const name = plain(oneLine(shop, LONGEST_SHOP));
  const formsUntil = (until: string | null) => sums.map((sum) => write(order, { sum, until, link }, language));
  const forms = times.flatMap(formsUntil);
  return fitting(forms, name) ?? fitting(formsUntil(null), name) ?? forms[0]?.(name) ?? '';
}

type Form = (shop: string) => string;

/** The fullest text that fits in one message, or the shortest with a name that is cut. */
function fitting(forms: readonly Form[], name: string): string | undefined {
  const whole = forms.map((form) => form(name)).find((text) => text.length <= ONE_MESSAGE);
  const room = ONE_MESSAGE - (forms.at(-1)?.('').length ?? 0);
  const cut = room < SHORTEST_SHOP ? undefined : forms.at(-1)?.(`${name.slice(0, room - 1).trimEnd()}.`);
  return whole ?? cut;
}

type Words = { readonly sum: string; readonly until: string | null; readonly link: string };

/** The text, but for the name of the shop. */
function write(order: Order, { sum, until, link }: Words, language: Language): Form {
  const texts = TEXTS[language];
  const test = order.scope.mode === 'live' ? '' : texts.test;
  const rest = plain(`${howTo(order, sum, language)}${until === null ? '' : ` ${texts.before(until)}`}`);
  return (shop) => `${test}${shop}: ${rest}. ${link}`;
}

function howTo(order: Order, sum: string, language: Language): string {
  const { point } = order;
  const texts = TEXTS[language];
  if (point === null) return texts.bySpei(sum, order.clabe ?? '');
  const { payTo, details } = payAtPoint({ ...order, point }, language);
  const { identifiedBy, isDeposit } = kindOf(point);
  const to = { point: point.name, payTo };
  if (identifiedBy === 'address') return texts.coin(sum, point.name);
  if (identifiedBy === 'card') return texts.toCard(sum, to);
  if (isDeposit) return texts.deposit(sum, { ...to, account: point.details['account_number'] ?? '' });
  return texts.bring(sum, { ...to, agreement: details.company_reference_number ?? '' });
}

type PayTo = { readonly point: string; readonly payTo: string };

const TEXTS = inBoth({
  test: { es: 'PRUEBA ', en: 'TEST ' },
  bySpei: (sum: string, clabe: string) => ({
    es: `paga ${sum} por SPEI a la CLABE ${clabe}`,
    en: `pay ${sum} by SPEI to CLABE ${clabe}`,
  }),
  bring: (sum: string, { point, agreement, payTo }: PayTo & { readonly agreement: string }) => ({
    es: `lleva ${sum} a ${point},${agreement === '' ? '' : ` convenio ${agreement}`} ref. ${payTo}`,
    en: `bring ${sum} to ${point},${agreement === '' ? '' : ` agreement ${agreement}`} ref. ${payTo}`,
  }),
  toCard: (sum: string, { point, payTo }: PayTo) => ({
    es: `deposita ${sum} en ${point} a la tarjeta ${payTo}`,
    en: `deposit ${sum} at ${point} to card ${payTo}`,
  }),
  deposit: (sum: string, { point, account, payTo }: PayTo & { readonly account: string }) => ({
    es: `deposita ${sum} en ${point}, cuenta ${account} ref. ${payTo}`,
    en: `deposit ${sum} at ${point}, account ${account} ref. ${payTo}`,
  }),
  /** What a coin costs changes, and its address is too long to be read: both are on the page. */
  coin: (sum: string, coin: string) => ({
    es: `paga ${sum} con ${coin} en esta liga`,
    en: `pay ${sum} with ${coin} at this link`,
  }),
  before: (until: string) => ({ es: `antes del ${until}`, en: `by ${until}` }),
});

/** What the GSM alphabet has: letters lose their accents, and what is no such letter is left out. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('×', 'x')
    .replaceAll('’', "'")
    .replace(/[^\x20-\x5a_a-z]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
