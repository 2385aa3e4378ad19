// One order: its details, its payments, its events, their deliveries, and the possible actions.

import type { OrderEvent } from '../../../domain/event.js';
import { formatOrderId } from '../../../domain/identity.js';
import { formatSum } from '../../../domain/instructions.js';
import { formatAmount, toDecimal } from '../../../domain/money.js';
import type { Order } from '../../../domain/order.js';
import type { Payment } from '../../../domain/payment.js';
import { payTo } from '../../pay/view.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import type { ShownDelivery } from '../text-types.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { Fact, Time } from '../ui/parts.js';
import { Sure } from '../ui/sure.js';
import { Payments } from './order-payments.js';

/** The delivery of an event to one address. The reason is that of the last failed attempt. */
export type AddressDelivery = { readonly url: string; readonly state: ShownDelivery; readonly reason: string | null };

export type OrderView = {
  readonly order: Order;
  readonly payments: readonly Payment[];
  readonly events: readonly { readonly event: OrderEvent; readonly deliveries: readonly AddressDelivery[] }[];
  /** Ways to pay the order in test mode; empty in live mode. */
  readonly scenarios: readonly string[];
};

export function renderOrderPage(frame: Frame, view: OrderView): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  const { order } = view;
  const path = `${frame.path}/orders/${formatOrderId(order.uuid)}`;
  return renderDashboard(
    frame,
    `${texts.status[order.status]} · ${order.folio}`,
    <>
      <div class="row middle">
        <h1>{formatSum(order.amount)}</h1>
        <span class={`status ${order.status}`}>{texts.status[order.status]}</span>
        <a href={`${frame.basePath}/pay/${formatOrderId(order.uuid)}`}>{texts.order.customerPage}</a>
      </div>
      <section class="card" aria-label={order.folio}>
        <Facts frame={frame} order={order} />
      </section>
      <Actions frame={frame} view={view} path={path} />
      <Payments frame={frame} order={order} payments={view.payments} path={path} />
      <Events frame={frame} events={view.events} path={path} />
    </>,
  );
}

type EventsProps = { readonly frame: Frame; readonly events: OrderView['events']; readonly path: string };

function Events({ frame, events, path }: EventsProps) {
  const texts = DASHBOARD_TEXTS[frame.language];
  return (
    <section class="card" aria-labelledby="events">
      <h2 id="events">{texts.order.events}</h2>
      <ol class="timeline">
        {events.map(({ event, deliveries }) => (
          <li key={event.sequence}>
            <div class="row middle">
              <span>
                <strong>{texts.order.event[event.type]}</strong> · <span class="code">{event.type}</span> ·{' '}
                <Time at={event.createdAt} language={frame.language} />
              </span>
              {deliveries.length > 0 && (
                <form method="post" action={`${path}/events/${event.sequence}/resend`}>
                  <button type="submit" class="small" aria-label={`${texts.order.resend}: ${event.type}`}>
                    {texts.order.resend}
                  </button>
                </form>
              )}
            </div>
            <ul>
              {deliveries.length === 0 && <li>{texts.order.noEndpoints}</li>}
              {deliveries.map(({ url, state, reason }) => (
                <li key={url}>
                  <span class="code">{url}</span>: {texts.order.delivery[state]}
                  {reason !== null && ` (${reason})`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ frame, order }: { readonly frame: Frame; readonly order: Order }) {
  const texts = DASHBOARD_TEXTS[frame.language];
  const { facts } = texts.order;
  const { price, customer } = order;
  return (
    <dl class="facts">
      <Fact name={facts.product}>
        {order.product.id} · {order.product.name}
      </Fact>
      <Fact name={facts.customer}>{customer.name}</Fact>
      <Fact name={facts.email}>{customer.email}</Fact>
      {customer.phone !== null && <Fact name={facts.phone}>{customer.phone}</Fact>}
      <Fact name={facts.method}>
        {order.point === null ? texts.method[order.method] : `${texts.method[order.method]}, ${order.point.name}`}
      </Fact>
      <Fact name={facts.payTo}>
        <span class="code">{payTo(order)}</span>
      </Fact>
      {price.currency !== 'MXN' && (
        <Fact name={facts.price}>
          {formatAmount(price.amount)} {price.currency}
        </Fact>
      )}
      <Fact name={facts.fee}>
        {formatSum(order.fee.amount)} + {formatSum(order.fee.iva)}
      </Fact>
      {order.received > 0n && <Fact name={facts.received}>{formatSum(order.received)}</Fact>}
      {order.refunded > 0n && <Fact name={facts.refunded}>{formatSum(order.refunded)}</Fact>}
      <Fact name={facts.created}>
        <Time at={order.createdAt} language={frame.language} />
      </Fact>
      <Fact name={facts.expires}>
        <Time at={order.expiry.at} language={frame.language} />
      </Fact>
      <Fact name={facts.folio}>
        <span class="code">{order.folio}</span>
      </Fact>
      <Fact name={facts.id}>
        <span class="code">{formatOrderId(order.uuid)}</span>
      </Fact>
    </dl>
  );
}

function Actions(props: { readonly frame: Frame; readonly view: OrderView; readonly path: string }) {
  const { order, scenarios } = props.view;
  const texts = DASHBOARD_TEXTS[props.frame.language].order;
  const left = order.amount - order.refunded;
  return (
    <>
      {scenarios.length > 0 && (
        <form method="post" action={`${props.path}/pay`} class="card row">
          <input type="hidden" name="received" value={toDecimal(order.received)} />
          <label>
            {texts.scenario}
            <select name="scenario">
              {scenarios.map((scenario) => (
                <option key={scenario}>{scenario}</option>
              ))}
            </select>
          </label>
          <button type="submit" class="main">
            {texts.pay}
          </button>
        </form>
      )}
      {order.status === 'paid' && left > 0n && (
        <form method="post" action={`${props.path}/refund`} class="card row">
          <input type="hidden" name="refunded" value={toDecimal(order.refunded)} />
          <label>
            {texts.refundAmount}
            <input name="amount" inputMode="decimal" required value={toDecimal(left)} />
          </label>
          <Sure text={texts.sure} />
          <button type="submit" class="danger">
            {texts.refund}
          </button>
        </form>
      )}
      {order.status === 'pending' && (
        <form method="post" action={`${props.path}/cancel`} class="card row middle">
          <Sure text={`${texts.sure}: ${texts.cancelNote}`} />
          <button type="submit" class="danger">
            {texts.cancel}
          </button>
        </form>
      )}
    </>
  );
}
