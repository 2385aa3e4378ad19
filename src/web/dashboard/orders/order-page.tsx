// One order: what it is about, its money, what can be done, and everything that happened to it.
import { formatOrderId } from '../../../domain/base/identity.js';
import { oddMoney } from '../../../domain/money/decide.js';
import { refundableOf } from '../../../domain/money/refund.js';
import { outstandingOf } from '../../../domain/orders/order.js';
import { toDecideOf } from '../../../domain/orders/order-view.js';
import { lacksDestination } from '../../../domain/transfers/transfer.js';
import { FORM_KEY } from '../form-key.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { canDecide, Decide } from '../money/review-pages.js';
import { Submit } from '../ui/buttons.js';
import { Field, Form, Hidden, LongField } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Callout, Card, Code, LinkButton, More, PageHead, pesos, State, Time } from '../ui/parts.js';
import { shortMoment } from '../ui/short-time.js';
import { OrderBadges } from './order-badge.js';
import { OrderFacts, OrderMoney } from './order-facts.js';
import { NewLink, OrderTimeline } from './order-timeline.js';
import type { OrderProps, OrderView } from './order-view.js';
import { OrderShare } from './share.js';
import { TestTools } from './test-tools.js';
import { ORDER_TEXTS, ORDERS_TEXTS } from './texts.js';

export function renderOrderPage(frame: Frame, view: OrderView): string {
  const { order } = view;
  const list = ORDERS_TEXTS[frame.language];
  const texts = ORDER_TEXTS[frame.language];
  const stuck = view.transfers.filter(lacksDestination);
  const held = new Set(stuck.filter(({ reason }) => reason === 'refund').map(({ orderId }) => orderId ?? ''));
  return renderDashboard(
    frame,
    texts.back(order.folio),
    <>
      <PageHead
        title={<span class="big-sum">{pesos(order.amount)}</span>}
        back={{ href: `${frame.path}/orders`, name: list.title }}
      >
        <Actions frame={frame} view={view} />
      </PageHead>
      <div class="order-line">
        <p class="row middle">
          <OrderBadges order={order} heldRefunds={held} language={frame.language} />
          {toDecideOf(order) > 0n && <State tone="wait">{list.toDecide(pesos(toDecideOf(order)))}</State>}
        </p>
        <p>
          <strong>{order.customer.name}</strong>
          <span class="soft">
            {' '}
            · {order.product.name} · <Code>{order.folio}</Code>
          </span>
        </p>
        {order.status === 'pending' && (
          <p>
            <strong>{texts.left(pesos(outstandingOf(order)))}</strong> ·{' '}
            {texts.until(shortMoment(order.expiry.at, frame.language))}
          </p>
        )}
      </div>
      <Review frame={frame} view={view} />
      {stuck.map((transfer) => (
        <Callout key={transfer.id} tone="wait">
          <p>{texts.transfers.stuck[transfer.reason](pesos(transfer.amount))}</p>
          <NewLink frame={frame} transfer={transfer} />
        </Callout>
      ))}
      <div class="two order-parts">
        <div class="stack">
          {order.status === 'pending' && <ShareCard frame={frame} view={view} />}
          <OrderTimeline frame={frame} view={view} />
        </div>
        <div class="stack">
          <OrderMoney frame={frame} view={view} />
          <OrderFacts frame={frame} view={view} />
        </div>
        <div class="stack">
          {order.status !== 'pending' && <ShareCard frame={frame} view={view} />}
          <Notes frame={frame} view={view} />
          {order.scope.mode === 'test' && may(frame, 'develop') && <TestTools frame={frame} view={view} />}
        </div>
      </div>
    </>,
  );
}

function Actions({ frame, view: { order, payments } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language];
  const path = `${frame.path}/orders/${formatOrderId(order.uuid)}`;
  const canRefund = refundableOf(order, payments) > 0n && may(frame, 'refund');
  const canCancel = order.status === 'pending' && may(frame, 'serve');
  return (
    <>
      {canRefund && <LinkButton href={`${path}/refund`} icon="refund" text={texts.refund} />}
      {canCancel && (
        <More frame={frame}>
          <LinkButton href={`${path}/cancel`} look="danger" text={texts.cancel} />
        </More>
      )}
    </>
  );
}

/** Money to decide about: that of one payment is decided on the spot. */
function Review({ frame, view: { order, payments } }: OrderProps) {
  const { review } = ORDER_TEXTS[frame.language];
  const toDecide = toDecideOf(order);
  if (toDecide === 0n) return null;
  const [payment, ...more] = payments.filter((one) => {
    const { held, surplus, parts } = oddMoney(order, one);
    return canDecide({ payment: one, sum: held + surplus + parts });
  });
  return (
    <Callout tone="wait">
      <div>
        <p>{review.text(pesos(toDecide))}</p>
        <p>{review.either}</p>
      </div>
      {may(frame, 'refund') &&
        (payment !== undefined && more.length === 0 ? (
          <Form frame={frame} action="/money/review" class="inline">
            <Decide frame={frame} payment={payment} />
          </Form>
        ) : (
          <LinkButton
            href={`${frame.path}/money/review?order=${formatOrderId(order.uuid)}`}
            look="small"
            text={review.link}
          />
        ))}
    </Callout>
  );
}

/** The customer's link, and the SMS with it while the order can be paid. */
function ShareCard({ frame, view: { order, customerUrl, formKey } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].share;
  const { customer } = order;
  const kind = order.status === 'pending' ? 'instructions' : order.status === 'paid' ? 'paid' : null;
  const mail =
    customer.email === '' ? undefined : kind !== null && may(frame, 'serve') ? (
      <Form frame={frame} action={`/orders/${formatOrderId(order.uuid)}/email`} class="inline">
        <Hidden name={FORM_KEY} value={formKey} />
        <Hidden name="kind" value={kind} />
        <Submit>
          <Icon name="mail" />
          {texts.email}
        </Submit>
      </Form>
    ) : null;
  return (
    <Card title={order.status === 'paid' ? texts.receipt : texts.title}>
      <OrderShare frame={frame} order={order} url={customerUrl} mail={mail}>
        {order.status === 'pending' && may(frame, 'serve') && (
          <details open={frame.sent?.action.endsWith('/sms') === true}>
            <summary>{texts.sms}</summary>
            <Form frame={frame} action={`/orders/${formatOrderId(order.uuid)}/sms`} class="row">
              <Hidden name={FORM_KEY} value={formKey} />
              <Field
                name="customer_phone"
                label={texts.phone}
                value={customer.phone ?? ''}
                type="tel"
                autocomplete="off"
                maxLength={20}
                required
              />
              <Submit>{texts.sms}</Submit>
            </Form>
          </details>
        )}
      </OrderShare>
    </Card>
  );
}

function Notes({ frame, view: { order, notes, formKey } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].notes;
  return (
    <Card title={texts.title}>
      {notes.length === 0 && <p class="soft">{texts.none}</p>}
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <p class="soft">
                {note.author} · <Time at={note.createdAt} language={frame.language} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {may(frame, 'serve') && (
        <Form frame={frame} action={`/orders/${formatOrderId(order.uuid)}/notes`}>
          <Hidden name={FORM_KEY} value={formKey} />
          <LongField name="text" label={texts.label} hint={texts.hint} rows={2} maxLength={1000} required />
          <Submit>{texts.add}</Submit>
        </Form>
      )}
    </Card>
  );
}
