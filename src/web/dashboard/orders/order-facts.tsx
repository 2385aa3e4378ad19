// The money of an order and its details, as lists of facts.

import type { ComponentChildren } from 'preact';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Language } from '../../../domain/base/language.js';
import { formatAmount } from '../../../domain/base/money.js';
import { showPhone } from '../../../domain/base/phone.js';
import { paidAtOf } from '../../../domain/money/payment.js';
import { rateToDecimal } from '../../../domain/orders/exchange.js';
import { netOf, type Order, outstandingOf } from '../../../domain/orders/order.js';
import { kindOf } from '../../../domain/points/payment-point.js';
import { statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { payTo } from '../../pay/view.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Card, Code, Copyable, Fact, pesos, Time, TimeFact } from '../ui/parts.js';
import type { OrderProps } from './order-view.js';
import { ORDER_TEXTS } from './texts.js';

type MoneyTexts = (typeof ORDER_TEXTS)[Language]['money'];

export function OrderMoney({ frame, view: { order, releasedAt, transfers } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].money;
  const { price, rate } = order;
  return (
    <Card title={texts.title}>
      <dl class="sums">
        {linesOf(order, texts, transfers.some(isRefundToSend))
          .filter(({ sum, isAlways }) => isAlways === true || sum !== 0n)
          .map(({ name, sum, isTotal }) => (
            <div key={name} class={isTotal === true ? 'total' : undefined}>
              <dt>{name}</dt>
              <dd>{pesos(sum)}</dd>
            </div>
          ))}
        {price.currency !== 'MXN' && (
          <>
            <div>
              <dt>{texts.price}</dt>
              <dd>
                {formatAmount(price.amount)} {price.currency}
              </dd>
            </div>
            <div>
              <dt>{texts.rate(price.currency)}</dt>
              <dd>{rateToDecimal(rate.millionths)}</dd>
            </div>
            <div>
              <dt>{texts.rateTaken}</dt>
              <dd>
                <Time at={rate.takenAt} language={frame.language} />
              </dd>
            </div>
          </>
        )}
      </dl>
      {order.status === 'paid' && (
        <p class="soft">
          {releasedAt === null ? texts.available : texts.pending}
          {releasedAt !== null && <Time at={releasedAt} language={frame.language} />}
        </p>
      )}
    </Card>
  );
}

/** It is decided, and the money has not left. */
function isRefundToSend(transfer: Transfer): boolean {
  return transfer.reason === 'refund' && ['to_fund', 'needs_destination', 'to_send'].includes(statusOf(transfer));
}

type Line = {
  readonly name: string;
  readonly sum: bigint;
  /** Shown even if it is zero. */
  readonly isAlways?: true;
  readonly isTotal?: true;
};

/** What is owed, what came, what it costs, what stays. An order that ended unpaid has no fee, and nothing is left to pay. */
function linesOf(order: Order, texts: MoneyTexts, isToSend: boolean): readonly Line[] {
  const { status, amount, fee, surplus, held, refunded } = order;
  const gross: Line = { name: texts.gross, sum: amount, isAlways: true };
  const received: Line = { name: texts.received, sum: order.received, isAlways: true };
  const netNamed = (name: string, came: readonly Line[]): readonly Line[] => [
    gross,
    ...came,
    { name: texts.fee, sum: -fee.amount, isAlways: true },
    { name: texts.iva, sum: -fee.iva, isAlways: true },
    { name, sum: netOf(order), isAlways: true, isTotal: true },
  ];
  const first: Readonly<Record<Order['status'], readonly Line[]>> = {
    pending: netNamed(texts.netOnceWhole, [received, { name: texts.left, sum: outstandingOf(order) }]),
    paid: netNamed(texts.net, [received, { name: texts.surplus, sum: surplus }]),
    expired: [gross, received],
    canceled: [gross, received],
  };
  return [
    ...first[status],
    { name: texts.surplus, sum: status === 'paid' ? 0n : surplus },
    { name: texts.held, sum: held },
    { name: isToSend ? texts.toRefund : texts.refunded, sum: -refunded },
    { name: texts.kept, sum: refunded === 0n ? 0n : netOf(order) - refunded, isTotal: true },
  ];
}

export function OrderFacts({ frame, view: { order, payments } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].facts;
  const { method, copy, copied } = FRAME_TEXTS[frame.language];
  const { customer, product } = order;
  const copyable = (text: string, shown?: ComponentChildren) => (
    <Copyable frame={frame} text={text} words={{ copy: `${copy}: ${text}`, copied }}>
      {shown}
    </Copyable>
  );
  return (
    <Card title={texts.title}>
      <dl class="sums wide">
        <Fact name={texts.product}>{product.name}</Fact>
        <Fact name={texts.ownNumber}>{copyable(product.id, product.id)}</Fact>
        <Fact name={texts.customer}>{customer.name}</Fact>
        {customer.email !== '' && (
          <Fact name={texts.email}>{copyable(customer.email, <span>{shownAddress(customer.email)}</span>)}</Fact>
        )}
        {customer.phone !== null && (
          <Fact name={texts.phone}>
            {copyable(customer.phone, <a href={`tel:${customer.phone}`}>{showPhone(customer.phone)}</a>)}
          </Fact>
        )}
        <Fact name={texts.method}>
          {order.point === null ? method[order.method] : `${order.point.name} · ${method[order.method]}`}
        </Fact>
        <Fact name={texts.payTo[order.point === null ? 'clabe' : kindOf(order.point).identifiedBy]}>
          {copyable(payTo(order))}
        </Fact>
        <TimeFact name={texts.created} at={order.createdAt} language={frame.language} />
        <TimeFact
          name={texts.expires}
          at={order.status === 'paid' ? null : order.expiry.at}
          language={frame.language}
        />
        <TimeFact name={texts.paid} at={paidAtOf(order, payments)} language={frame.language} />
      </dl>
      <details>
        <summary>{texts.extras}</summary>
        <dl class="sums wide">
          <Fact name={texts.id}>{copyable(formatOrderId(order.uuid))}</Fact>
          {Object.entries(order.extras).map(([name, value]) => (
            <div key={name}>
              <dt>
                <Code>{name}</Code>
              </dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  );
}

/** What is too long for its line breaks before the @. */
export function shownAddress(to: string): ComponentChildren {
  const at = to.indexOf('@');
  if (at === -1) return showPhone(to);
  return (
    <>
      {to.slice(0, at)}
      <wbr />
      {to.slice(at)}
    </>
  );
}
