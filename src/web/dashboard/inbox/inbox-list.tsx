// The inbox: payments that need a decision, oldest first.
import { suggestOrders } from '../../../actions/money/suggest-orders.js';
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { isMatchable } from '../../../domain/money/decide.js';
import { OPEN_PARTS, type Payment, type PaymentState, stateOf } from '../../../domain/money/payment.js';
import { FLAG_TEXTS } from '../../../domain/money/texts.js';
import type { Order } from '../../../domain/orders/order.js';
import { RAIL_KIND_NAMES } from '../../../domain/rails/kinds.js';
import { networkName } from '../../../domain/transfers/bank.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { DECIDERS, listOddPage, type OddSum, sumOdd } from '../../../store/money/odd-payments.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { LIGHT_TONES, moneyLight } from '../today/lights.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs, spanText } from '../ui/desk-parts.js';
import { AnySelect } from '../ui/filters.js';
import { choiceIn, listPath, modeIn } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { capital } from '../ui/network.js';
import { Code, Empty, pesos, State } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { inboxFilter, REASONS } from './inbox-view.js';
import { INBOX_TEXTS } from './texts.js';

export function inboxList({ operator }: Visits, deps: Deps): void {
  const { db } = deps;
  listSection(operator, {
    url: '/inbox',
    duty: 'see',
    texts: INBOX_TEXTS,
    async read({ visit, query, ask }) {
      const page = toPage(await listOddPage(db, inboxFilter(query, visit.now), ask), ask, ({ id }) => id);
      const likely = await likelyOrders(deps, page.rows);
      const accounts = page.rows.flatMap(({ accountId }) => accountId ?? []);
      return { page, likely, names: await findAccountNames(db, accounts) };
    },
    columns({ visit, frame, column, texts, query, found: { likely, names } }) {
      const desk = DESK_TEXTS[frame.language];
      const list = { ...query.tabs, ...query.typed };
      return [
        column.shown(texts.payer, 'top-left', ({ id, trackingKey, network, payerName }) => (
          <>
            <a href={listPath(`${frame.path}/inbox/${id}`, list)}>{payerName ?? <Code>{trackingKey}</Code>}</a>
            <small>
              <Code>{trackingKey}</Code> · {networkName(network)}
            </small>
          </>
        )),
        column.shown(texts.waits, 'day', ({ accountId, receivedAt }) => (
          <>
            {texts.since(spanText(visit.now - receivedAt, frame.language))}
            {accountId !== null && <small>{names.get(accountId)}</small>}
          </>
        )),
        column.word(texts.why, 'act', (payment) =>
          likely.has(payment.id) ? texts.like(likely.get(payment.id) ?? '') : whyText(payment, frame),
        ),
        column.shown(desk.state, 'bottom-right', (payment) => (
          <State tone="wait">{FRAME_TEXTS[frame.language].paymentState[waitingOf(payment).part]}</State>
        )),
        {
          name: desk.amount,
          isNumber: true,
          corner: 'top-right',
          cell: (payment) => <strong>{pesos(waitingOf(payment).amount)}</strong>,
        },
      ];
    },
    async page({ visit, frame, texts, isFiltered }) {
      const mode = modeIn(visit.request.query);
      const who = choiceIn(visit.request.query, 'who', DECIDERS) ?? 'operator';
      const sums = { operator: await sumOdd(db, mode, 'operator'), merchant: await sumOdd(db, mode, 'merchant') };
      const countOf = ({ count, isMore }: OddSum) => `${count}${isMore ? '+' : ''}`;
      const waiting = sums[who];
      return {
        aside: waiting.count > 0 && (
          <State tone={LIGHT_TONES[moneyLight(who, waiting, visit.now)]}>
            {texts.total(countOf(waiting), pesos(waiting.amount))}
          </State>
        ),
        tabs: [
          modeTabs(frame),
          {
            name: 'who',
            label: texts.who,
            tabs: DECIDERS.map((value) => ({ value, name: texts.deciders[value], count: countOf(sums[value]) })),
          },
        ],
        fields: (
          <>
            <AnySelect
              frame={frame}
              name="reason"
              label={texts.reason}
              names={Object.fromEntries(REASONS.map((flag) => [flag, FLAG_TEXTS[frame.language][flag]]))}
            />
            <MerchantSelect frame={frame} merchants={await listAccountNames(db, MOST_MERCHANTS)} />
            <AnySelect
              frame={frame}
              name="rail"
              label={texts.rail}
              names={Object.fromEntries(RAIL_KIND_NAMES.map((kind) => [kind, kind.toUpperCase()]))}
            />
            <AnySelect frame={frame} name="age" label={texts.age} names={texts.ages} />
          </>
        ),
        none: isFiltered ? (
          <Empty icon="inbox" title={texts.noneFiltered} />
        ) : (
          <Empty icon="inbox" title={texts.none} text={texts.noneText} />
        ),
      };
    },
  });
}

/** By the payment the order that it looks most like. One after the other: a page must not take every connection. */
async function likelyOrders(deps: Deps, payments: readonly Payment[]): Promise<ReadonlyMap<string, string>> {
  const likely = new Map<string, Order>();
  for (const payment of payments.filter(isMatchable)) {
    const [first] = await suggestOrders(deps, payment);
    if (first !== undefined) likely.set(payment.id, first.order);
  }
  const owners = [...likely.values()].map(({ scope }) => scope.accountId);
  const names = await findAccountNames(deps.db, owners);
  return new Map([...likely].map(([id, { folio, scope }]) => [id, `${folio} · ${names.get(scope.accountId)}`]));
}

/** What of a payment waits: of one on an order that ended unpaid, what was applied. */
export function waitingOf(payment: Payment): { readonly part: PaymentState; readonly amount: bigint } {
  const part = OPEN_PARTS.find((one) => payment[one] > 0n);
  if (part === undefined) return { part: stateOf(payment), amount: payment.applied };
  return { part, amount: payment.unmatched + payment.held + payment.surplus };
}

export function whyText(payment: Payment, frame: Frame): string {
  return capital(payment.flags.map((flag) => FLAG_TEXTS[frame.language][flag]).join(', '));
}
