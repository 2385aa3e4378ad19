// A merchant's orders, newest first: a tab with filters, or what a search finds; and the same as a file.
import { findOrders } from '../../../actions/orders/find-orders.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { METHODS } from '../../../domain/accounts/fee.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { toDecimal } from '../../../domain/base/money.js';
import { type ListPage, type PageAsk, pageOf, toPage } from '../../../domain/base/paging.js';
import type { Order } from '../../../domain/orders/order.js';
import { ORDER_TABS, type OrderChoice, type OrderTab, toDecideOf } from '../../../domain/orders/order-view.js';
import { shortened } from '../../../domain/orders/to-bring.js';
import { countTabs, pageOfOrders } from '../../../store/orders/order-pages.js';
import { listViews } from '../../../store/people/saved-views.js';
import { findHeldRefunds } from '../../../store/transfers/transfers.js';
import { numberAsText } from '../../../wire/csv.js';
import { payTo } from '../../pay/view.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { columnsOf, type ListColumn, onPage } from '../ui/columns.js';
import { timeInFile } from '../ui/csv-file.js';
import { AnySelect, DayFields, SearchField } from '../ui/filters.js';
import { MoneyField } from '../ui/form.js';
import { type FilterReader, listPath } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Callout, CustomerLink, Empty, LinkButton, pesos, State } from '../ui/parts.js';
import { LIST_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { OrderBadge, statusText } from './order-badge.js';
import { filtersOf, SavedViews, savedViewForms, viewOwner } from './saved-views.js';
import { ORDERS_TEXTS } from './texts.js';

/** Tabs count so far, and then say "1,000+". */
const MOST_COUNTED = 1_001;

export function ordersList({ merchant }: Visits, deps: Deps): void {
  const { db, points } = deps;
  const list = listSection(merchant, {
    url: '/orders',
    duty: 'see',
    texts: ORDERS_TEXTS,
    file: 'orders',
    async read({ visit, query, ask }) {
      const { scope } = visit.merchant;
      const choice = choiceIn(query);
      const { isCut, page } = await readPage(db, { scope, search: query.text('q'), choice, ask });
      return { tab: choice.tab, isCut, page, heldRefunds: await findHeldRefunds(db, scope, page.rows) };
    },
    columns: ({ frame, found: { heldRefunds } }) => [
      ...onPage(orderColumns(frame, heldRefunds)),
      ...orderFileColumns(frame.language),
    ],
    async page({ visit, frame, texts, query, isFiltered, found: { tab, isCut, page } }) {
      // While a filter is set the tabs show what it finds, which nobody has counted.
      const counts = isFiltered ? null : await countTabs(db, visit.merchant.scope, MOST_COUNTED);
      return {
        actions: <LinkButton href={`${frame.path}/orders/new`} look="main" icon="plus" text={texts.newOrder} />,
        tabs: [
          {
            name: 'tab',
            label: texts.tabsLabel,
            tabs: ORDER_TABS.map((one) => ({
              value: one,
              name: texts.tabs[one],
              ...(one !== 'all' && counts !== null && { count: countText(counts[one]) }),
            })),
          },
        ],
        search: (
          <SearchField label={texts.filters.search} hint={FRAME_TEXTS[frame.language].searchHint} maxLength={255} />
        ),
        fields: <OrderFilters frame={frame} points={await points.all()} />,
        chips: <Chips frame={frame} query={query} points={await points.byCode()} />,
        between: (
          <SavedViews
            frame={frame}
            views={await listViews(db, viewOwner(visit))}
            now={filtersOf({ ...query.tabs, ...query.typed })}
          >
            {isFiltered && page.rows.length > 0 && (
              <span class="soft">
                {texts.shown(page.rows.length, pesos(sumOf(page.rows)), page.next === null && page.previous === null)}
              </span>
            )}
          </SavedViews>
        ),
        none: <None frame={frame} tab={tab} isFiltered={isFiltered ? 'yes' : 'no'} />,
        note: isCut && <Callout tone="info">{texts.cut}</Callout>,
      };
    },
  });
  savedViewForms(merchant, deps, list);
}

type Asked = {
  readonly scope: Scope;
  readonly search: string | null;
  readonly choice: OrderChoice;
  readonly ask: PageAsk;
};

async function readPage(
  db: Deps['db'],
  { scope, search, choice, ask }: Asked,
): Promise<{ readonly isCut: boolean; readonly page: ListPage<Order> }> {
  if (search === null) {
    const { orders, stoppedAt } = await pageOfOrders(db, scope, choice, ask);
    return { isCut: false, page: toPage(orders, ask, idOf, stoppedAt) };
  }
  const { orders, isCut } = await findOrders({ db }, { scope, search, choice });
  return { isCut, page: pageOf(orders, ask, idOf) };
}

const idOf = ({ uuid }: Order) => uuid;
const sumOf = (orders: readonly Order[]) => orders.reduce((sum, { amount }) => sum + amount, 0n);

type ChipsProps = {
  readonly frame: Frame;
  readonly query: FilterReader;
  readonly points: ReadonlyMap<string, { readonly name: string }>;
};

/** The filters that are set: each takes itself away. */
function Chips({ frame, query: { tabs, typed }, points }: ChipsProps) {
  const { filters, without } = ORDERS_TEXTS[frame.language];
  const { method, from, to } = { ...FRAME_TEXTS[frame.language], ...LIST_TEXTS[frame.language] };
  const names = {
    from: `${from} ${typed['from']}`,
    to: `${to} ${typed['to']}`,
    method: Object.entries(method).find(([name]) => name === typed['method'])?.[1] ?? typed['method'],
    point: points.get(typed['point'] ?? '')?.name ?? typed['point'],
    min: `${filters.min}: $${typed['min']}`,
    max: `${filters.max}: $${typed['max']}`,
  };
  return Object.entries(names)
    .filter(([name]) => typed[name] !== undefined)
    .map(([name, text = '']) => (
      <a
        key={name}
        class="button small"
        href={listPath(`${frame.path}/orders`, { ...tabs, ...typed, [name]: null })}
        aria-label={without(text)}
      >
        {text} ×
      </a>
    ));
}

function choiceIn(query: FilterReader): OrderChoice {
  return {
    tab: query.tab('tab', ORDER_TABS),
    from: query.firstDay('from'),
    before: query.lastDay('to'),
    method: query.choice('method', METHODS),
    point: query.text('point'),
    least: query.amount('min'),
    most: query.amount('max'),
  };
}

function countText(count: number): string {
  return count >= MOST_COUNTED ? '1,000+' : count.toLocaleString('en');
}

function OrderFilters(props: {
  readonly frame: Frame;
  readonly points: readonly { readonly code: string; readonly name: string }[];
}) {
  const { frame, points } = props;
  const texts = ORDERS_TEXTS[frame.language].filters;
  const { method } = FRAME_TEXTS[frame.language];
  return (
    <>
      <DayFields frame={frame} />
      <AnySelect frame={frame} name="method" label={texts.method} names={method} />
      <AnySelect
        frame={frame}
        name="point"
        label={texts.point}
        any={texts.anyPoint}
        names={Object.fromEntries(points.map(({ code, name }) => [code, name]))}
      />
      <MoneyField name="min" label={texts.min} />
      <MoneyField name="max" label={texts.max} />
    </>
  );
}

function orderColumns(frame: Frame, heldRefunds: ReadonlySet<string>): readonly ListColumn<Order>[] {
  const texts = ORDERS_TEXTS[frame.language];
  const { columns } = texts;
  const { method: methods } = FRAME_TEXTS[frame.language];
  const column = columnsOf<Order>(frame);
  return [
    column.shown(columns.customer, 'top-left', (order) => (
      <>
        <CustomerLink frame={frame} order={order} />
        <small class="email cut" title={order.customer.email}>
          {order.customer.email}
        </small>
      </>
    )),
    column.shown(columns.folio, 'bottom-left', ({ folio, product }) => (
      <>
        <span class="code">{folio}</span>
        <small class="cut">{product.id}</small>
      </>
    )),
    column.shown(columns.method, 'left-out', ({ point, method }) => (
      <>
        {point?.name ?? methods[method]}
        {point !== null && <small>{methods[method]}</small>}
      </>
    )),
    column.time(columns.created, 'day', ({ createdAt }) => createdAt),
    {
      name: columns.state,
      corner: 'bottom-right',
      // Of two states the one that asks for something.
      cell: (order) =>
        toDecideOf(order) > 0n ? (
          <State tone="wait">{texts.toDecide(shortened(pesos(toDecideOf(order))))}</State>
        ) : (
          <OrderBadge order={order} heldRefunds={heldRefunds} language={frame.language} />
        ),
    },
    column.money(columns.amount, 'top-right', ({ amount }) => amount),
  ];
}

/** Only of the file: what a spreadsheet has room for. */
export function orderFileColumns(language: Language): readonly ListColumn<Order>[] {
  const { csv: names } = ORDERS_TEXTS[language];
  return [
    { name: names.id, text: ({ uuid }) => formatOrderId(uuid) },
    { name: names.folio, text: ({ folio }) => numberAsText(folio) },
    { name: names.ownNumber, text: ({ product }) => numberAsText(product.id) },
    { name: names.product, text: ({ product }) => product.name },
    { name: names.state, text: (order) => statusText(order, language) },
    { name: names.amount, text: ({ amount }) => toDecimal(amount) },
    { name: names.received, text: ({ received }) => toDecimal(received) },
    { name: names.refunded, text: ({ refunded }) => toDecimal(refunded) },
    { name: names.fee, text: ({ fee }) => toDecimal(fee.amount) },
    { name: names.iva, text: ({ fee }) => toDecimal(fee.iva) },
    { name: names.net, text: ({ amount, fee }) => toDecimal(amount - fee.amount - fee.iva) },
    { name: names.price, text: ({ price }) => toDecimal(price.amount) },
    { name: names.currency, text: ({ price }) => price.currency },
    { name: names.method, text: ({ method }) => method },
    { name: names.point, text: ({ point }) => point?.code ?? '' },
    { name: names.payTo, text: (order) => numberAsText(payTo(order)) },
    { name: names.customer, text: ({ customer }) => customer.name },
    { name: names.email, text: ({ customer }) => customer.email },
    { name: names.phone, text: ({ customer }) => numberAsText(customer.phone ?? '') },
    { name: names.created, text: ({ createdAt }) => timeInFile(createdAt) },
    { name: names.paid, text: ({ acceptedAt }) => (acceptedAt === null ? '' : timeInFile(acceptedAt)) },
    { name: names.expires, text: ({ expiry }) => timeInFile(expiry.at) },
  ];
}

function None(props: { readonly frame: Frame; readonly tab: OrderTab; readonly isFiltered: 'yes' | 'no' }) {
  const { none: texts, newOrder } = ORDERS_TEXTS[props.frame.language];
  if (props.isFiltered === 'yes') return <Empty icon="search" title={texts.unmatched} text={texts.unmatchedText} />;
  if (props.tab !== 'all') return <Empty icon="list" title={texts.tab} />;
  return (
    <Empty icon="list" title={texts.title} text={texts.text}>
      <LinkButton href={`${props.frame.path}/orders/new`} look="main" text={newOrder} />
    </Empty>
  );
}
