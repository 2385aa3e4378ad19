// Everything that happened to an order, newest first: payments, refunds and their transfers, messages, events with the
// webhooks that told of them.

import type { ComponentChildren } from 'preact';
import { formatOrderId } from '../../../domain/base/identity.js';
import { stateOf } from '../../../domain/money/payment.js';
import { FLAG_TEXTS } from '../../../domain/money/texts.js';
import { EVENTS } from '../../../domain/orders/event-types.js';
import { railKindOf } from '../../../domain/rails/kinds.js';
import { formatTransferId, lacksDestination, statusOf, type Transfer } from '../../../domain/transfers/transfer.js';
import { type Frame, may } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { Submit } from '../ui/buttons.js';
import { Form } from '../ui/form.js';
import { Icon, type IconName } from '../ui/icon.js';
import { shownNetwork } from '../ui/network.js';
import { Card, Code, CodeFact, Fact, LinkButton, pesos, State, Time, TimeFact } from '../ui/parts.js';
import { type OrderMessage, type OrderProps, type OrderView, TECHNICAL } from './order-view.js';
import { Webhooks } from './order-webhooks.js';
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
function TechnicalSwitch({ frame, view: { order, isTechnical } }: OrderProps) {
  const texts = ORDER_TEXTS[frame.language].timeline;
  if (!may(frame, 'develop')) return null;
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
  return view.events.map((event) => ({
    key: `event ${event.sequence}`,
    at: event.createdAt,
    rank: 10 + event.sequence,
    icon: event.type === 'charge.success' ? 'check' : 'pulse',
    title: EVENTS[event.type].happened[frame.language],
    body: view.isTechnical && may(frame, 'develop') && <Webhooks frame={frame} view={view} event={event} />,
  }));
}

function paymentsOf(frame: Frame, { payments }: OrderView): Happening[] {
  const texts = ORDER_TEXTS[frame.language].timeline;
  const { paymentState } = FRAME_TEXTS[frame.language];
  return payments.map((payment) => ({
    key: `payment ${payment.id}`,
    at: payment.receivedAt,
    rank: 5,
    icon: 'coins',
    title: texts.payment(pesos(payment.amount)),
    body: (
      <>
        <p class="row middle">
          <State tone={stateOf(payment) === 'applied' ? 'good' : stateOf(payment) === 'returned' ? 'off' : 'wait'}>
            {paymentState[stateOf(payment)]}
          </State>
          {payment.flags.length > 0 && (
            <span class="soft">{payment.flags.map((flag) => FLAG_TEXTS[frame.language][flag]).join(', ')}</span>
          )}
        </p>
        <dl class="sums wide">
          <CodeFact name={railKindOf(payment).trackingName[frame.language]}>{payment.trackingKey}</CodeFact>
          <Fact name={texts.network}>{shownNetwork(payment, frame.language)}</Fact>
          {payment.payerName !== null && <Fact name={texts.payer}>{payment.payerName}</Fact>}
          <TimeFact name={texts.paidAt} at={payment.paidAt} language={frame.language} />
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

/** Where a transfer is, and where it goes. Without a destination the merchant can get a new link for the customer. */
export function TransferFacts({ frame, transfer }: { readonly frame: Frame; readonly transfer: Transfer }) {
  const texts = ORDER_TEXTS[frame.language].transfers;
  const status = statusOf(transfer);
  const { destination, orderId } = transfer;
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
      {lacksDestination(transfer) && orderId !== null && may(frame, 'refund') && (
        <Form
          frame={frame}
          action={`/orders/${formatOrderId(orderId)}/transfers/${formatTransferId(transfer.id)}/link`}
          class="row middle"
        >
          <Submit look="small">
            <Icon name="link" />
            {texts.newLink}
          </Submit>
          <span class="soft">{texts.newLinkNote}</span>
        </Form>
      )}
    </>
  );
}

function messagesOf(frame: Frame, { messages }: OrderView): Happening[] {
  const texts = ORDER_TEXTS[frame.language].timeline;
  return messages.map((message, index) => ({
    key: `message ${index}`,
    at: message.createdAt,
    rank: 4,
    icon: message.way === 'sms' ? 'message' : 'mail',
    title: `${texts[message.way]} · ${message.to}`,
    body: (
      <>
        <p>
          <State tone={MESSAGE_TONES[message.state]}>
            {texts.messageState[message.state]}
            {message.state === 'scheduled' && (
              <>
                {' '}
                <Time at={message.dueAt} language={frame.language} />
              </>
            )}
          </State>{' '}
          {message.path === null ? (
            texts.kinds[message.kind]
          ) : (
            <a href={frame.path + message.path}>{texts.kinds[message.kind]}</a>
          )}
        </p>
        {message.text !== '' && (
          // The customer's language, whatever the reader's.
          <p class="soft" lang="und">
            {message.text}
          </p>
        )}
      </>
    ),
  }));
}

const MESSAGE_TONES: Readonly<Record<OrderMessage['state'], 'wait' | 'good' | 'bad' | 'off'>> = {
  scheduled: 'off',
  sending: 'wait',
  sent: 'good',
  failed: 'bad',
  canceled: 'off',
};
