// Everything that happened to an order, newest first: payments, refunds and their transfers, messages, events with the
// webhooks that told of them.

import type { ComponentChildren } from 'preact';
import { MINUTE_MS } from '../../../domain/base/duration.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { stateOf } from '../../../domain/money/payment.js';
import { FLAG_TEXTS } from '../../../domain/money/texts.js';
import type { OrderEvent } from '../../../domain/orders/event.js';
import { EVENTS } from '../../../domain/orders/event-types.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import { formatTransferId, statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { formatEventId } from '../../../wire/webhooks/webhook-body.js';
import { DELIVERY_TONES } from '../events/event-page.js';
import { type Frame, may } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { stateShown } from '../messages/messages-list.js';
import { Form } from '../ui/form.js';
import { Icon, type IconName } from '../ui/icon.js';
import { capital, shownNetwork } from '../ui/network.js';
import {
  Card,
  Code,
  CodeFact,
  CopyFact,
  Fact,
  LinkButton,
  pesos,
  State,
  Time,
  TimeFact,
  type Tone,
} from '../ui/parts.js';
import { WEBHOOKS_TEXTS } from '../webhooks/texts.js';
import { shownAddress } from './order-facts.js';
import { type OrderMessage, type OrderProps, type OrderView, TECHNICAL } from './order-view.js';
import { ORDER_TEXTS } from './texts.js';

type Happening = {
  readonly key: string;
  readonly at: number;
  /** Of what happened at the same time, the greater is the later. */
  readonly rank: number;
  readonly icon: IconName;
  readonly title: ComponentChildren;
  readonly body: ComponentChildren;
};

export function OrderTimeline({ frame, view }: OrderProps) {
  const happenings = [
    ...eventsOf(frame, view),
    ...paymentsOf(frame, view),
    ...transfersOf(frame, view),
    ...messagesOf(frame, view),
  ].sort((one, other) => other.at - one.at || other.rank - one.rank);
  return (
    <Card title={ORDER_TEXTS[frame.language].timeline.title} aside={<TechnicalSwitch frame={frame} view={view} />}>
      <ol class="story">
        {happenings.map(({ key, at, icon, title, body }) => (
          <li key={key}>
            <span class="story-icon">
              <Icon name={icon} />
            </span>
            <div>
              <div class="story-head">
                <strong>{title}</strong>
                <Time at={at} language={frame.language} />
              </div>
              {body}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** For those who develop: what the programs of the shop were told, which says nothing to whoever serves customers. */
function TechnicalSwitch({ frame, view: { order, isTechnical, endpoints } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].timeline;
  if (!may(frame, 'develop') || endpoints.length === 0) return null;
  const path = `${frame.path}/orders/${formatOrderId(order.uuid)}`;
  return (
    <LinkButton
      href={isTechnical ? path : path + TECHNICAL}
      look="small"
      icon="code"
      text={isTechnical ? texts.lessTechnical : texts.technical}
    />
  );
}

function eventsOf(frame: Frame, view: OrderView): Happening[] {
  const shown = view.events.filter(({ type }) => view.isTechnical || !TOLD_BY_MONEY.has(type));
  return shown.map((event) => ({
    key: `event ${event.sequence}`,
    at: event.createdAt,
    rank: 10 + event.sequence,
    icon: event.type === 'charge.success' ? 'check' : 'pulse',
    title: EVENTS[event.type].happened[frame.language],
    body: view.isTechnical && may(frame, 'develop') && <Deliveries frame={frame} view={view} event={event} />,
  }));
}

/** What became of an event; its own page tells of every attempt. */
function Deliveries({ frame, view, event }: OrderProps & { readonly event: OrderEvent }) {
  const { deliveryStates } = WEBHOOKS_TEXTS[frame.language];
  const deliveries = view.deliveries.filter(({ sequence }) => sequence === event.sequence);
  return (
    <p class="row middle">
      <a href={`${frame.path}/events/${formatEventId(view.order.uuid, event.sequence)}`}>
        <Code>{event.type}</Code>
      </a>
      {deliveries.length === 0 && <span class="soft">{ORDER_TEXTS[frame.language].timeline.noWebhooks}</span>}
      {deliveries.map(({ endpointId, state }) => (
        <State key={endpointId} tone={DELIVERY_TONES[state]}>
          {deliveryStates[state]}
        </State>
      ))}
    </p>
  );
}

/** Payments and transfers tell of them by themselves. */
const TOLD_BY_MONEY: ReadonlySet<string> = new Set([
  'charge.success',
  'charge.partial',
  'charge.overpaid',
  'charge.late',
  'charge.refunded',
]);

function paymentsOf(frame: Frame, { payments }: OrderView): Happening[] {
  const texts = ORDER_TEXTS[frame.language].timeline;
  const { paymentState } = FRAME_TEXTS[frame.language];
  return payments.map((payment) => ({
    key: `payment ${payment.id}`,
    at: payment.receivedAt,
    rank: 5,
    icon: 'coins',
    title: texts.payment(pesos(payment.amount), shownNetwork(payment, frame.language).replace(/ \(\d+\)$/, '')),
    body: (
      <>
        {(stateOf(payment) !== 'applied' || payment.flags.length > 0) && (
          <p class="row middle">
            {stateOf(payment) !== 'applied' && (
              <State tone={stateOf(payment) === 'returned' ? 'off' : 'wait'}>{paymentState[stateOf(payment)]}</State>
            )}
            <span class="soft">
              {payment.flags.map((flag) => capital(FLAG_TEXTS[frame.language][flag])).join(', ')}
            </span>
          </p>
        )}
        <dl class="sums wide">
          <CopyFact frame={frame} name={railKindOf(payment).trackingName[frame.language]} text={payment.trackingKey} />
          {payment.payerName !== null && <Fact name={texts.payer}>{payment.payerName}</Fact>}
          {payment.receivedAt - payment.paidAt >= MINUTE_MS && (
            <TimeFact name={texts.paidAt} at={payment.paidAt} language={frame.language} />
          )}
        </dl>
      </>
    ),
  }));
}

function transfersOf(frame: Frame, { transfers, refunds }: OrderView): Happening[] {
  const texts = ORDER_TEXTS[frame.language].transfers;
  return transfers.map((transfer) => {
    const reason = refunds.find(({ id }) => id === transfer.sourceId)?.reason ?? null;
    return {
      key: `transfer ${transfer.id}`,
      at: transfer.createdAt,
      rank: 6,
      icon: 'refund',
      title: `${texts.reasons[transfer.reason]}: ${pesos(transfer.amount)}`,
      body: (
        <>
          {reason !== null && <p>{reason}</p>}
          <TransferFacts frame={frame} transfer={transfer} />
        </>
      ),
    };
  });
}

/** Where a transfer is, and where it goes. */
function TransferFacts({ frame, transfer }: { readonly frame: Frame; readonly transfer: Transfer }) {
  const texts = ORDER_TEXTS[frame.language].transfers;
  const status = statusOf(transfer);
  const { destination } = transfer;
  const tone = status === 'confirmed' ? 'good' : status === 'bounced' ? 'bad' : 'wait';
  return (
    <>
      <p>
        <State tone={tone}>{texts.states[status]}</State>
      </p>
      <dl class="sums wide">
        {destination !== null && (
          <Fact name={texts.to}>
            {destination.holder} · {destination.bank} · <Code>…{destination.clabe.slice(-4)}</Code>
          </Fact>
        )}
        {transfer.trackingKey !== null && <CodeFact name={texts.trackingKey}>{transfer.trackingKey}</CodeFact>}
        {transfer.note !== null && <Fact name={texts.bounced}>{transfer.note}</Fact>}
      </dl>
    </>
  );
}

type LinkProps = { readonly frame: Frame; readonly transfer: Pick<Transfer, 'id' | 'orderId'> };

/** Sends the customer a new link for saying where the money goes. */
export function NewLink({ frame, transfer: { id, orderId } }: LinkProps) {
  const texts = ORDER_TEXTS[frame.language].transfers;
  if (orderId === null || !may(frame, 'refund')) return null;
  return (
    <Form
      frame={frame}
      action={`/orders/${formatOrderId(orderId)}/transfers/${formatTransferId(id)}/link`}
      class="inline"
    >
      <button type="submit" class="small" title={texts.newLinkNote}>
        {texts.newLink}
      </button>
    </Form>
  );
}

function messagesOf(frame: Frame, { order, messages }: OrderView): Happening[] {
  const texts = ORDER_TEXTS[frame.language].timeline;
  return messages.map((message, index) => ({
    key: `message ${index}`,
    at: message.createdAt,
    rank: 4,
    icon: message.way === 'sms' ? 'message' : 'mail',
    title: messageTitle(frame, message),
    body: (
      <>
        <p>{shownAddress(message.to)}</p>
        <p>
          <State tone={MESSAGE_TONES[stateShown({ ...message, scope: order.scope })]}>
            {texts.messageState[stateShown({ ...message, scope: order.scope })]}
            {message.state === 'scheduled' && (
              <>
                {' '}
                <Time at={message.dueAt} language={frame.language} />
              </>
            )}
          </State>
        </p>
        {message.text !== '' && (
          // The customer's language, whatever the reader's.
          <details>
            <summary>{texts.messageText}</summary>
            <p class="soft" lang="und">
              {message.text}
            </p>
          </details>
        )}
      </>
    ),
  }));
}

/** "Correo para pedir su CLABE", which leads to the message. */
function messageTitle({ language, path }: Frame, message: OrderMessage): ComponentChildren {
  const { kinds, ...texts } = ORDER_TEXTS[language].timeline;
  const title = `${texts[message.way]} ${kinds[message.kind]}`;
  return message.path === null ? title : <a href={path + message.path}>{title}</a>;
}

const MESSAGE_TONES: Readonly<Record<OrderMessage['state'] | 'simulated', Tone>> = {
  scheduled: 'off',
  sending: 'wait',
  sent: 'good',
  simulated: 'info',
  failed: 'bad',
  canceled: 'off',
};
