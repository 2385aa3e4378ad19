// The e-mail that tells somebody of a merchant what is new: one of a kind, or all that came since the last one. A customer's
// name may come from a stranger's browser, so what could carry a stranger's message is left out.

import { formatOrderId } from '../base/identity.js';
import { inBoth } from '../base/in-both.js';
import type { ContentRow, EmailContent } from '../messages/email-content.js';
import { greetableName } from '../messages/strangers-text.js';
import { inOneLine, type News } from './news.js';
import { newsText, orderText, pesos } from './news-text.js';
import { type About, writeToPerson } from './person-email.js';

/** `url` is that of the merchant's live pages. All news are of one kind, newest first. */
type NewsEmail = Omit<About, 'by'> & { readonly news: readonly [News, ...News[]] };

const MOST_ROWS = 10;

export function writeNewsEmail(about: NewsEmail): EmailContent {
  const { language, url } = about;
  const [first, ...older] = about.news;
  const news = [withoutMessage(first), ...older.map(withoutMessage)] as const;
  const texts = TEXTS[language];
  const { title, detail } = newsText(together(news), language);
  const left = news.length - MOST_ROWS;
  const content = writeToPerson({ ...about, by: '', url: url + pathOf(news) }, () => ({
    subject: title,
    heading: title,
    introduction: detail,
    notes: left > 0 ? [texts.more(left)] : [],
    button: texts.button[first.kind],
    footer: texts.footer,
  }));
  return { ...content, rows: news.length === 1 ? [] : news.slice(0, MOST_ROWS).map((one) => rowOf(one, about)) };
}

/** Money is added up. Others come seldom: the newest stands for them, and the rows have the rest. */
function together([first, ...older]: NewsEmail['news']): News {
  if (older.length === 0 || (first.kind !== 'paid' && first.kind !== 'decide')) return first;
  const money = [first, ...older].flatMap((one) =>
    one.kind === 'paid' || one.kind === 'decide'
      ? [{ at: one.at, amount: one.amount, orderId: one.order?.id ?? null }]
      : [],
  );
  const { at, since, count, amount, orderId } = inOneLine(money);
  return { kind: first.kind, at, since, count, amount, order: orderId === null ? null : first.order };
}

function withoutMessage(news: News): News {
  if ((news.kind !== 'paid' && news.kind !== 'decide') || news.order === null) return news;
  return { ...news, order: { ...news.order, customer: greetableName(news.order.customer) } };
}

function rowOf(news: News, { language }: NewsEmail): ContentRow {
  if (news.kind === 'paid' || news.kind === 'decide')
    return { label: orderText(news.order, language), value: pesos(news.amount), look: 'number' };
  const { title, detail } = newsText(news, language);
  return { label: title, value: detail, look: 'text' };
}

/** Where it leads to. */
function pathOf([first, ...older]: NewsEmail['news']): string {
  switch (first.kind) {
    case 'paid':
      return older.length > 0 || first.order === null ? '/money' : `/orders/${formatOrderId(first.order.id)}`;
    case 'decide':
      return '/money/review';
    case 'payout':
      return '/money/payouts';
    case 'webhook':
      return `/webhooks/${first.endpointId}`;
    case 'summary':
      return '/home';
  }
}

const TEXTS = inBoth({
  more: (count: number) => ({ es: `Y ${count} más.`, en: `And ${count} more.` }),
  button: {
    paid: { es: 'Ver el dinero', en: 'See the money' },
    decide: { es: 'Decidir', en: 'Decide' },
    payout: { es: 'Ver tus depósitos', en: 'See your payouts' },
    webhook: { es: 'Ver qué falla', en: 'See what fails' },
    summary: { es: 'Abrir el panel', en: 'Open the dashboard' },
  },
  footer: {
    es: 'Recibes este correo porque lo elegiste en tu cuenta, en Avisos. Ahí lo quitas. Nadie lee las respuestas.',
    en: 'You get this e-mail because you chose it in your account, at Notifications. There you can stop it. Nobody reads replies.',
  },
});
