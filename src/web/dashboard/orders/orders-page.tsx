// A merchant's orders, newest first, and their balances.

import { formatOrderId } from '../../../domain/identity.js';
import { formatSum } from '../../../domain/instructions.js';
import type { Balances } from '../../../domain/ledger.js';
import type { Order, Status } from '../../../domain/order.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { Fact, Time } from '../ui/parts.js';
import { Table } from '../ui/table.js';

export type OrdersView = {
  readonly orders: readonly Order[];
  readonly balances: Balances;
  readonly search: string;
  readonly status: Status | null;
  /** The query of the next page, or null at the end. */
  readonly next: string | null;
  readonly isFirst: boolean;
};

const STATUSES: readonly Status[] = ['pending', 'paid', 'expired', 'canceled'];

export function renderOrdersPage(frame: Frame, view: OrdersView): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  const path = `${frame.path}/orders`;
  return renderDashboard(
    frame,
    texts.sections.orders,
    <>
      <h1>{texts.sections.orders}</h1>
      <dl class="figures">
        <Fact name={texts.balance.available}>{formatSum(view.balances.available)}</Fact>
        <Fact name={texts.balance.pending}>{formatSum(view.balances.pending)}</Fact>
        {/* Surplus waits with what is held, as in GET /v1/balance. */}
        <Fact name={texts.balance.held}>{formatSum(view.balances.held + view.balances.surplus)}</Fact>
      </dl>
      <section class="card" aria-label={texts.sections.orders}>
        <form method="get" action={path} class="row">
          <label class="grow">
            {texts.orders.search}
            <input type="search" name="q" value={view.search} placeholder={texts.orders.searchHint} maxLength={255} />
          </label>
          <label>
            {texts.orders.columns[3]}
            <select name="status">
              <option value="">{texts.orders.anyStatus}</option>
              {STATUSES.map((status) => (
                <option key={status} value={status} selected={status === view.status}>
                  {texts.status[status]}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" class="main">
            {texts.orders.show}
          </button>
        </form>
        <Orders frame={frame} orders={view.orders} />
        {(view.next !== null || !view.isFirst) && (
          <p class="row middle">
            {view.next !== null && (
              <a class="button" href={`${path}?${view.next}`} rel="next">
                {texts.orders.next}
              </a>
            )}
            {!view.isFirst && <a href={path}>{texts.orders.newest}</a>}
          </p>
        )}
      </section>
    </>,
  );
}

function Orders({ frame, orders }: { readonly frame: Frame; readonly orders: readonly Order[] }) {
  const texts = DASHBOARD_TEXTS[frame.language];
  const [created, name, customer, status, amount] = texts.orders.columns;
  return (
    <Table
      columns={[{ name: created }, { name }, { name: customer }, { name: status }, { name: amount, isNumber: true }]}
      rows={orders.map((order) => ({
        key: order.uuid,
        cells: [
          <Time key="time" at={order.createdAt} language={frame.language} />,
          <>
            <a href={`${frame.path}/orders/${formatOrderId(order.uuid)}`} class="code">
              {order.folio}
            </a>
            <small>
              {order.product.id} · {order.product.name}
            </small>
          </>,
          <>
            {order.customer.name}
            <small>{order.customer.email}</small>
          </>,
          <>
            <span class={`status ${order.status}`}>{texts.status[order.status]}</span>
            <small>{order.point?.name ?? texts.method[order.method]}</small>
          </>,
          formatSum(order.amount),
        ],
      }))}
      none={texts.orders.none}
    />
  );
}
