// One message to a customer: what became of it and why, and what it says.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { WholeMessage } from '../../../domain/messages/message.js';
import type { Order } from '../../../domain/orders/order.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { OrderShare } from '../orders/share.js';
import { Submit } from '../ui/buttons.js';
import { MerchantLink, ModeMark } from '../ui/desk-parts.js';
import { Form } from '../ui/form.js';
import { listPath } from '../ui/list-query.js';
import {
  Callout,
  Card,
  CodeFact,
  Copyable,
  Fact,
  Facts,
  LinkButton,
  OrderLink,
  pesos,
  State,
  TimeFact,
} from '../ui/parts.js';
import { STATE_TONES, stateShown } from './messages-list.js';
import { SentText } from './sent-text.js';
import { MESSAGES_TEXTS } from './texts.js';

export type MessageView = {
  readonly message: WholeMessage;
  readonly order: Order | null;
  readonly account: string;
  /** The customer's page of the order. */
  readonly customerUrl: string;
  /** Where it is sent again from; null: it cannot be, or not by this viewer. */
  readonly againAt: string | null;
};

export function renderMessagePage(frame: Frame, view: MessageView): string {
  const { message } = view;
  const texts = MESSAGES_TEXTS[frame.language];
  const isOperator = frame.viewer?.kind === 'operator';
  const title = `${texts.kind[message.kind]} · ${texts.channel[message.channel]}`;
  const why = reasonOf(frame, message);
  return renderPage(
    frame,
    {
      title: title,
      back: {
        href: listPath(`${frame.path}/messages`, { mode: isOperator && message.scope.mode === 'test' ? 'test' : null }),
        name: texts.title,
      },
      aside: (
        <>
          <State tone={STATE_TONES[stateShown(message)]}>{texts.state[stateShown(message)]}</State>
          {isOperator && <ModeMark frame={frame} mode={message.scope.mode} />}
        </>
      ),
    },
    <>
      {why !== null && <Callout tone={message.state === 'failed' ? 'bad' : 'off'}>{why}</Callout>}
      <div class={isOperator || message.state === 'failed' ? 'two' : 'two facts-first'}>
        <div class="stack">
          {isOperator ? <MessageFacts frame={frame} view={view} /> : <WhatToDo frame={frame} view={view} />}
          <MessageText frame={frame} message={message} />
        </div>
        {isOperator ? <ForMerchant frame={frame} view={view} /> : <MessageFacts frame={frame} view={view} />}
      </div>
    </>,
  );
}

type Props = { readonly frame: Frame; readonly view: MessageView };

/** A merchant reaches the customer of a message that failed by another way. */
function WhatToDo({ frame, view: { message, order, customerUrl } }: Props) {
  const texts = MESSAGES_TEXTS[frame.language];
  if (message.state !== 'failed' || order === null) return null;
  const canPay = order.status === 'pending';
  return (
    <Card title={texts.next}>
      <p>{canPay ? texts.nextShare : texts.nextOrder}</p>
      {canPay && <OrderShare frame={frame} order={order} url={customerUrl} />}
      <div>
        <LinkButton href={`${frame.path}/orders/${formatOrderId(order.uuid)}`} text={texts.toOrder} />
      </div>
    </Card>
  );
}

/** At the desk nobody writes to customers: their merchant does. */
function ForMerchant({ frame, view: { message, order, customerUrl } }: Props) {
  const texts = MESSAGES_TEXTS[frame.language];
  return (
    <Card title={texts.forDesk}>
      <p>{message.state === 'failed' ? texts.nextDesk : texts.nothingToDo}</p>
      {message.state === 'failed' && <Copyable frame={frame} text={customerUrl} />}
      <div class="row">
        {order !== null && (
          <LinkButton href={`${frame.path}/orders/${formatOrderId(order.uuid)}`} text={texts.toOrder} />
        )}
        <LinkButton href={`${frame.path}/merchants/${message.scope.accountId}`} text={texts.toMerchant} />
      </div>
    </Card>
  );
}

/** Nothing, if it ended before it was written. */
function MessageText({ frame, message }: { readonly frame: Frame; readonly message: WholeMessage }) {
  const texts = MESSAGES_TEXTS[frame.language];
  const { state, text } = message;
  if (text === null && state === 'canceled') return null;
  return (
    <Card title={texts.content}>
      {text === null ? (
        <p class="soft">{texts.noText[state === 'canceled' ? 'sent' : state]}</p>
      ) : (
        <>
          <SentText message={message} text={text} />
          {message.kind === 'account' && <p class="soft">{texts.linkNote}</p>}
        </>
      )}
    </Card>
  );
}

function MessageFacts({ frame, view }: Props) {
  const { message, order, account, againAt } = view;
  const { facts, erased, delivery, again, againNote, state } = MESSAGES_TEXTS[frame.language];
  const shared = FRAME_TEXTS[frame.language];
  const isOperator = frame.viewer?.kind === 'operator';
  const { sent, failed, ended } = facts;
  const ends = { simulated: state.simulated, sent, failed, canceled: ended, queued: ended };
  return (
    <Card title={delivery}>
      <Facts>
        <Fact name={facts.to}>{message.recipient === '' ? erased : <Address message={message} />}</Fact>
        {order !== null && <Fact name={facts.customer}>{order.customer.name || erased}</Fact>}
        {isOperator && (
          <Fact name={facts.merchant}>
            <MerchantLink frame={frame} id={message.scope.accountId} name={account} />
          </Fact>
        )}
        <Fact name={facts.order}>
          <OrderLink frame={frame} id={message.orderId} folio={order?.folio ?? ''} />
          {order !== null && ` · ${pesos(order.amount)}`}
          {isOperator && order !== null && ` · ${shared.status[order.status]}`}
        </Fact>
        {message.endedAt === null && <TimeFact name={facts.made} at={message.createdAt} language={frame.language} />}
        {message.state === 'queued' && <TimeFact name={facts.due} at={message.dueAt} language={frame.language} />}
        <TimeFact name={ends[stateShown(message)]} at={message.endedAt} language={frame.language} />
        {message.attempts > 1 && <Fact name={facts.attempts}>{message.attempts}</Fact>}
        {message.reply !== null && <CodeFact name={facts.reply}>{message.reply}</CodeFact>}
      </Facts>
      {againAt !== null && (
        <>
          <Form frame={frame} action={againAt}>
            <Submit>{again}</Submit>
          </Form>
          <p class="soft">{againNote}</p>
        </>
      )}
    </Card>
  );
}

/** What no address has is marked, if that is why it failed. */
function Address({ message: { recipient, reason } }: { readonly message: WholeMessage }) {
  const parts = reason === 'address' ? recipient.split(/([^\w.+@-])/) : [recipient];
  return (
    <span class="email">{parts.map((part, at) => (at % 2 === 0 ? part : <mark key={String(at)}>{part}</mark>))}</span>
  );
}

function reasonOf(frame: Frame, { channel, state, reason }: WholeMessage): string | null {
  const texts = MESSAGES_TEXTS[frame.language];
  if (channel === 'sms') return state === 'failed' ? texts.smsFailed : null;
  return reason === null ? null : texts.reason[reason];
}
