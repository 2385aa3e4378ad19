// The pages on which an order is refunded or canceled: each says first what will happen. And the page that shows the link of
// a customer of test mode, once.
import { formatOrderId } from '../../../domain/base/identity.js';
import { toDecimal } from '../../../domain/base/money.js';
import type { Order } from '../../../domain/orders/order.js';
import type { PayeeAccount } from '../../../domain/transfers/transfer.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { Form, Hidden, LongField, MoneyField } from '../ui/form.js';
import { Callout, Card, Copyable, LinkButton, pesos } from '../ui/parts.js';
import { ORDER_TEXTS } from './texts.js';

export type RefundView = {
  readonly order: Order;
  /** What can still be given back. */
  readonly left: bigint;
  /** The account that paid; null: the customer has to name one. */
  readonly destination: PayeeAccount | null;
  readonly available: bigint;
  /** Whether an endpoint gets the event. */
  readonly isTold: boolean;
};

export function renderRefundPage(frame: Frame, { order, left, destination, available, isTold }: RefundView): string {
  const { refundPage: texts, back } = ORDER_TEXTS[frame.language];
  const path = `/orders/${formatOrderId(order.uuid)}`;
  const proposed = coveredOf(left, available);
  return renderPage(
    frame,
    {
      title: `${texts.title} · ${order.folio}`,
      heading: texts.title,
      back: { href: frame.path + path, name: back(order.folio) },
    },
    <Card class="narrow-page">
      {left === 0n ? (
        <p>{texts.none}</p>
      ) : (
        <Form frame={frame} action={`${path}/refund`}>
          <Hidden name="refunded" value={toDecimal(order.refunded)} />
          <MoneyField
            name="amount"
            label={texts.amount}
            hint={texts.amountHint(pesos(left))}
            value={proposed === 0n ? '' : toDecimal(proposed)}
            required
          />
          {proposed < left && (
            <Callout tone="wait">
              {proposed === 0n ? texts.noBalance(pesos(available)) : texts.lessBalance(pesos(available))} {texts.waits}
            </Callout>
          )}
          <LongField name="reason" label={texts.reason} rows={2} maxLength={255} />
          <div>
            <h2>{texts.what}</h2>
            <ul class="bullets">
              <li>
                {destination === null
                  ? texts.unknown
                  : texts.known(destination.holder, destination.bank, destination.clabe.slice(-4))}
              </li>
              <li>{texts.balance(pesos(available))}</li>
              <li>{texts.told}</li>
              {isTold && may(frame, 'develop') && <li>{texts.toldPrograms}</li>}
              <li>{texts.undo}</li>
            </ul>
          </div>
          <div class="row middle">
            <Submit look="main">{texts.button}</Submit>
            <a href={frame.path + path}>{texts.back}</a>
          </div>
        </Form>
      )}
    </Card>,
  );
}

/** As much of what is left as the balance covers. A refund of more may wait for money (D86). */
function coveredOf(left: bigint, available: bigint): bigint {
  if (available <= 0n) return 0n;
  return available < left ? available : left;
}

export function renderCancelPage(frame: Frame, { order, isTold }: Pick<RefundView, 'order' | 'isTold'>): string {
  const { cancelPage: texts, back } = ORDER_TEXTS[frame.language];
  const path = `/orders/${formatOrderId(order.uuid)}`;
  return renderPage(
    frame,
    {
      title: `${texts.title} · ${order.folio}`,
      heading: texts.title,
      back: { href: frame.path + path, name: back(order.folio) },
    },
    <Card class="narrow-page">
      {order.status === 'pending' ? (
        <Form frame={frame} action={`${path}/cancel`}>
          <Hidden name="received" value={toDecimal(order.received)} />
          <p>
            <strong>{pesos(order.amount)}</strong> · {order.product.name} · {order.customer.name}
          </p>
          <div>
            <h2>{texts.what}</h2>
            <ul class="bullets">
              <li>{order.received > 0n ? texts.money(pesos(order.received)) : texts.late}</li>
              <li>{texts.pay}</li>
              <li>{texts.told}</li>
              {isTold && may(frame, 'develop') && <li>{texts.toldPrograms}</li>}
              <li>{texts.undo}</li>
            </ul>
          </div>
          <div class="row middle">
            <Submit look="danger">{texts.button}</Submit>
            <a href={frame.path + path}>{texts.back}</a>
          </div>
        </Form>
      ) : (
        <p>{texts.none}</p>
      )}
    </Card>,
  );
}

type LinkShown = {
  readonly link: string;
  /** What was done, above the link. */
  readonly done: string;
  /** Where to go on to. */
  readonly next: { readonly href: string; readonly name: string };
};

/** A link that is shown once. */
export function renderLinkPage(frame: Frame, { link, done, next }: LinkShown): string {
  const { link: texts } = ORDER_TEXTS[frame.language];
  return renderPage(
    { ...frame, done: { text: done } },
    { title: texts.title },
    <Card class="narrow-page">
      <p>{texts.note}</p>
      <Copyable frame={frame} text={link} />
      <p>
        <LinkButton href={next.href} text={next.name} />
      </p>
    </Card>,
  );
}
