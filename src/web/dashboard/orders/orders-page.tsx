// A merchant's orders: tabs, search, filters and the list, newest first.
import type { ComponentChildren } from 'preact';
import { METHODS } from '../../../domain/accounts/fee.js';
import { formatOrderId, timeOfUuid } from '../../../domain/base/identity.js';
import type { Order } from '../../../domain/orders/order.js';
import { ORDER_TABS } from '../../../domain/orders/order-view.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { Field, MoneyField, Select } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, Code, Empty, PageHead, Pager, Tabs, Time } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { OrderBadge } from './order-badge.js';
import { hasFilters, writeOrderQuery } from './order-query.js';
import { MOST_COUNTED, type OrdersView } from './orders-view.js';
import { ORDERS_TEXTS } from './texts.js';

type Props = { readonly frame: Frame; readonly view: OrdersView };

export function renderOrdersPage(frame: Frame, view: OrdersView): string {
  const texts = ORDERS_TEXTS[frame.language];
  const { query } = view;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title}>
        {view.orders.length > 0 && (
          <a class="button" href={`${frame.path}/orders.csv${writeOrderQuery(query)}`} download>
            <Icon name="download" />
            {texts.download}
          </a>
        )}
        <a class="button main" href={`${frame.path}/orders/new`}>
          <Icon name="plus" />
          {texts.newOrder}
        </a>
      </PageHead>
      <TabRow frame={frame} view={view} />
      <Card class="list">
        <Filters frame={frame} view={view} />
        {query.faults.length > 0 && (
          <Callout tone="wait">
            {texts.filters.faults(query.faults.map((name) => texts.filters[name]).join(', '))}
          </Callout>
        )}
        <OrderTable frame={frame} orders={view.orders} none={<None frame={frame} view={view} />} />
        {view.isCut && <Callout tone="info">{texts.cut}</Callout>}
        <Pages frame={frame} view={view} />
      </Card>
    </>,
  );
}

function TabRow({ frame, view }: Props) {
  const texts = ORDERS_TEXTS[frame.language];
  const tabs = ORDER_TABS.map((tab) => {
    const count = tab === 'all' ? undefined : view.counts?.[tab];
    return {
      name: texts.tabs[tab],
      href: `${frame.path}/orders${writeOrderQuery(view.query, { tab })}`,
      isHere: tab === view.query.choice.tab,
      ...(count !== undefined && { count: count >= MOST_COUNTED ? '1,000+' : count.toLocaleString('en') }),
    };
  });
  return <Tabs label={texts.tabsLabel} tabs={tabs} />;
}

function Filters({ frame, view }: Props) {
  const texts = ORDERS_TEXTS[frame.language].filters;
  const { method } = FRAME_TEXTS[frame.language];
  const { query } = view;
  const { typed, choice } = query;
  const isOn = hasFilters(query);
  return (
    <form method="get" action={`${frame.path}/orders`} class="order-filters">
      {choice.tab !== 'all' && <input type="hidden" name="tab" value={choice.tab} />}
      <div class="row">
        <Field
          name="q"
          label={texts.search}
          value={query.search}
          placeholder={texts.searchHint}
          class="grow"
          maxLength={255}
        />
        <button type="submit" class="main">
          {texts.apply}
        </button>
      </div>
      <details open={isOn}>
        <summary>{texts.title}</summary>
        <div class="row">
          <Field name="from" label={texts.from} value={dayIn(typed.from)} type="date" />
          <Field name="to" label={texts.to} value={dayIn(typed.to)} type="date" />
          <Select
            name="method"
            label={texts.method}
            value={typed.method}
            choices={[
              { value: '', name: texts.anyMethod },
              ...METHODS.map((one) => ({ value: one, name: method[one] })),
            ]}
          />
          <Select
            name="point"
            label={texts.point}
            value={typed.point}
            choices={[
              { value: '', name: texts.anyPoint },
              ...view.points.map(({ code, name }) => ({ value: code, name })),
            ]}
          />
          <MoneyField name="min" label={texts.min} value={typed.min} />
          <MoneyField name="max" label={texts.max} value={typed.max} />
          <button type="submit">{texts.apply}</button>
        </div>
      </details>
      {(isOn || query.search !== '') && (
        <p>
          <a href={`${frame.path}/orders${choice.tab === 'all' ? '' : `?tab=${choice.tab}`}`}>{texts.clear}</a>
        </p>
      )}
    </form>
  );
}

/** A field for days accepts nothing else. */
function dayIn(typed: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : '';
}

type OrderTableProps = {
  readonly frame: Frame;
  readonly orders: readonly Order[];
  readonly none: ComponentChildren;
};

export function OrderTable({ frame, orders, none }: OrderTableProps) {
  const { columns, title } = ORDERS_TEXTS[frame.language];
  return (
    <Table
      label={title}
      columns={[
        { name: columns.folio, corner: 'top-left' },
        { name: columns.customer, corner: 'bottom-left' },
        { name: columns.method, corner: 'left-out' },
        { name: columns.created, corner: 'day' },
        { name: columns.state, corner: 'bottom-right' },
        { name: columns.amount, corner: 'top-right', isNumber: true },
      ]}
      rows={orders.map((order) => ({ key: order.uuid, cells: cellsOf(frame, order) }))}
      none={none}
    />
  );
}

function cellsOf(frame: Frame, order: Order) {
  const { method } = FRAME_TEXTS[frame.language];
  const { customer, product } = order;
  return [
    <>
      <a href={`${frame.path}/orders/${formatOrderId(order.uuid)}`}>
        <Code>{order.folio}</Code>
      </a>
      <small class="cut">{product.id}</small>
    </>,
    <>
      <span class="cut">{customer.name}</span>
      <small class="email cut" title={customer.email}>
        {customer.email}
      </small>
    </>,
    <>
      {order.point?.name ?? method[order.method]}
      {order.point !== null && <small>{method[order.method]}</small>}
    </>,
    <Time key="time" at={order.createdAt} language={frame.language} />,
    <OrderBadge key="state" order={order} language={frame.language} />,
    pesos(order.amount),
  ];
}

function None({ frame, view }: Props) {
  const texts = ORDERS_TEXTS[frame.language].none;
  const { query } = view;
  if (view.isStopped) return null;
  if (query.search !== '' || hasFilters(query))
    return <Empty icon="search" title={texts.unmatched} text={texts.unmatchedText} />;
  if (query.choice.tab !== 'all') return <Empty icon="list" title={texts.tab} />;
  return (
    <Empty icon="list" title={texts.title} text={texts.text}>
      <a class="button main" href={`${frame.path}/orders/new`}>
        {ORDERS_TEXTS[frame.language].newOrder}
      </a>
    </Empty>
  );
}

function Pages({ frame, view }: Props) {
  const texts = ORDERS_TEXTS[frame.language];
  const { newer, older } = FRAME_TEXTS[frame.language];
  const { query } = view;
  const to = (place: OrdersView['newer'], name: string) =>
    place === null ? null : { href: `${frame.path}/orders${writeOrderQuery(query, { place })}`, name };
  const stopped = view.isStopped && view.older !== null && 'older' in view.older ? timeOfUuid(view.older.older) : null;
  return (
    <>
      {stopped !== null && <p class="soft">{texts.stopped(DAYS[frame.language].format(stopped))}</p>}
      <Pager previous={to(view.newer, newer)} next={to(view.older, stopped === null ? older : texts.goOn)} />
    </>
  );
}

const DAYS = {
  es: new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'America/Mexico_City' }),
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Mexico_City' }),
};
