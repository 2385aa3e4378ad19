// What is new for somebody of a merchant, newest first: as the bell of the dashboard shows it, and as e-mails tell it.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { sumFigures } from '../../../domain/money/figures.js';
import {
  bundleByHour,
  lastSummaryTime,
  type MoneyLine,
  type MoneyNews,
  type News,
  type NewsKind,
  type NewsOrder,
  type NewsSpan,
  summedUpDay,
} from '../../../domain/people/news.js';
import { ordersById } from '../../../store/orders/order-pages.js';
import { listFailingEndpoints, listMoneyNews, listSentPayouts } from '../../../store/people/news.js';
import { recentFigures } from '../../orders/read-figures.js';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** So much of each kind is looked at. Whoever takes more in the time finds it all among the movements. */
const MOST_MONEY = 2_000;
const MOST_OTHERS = 50;

/** `lines`: those of a busy hour stand in one line. `each`: every payment stands by itself. */
type NewsAsk = { readonly kinds: readonly NewsKind[]; readonly span: NewsSpan; readonly as: 'lines' | 'each' };

export async function readNews(deps: ReadDeps, scope: Scope, { kinds, span, as }: NewsAsk): Promise<News[]> {
  const found = await Promise.all(kinds.map((kind) => READERS[kind](deps, scope, span, as)));
  return found.flat().sort((one, other) => other.at - one.at);
}

type ReadKind = (deps: ReadDeps, scope: Scope, span: NewsSpan, as: NewsAsk['as']) => Promise<News[]>;

const READERS: Readonly<Record<NewsKind, ReadKind>> = {
  paid: (deps, scope, span, as) => readMoney(deps, scope, { kind: 'paid', span, as }),
  decide: (deps, scope, span, as) => readMoney(deps, scope, { kind: 'decide', span, as }),
  payout: async ({ db }, scope, span) =>
    (await listSentPayouts(db, scope, span, MOST_OTHERS)).map((sent) => ({ kind: 'payout', ...sent })),
  webhook: async ({ db }, scope, span) =>
    (await listFailingEndpoints(db, scope, span, MOST_OTHERS)).map((failing) => ({ kind: 'webhook', ...failing })),
  summary: readSummary,
};

type MoneyAsk = Omit<NewsAsk, 'kinds'> & { readonly kind: 'paid' | 'decide' };

async function readMoney({ db }: ReadDeps, scope: Scope, { kind, span, as }: MoneyAsk): Promise<News[]> {
  const rows = await listMoneyNews(db, scope, { kind, span, limit: MOST_MONEY });
  const lines = as === 'each' ? rows.map(alone) : bundleByHour(rows);
  const ids = lines.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])).slice(0, MOST_OTHERS);
  const orders = await ordersById(db, scope, ids);
  return lines.map(({ at, since, count, amount, orderId }) => {
    const order = orders.get(orderId ?? '');
    const told: NewsOrder | null =
      order === undefined ? null : { id: order.uuid, folio: order.folio, customer: order.customer.name };
    return { kind, at, since, count, amount, order: told };
  });
}

function alone(news: MoneyNews): MoneyLine {
  return { ...news, count: 1, since: news.at };
}

/** Of the last morning, about the day before it; nothing, if that day brought nothing. */
async function readSummary(deps: ReadDeps, scope: Scope, { from, before }: NewsSpan): Promise<News[]> {
  const at = lastSummaryTime(deps.clock.now());
  if (at < from || at >= before) return [];
  const day = summedUpDay(at);
  const figures = sumFigures((await recentFigures(deps, scope)).figures.filter((one) => one.day === day));
  const isEmpty = figures.made === 0 && figures.paid === 0 && figures.refunded === 0n;
  return isEmpty ? [] : [{ kind: 'summary', at, day, figures }];
}
