// News in words, for the bell of the dashboard and for e-mails.
import { dateFormat } from '../base/date-format.js';
import { inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import { startOfMexicoDay } from '../base/mexico-day.js';
import { formatAmount } from '../base/money.js';
import { shownAccount } from '../transfers/payout-account.js';
import type { News, NewsOrder } from './news.js';

type NewsText = { readonly title: string; readonly detail: string };

export function newsText(news: News, language: Language): NewsText {
  const texts = TEXTS[language];
  switch (news.kind) {
    case 'paid':
    case 'decide': {
      const { count, since, at } = news;
      const detail =
        count === 1 ? orderText(news.order, language) : texts.span(clock(since, language), clock(at, language));
      return { title: texts[news.kind](count, pesos(news.amount)), detail };
    }
    case 'payout':
      return {
        title: texts.payout(pesos(news.amount)),
        detail: [
          news.to === null ? '' : shownAccount(news.to),
          news.trackingKey === null ? '' : texts.tracking(news.trackingKey),
        ]
          .filter((part) => part !== '')
          .join(' · '),
      };
    case 'webhook':
      return {
        title: news.isOff ? texts.webhookOff : texts.webhook,
        detail: texts.failing(news.url, `${day(news.since, language)}, ${clock(news.since, language)}`),
      };
    case 'summary': {
      const { made, paid, taken, refunded } = news.figures;
      return {
        title: texts.summary(day(startOfMexicoDay(news.day) ?? news.at, language), pesos(taken)),
        detail: texts.figures(made, paid) + (refunded > 0n ? texts.refunded(pesos(refunded)) : ''),
      };
    }
  }
}

/** Who paid, and which order; of money without an order, that it has none. */
export function orderText(order: NewsOrder | null, language: Language): string {
  if (order === null) return TEXTS[language].noOrder;
  return [order.customer, TEXTS[language].order(order.folio)].filter((part) => part !== '').join(' · ');
}

export function pesos(amount: bigint): string {
  return `$${formatAmount(amount)}`;
}

const clock = dateFormat({ timeStyle: 'short' });
const day = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

const TEXTS = inBoth({
  paid: (count: number, sum: string) => ({
    es: count === 1 ? `Te pagaron ${sum}` : `${count} órdenes pagadas: ${sum}`,
    en: count === 1 ? `You were paid ${sum}` : `${count} paid orders: ${sum}`,
  }),
  decide: (count: number, sum: string) => ({
    es: count === 1 ? `${sum} esperan tu decisión` : `${count} veces dinero por decidir: ${sum}`,
    en: count === 1 ? `${sum} waits for your decision` : `${count} times money to decide about: ${sum}`,
  }),
  payout: (sum: string) => ({ es: `Depósito a tu cuenta: ${sum}`, en: `${sum} was sent to you` }),
  tracking: (key: string) => ({ es: `clave de rastreo ${key}`, en: `tracking key ${key}` }),
  webhook: { es: 'Un webhook falla', en: 'A webhook fails' },
  webhookOff: { es: 'Un webhook se apagó', en: 'A webhook was switched off' },
  failing: (url: string, since: string) => ({
    es: `${url} · todo falla desde el ${since}`,
    en: `${url} · everything has failed since ${since}`,
  }),
  summary: (when: string, sum: string) => ({ es: `Resumen del ${when}: ${sum}`, en: `Summary of ${when}: ${sum}` }),
  figures: (made: number, paid: number) => ({
    es: `${made} ${made === 1 ? 'orden creada' : 'órdenes creadas'}, ${paid} ${paid === 1 ? 'pagada' : 'pagadas'}`,
    en: `${made} ${made === 1 ? 'order' : 'orders'} made, ${paid} paid`,
  }),
  refunded: (sum: string) => ({ es: `, ${sum} devueltos`, en: `, ${sum} refunded` }),
  order: (folio: string) => ({ es: `Orden ${folio}`, en: `Order ${folio}` }),
  noOrder: { es: 'Sin orden', en: 'No order' },
  span: (from: string, to: string) => ({
    es: from === to ? `A las ${from}` : `De ${from} a ${to}`,
    en: from === to ? `At ${from}` : `From ${from} to ${to}`,
  }),
});
