// The money of an order and its details, as lists of facts.

import { formatOrderId } from '../../../domain/base/identity.js';
import { formatAmount } from '../../../domain/base/money.js';
import { paidAtOf } from '../../../domain/money/payment.js';
import { rateToDecimal } from '../../../domain/orders/exchange.js';
import { outstandingOf } from '../../../domain/orders/order.js';
import { payTo } from '../../pay/view.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Card, Code, Copyable, Fact, pesos, Time, TimeFact } from '../ui/parts.js';
import type { OrderProps } from './order-view.js';
import { ORDER_TEXTS } from './texts.js';

export function OrderMoney({ frame, view: { order, releasedAt } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].money;
  const { amount, fee, received, surplus, held, refunded, price, rate } = order;
  const lines: readonly (readonly [string, bigint, 'always' | 'if any'])[] = [
    [texts.gross, amount, 'always'],
    [texts.fee, -fee.amount, 'always'],
    [texts.iva, -fee.iva, 'always'],
    [texts.net, amount - fee.amount - fee.iva, 'always'],
    [texts.received, received, 'always'],
    [texts.left, outstandingOf(order), 'if any'],
    [texts.surplus, surplus, 'if any'],
    [texts.held, held, 'if any'],
    [texts.refunded, -refunded, 'if any'],
    [texts.kept, refunded === 0n ? 0n : amount - fee.amount - fee.iva - refunded, 'if any'],
  ];
  return (
    <Card title={texts.title}>
      <dl class="sums">
        {lines
          .filter(([, sum, when]) => when === 'always' || sum !== 0n)
          .map(([name, sum]) => (
            <div key={name} class={name === texts.net || name === texts.kept ? 'total' : undefined}>
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

export function OrderFacts({ frame, view: { order, payments } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].facts;
  const { method, copy, copied } = FRAME_TEXTS[frame.language];
  const { customer, product } = order;
  const copyable = (text: string) => (
    <Copyable frame={frame} text={text} words={{ copy: `${copy}: ${text}`, copied }} />
  );
  return (
    <Card title={texts.title}>
      <dl class="sums wide stacked">
        <Fact name={texts.product}>{product.name}</Fact>
        <Fact name={texts.ownNumber}>{copyable(product.id)}</Fact>
        <Fact name={texts.customer}>{customer.name}</Fact>
        {customer.email !== '' && <Fact name={texts.email}>{copyable(customer.email)}</Fact>}
        {customer.phone !== null && <Fact name={texts.phone}>{copyable(customer.phone)}</Fact>}
        <Fact name={texts.method}>
          {order.point === null ? method[order.method] : `${order.point.name} · ${method[order.method]}`}
        </Fact>
        <Fact name={texts.payTo}>{copyable(payTo(order))}</Fact>
        <TimeFact name={texts.created} at={order.createdAt} language={frame.language} />
        <TimeFact name={texts.expires} at={order.expiry.at} language={frame.language} />
        <TimeFact name={texts.paid} at={paidAtOf(order, payments)} language={frame.language} />
        <Fact name={texts.id}>{copyable(formatOrderId(order.uuid))}</Fact>
      </dl>
      <Extras title={texts.extras} extras={order.extras} />
    </Card>
  );
}

function Extras({ title, extras }: { readonly title: string; readonly extras: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(extras);
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <dl class="sums wide stacked">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Code>{name}</Code>
            </dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
