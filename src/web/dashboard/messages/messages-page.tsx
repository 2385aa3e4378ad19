// The list of messages to customers: e-mails and SMS, newest first, with those that failed a click away.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Message, MessageState } from '../../../domain/messages/message.js';
import type { ListedMessage } from '../../../store/messages/message-lists.js';
import type { Frame } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/frame-texts.js';
import { renderDashboard } from '../frame/layout.js';
import { Callout, Card, Code, Empty, PageHead, Pager, State, Tabs, type Tone } from '../ui/parts.js';
import { type Row, Table } from '../ui/table.js';
import { MESSAGES_TEXTS } from './texts.js';

export type MessageTab = 'all' | 'failed' | 'email' | 'sms';
export const MESSAGE_TABS: readonly MessageTab[] = ['all', 'failed', 'email', 'sms'];

export type MessagesView = {
  readonly tab: MessageTab;
  readonly messages: readonly ListedMessage[];
  /** How many failed in the last days, as people read it. */
  readonly failed: string | null;
  readonly newer: string | null;
  readonly older: string | null;
};

export const STATE_TONES: Readonly<Record<MessageState, Tone>> = {
  queued: 'wait',
  sent: 'good',
  failed: 'bad',
  canceled: 'off',
};

const SHORT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/Mexico_City',
};

/** Without the year, so that a phone has room for the recipient: messages are kept for some months. */
const TIMES = { es: new Intl.DateTimeFormat('es-MX', SHORT), en: new Intl.DateTimeFormat('en-US', SHORT) };

export function renderMessagesPage(frame: Frame, view: MessagesView): string {
  const texts = MESSAGES_TEXTS[frame.language];
  const { older, newer } = FRAME_TEXTS[frame.language];
  const at = (place: string | null, name: string) =>
    place === null ? null : { href: `${hrefOf(frame, view.tab)}${view.tab === 'all' ? '?' : '&'}${place}`, name };
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{frame.viewer?.kind === 'operator' ? texts.deskNote : texts.note}</p>
      {view.failed !== null && view.tab !== 'failed' && (
        <Callout tone="bad">
          {texts.failedLately(view.failed)} <a href={hrefOf(frame, 'failed')}>{texts.seeFailed}</a>
        </Callout>
      )}
      <Tabs
        label={texts.tabsName}
        tabs={MESSAGE_TABS.map((tab) => ({
          name: texts.tabs[tab],
          href: hrefOf(frame, tab),
          isHere: tab === view.tab,
          ...(tab === 'failed' && view.failed !== null && { count: view.failed }),
        }))}
      />
      <Card class="messages">
        <Table
          label={texts.title}
          columns={columnsOf(frame)}
          rows={view.messages.map((message) => toRow(frame, message))}
          none={view.tab === 'failed' ? texts.noneFailed : <NoMessages frame={frame} />}
        />
        <Pager previous={at(view.newer, newer)} next={at(view.older, older)} />
      </Card>
    </>,
  );
}

function NoMessages({ frame }: { readonly frame: Frame }) {
  const { none } = MESSAGES_TEXTS[frame.language];
  if (frame.viewer?.kind !== 'merchant') return <Empty icon="message" title={none.title} />;
  return (
    <Empty icon="message" title={none.title} text={none.text}>
      <a class="button main" href={`${frame.path}/settings/messages`}>
        {none.next}
      </a>
    </Empty>
  );
}

function columnsOf(frame: Frame) {
  const { columns } = MESSAGES_TEXTS[frame.language];
  return [
    { name: columns.what, corner: 'top-left' as const },
    { name: columns.to, corner: 'bottom-left' as const },
    { name: columns.order, corner: 'left-out' as const },
    ...(frame.viewer?.kind === 'operator' ? [{ name: columns.merchant, corner: 'left-out' as const }] : []),
    { name: columns.when, corner: 'bottom-right' as const },
    { name: columns.state, corner: 'top-right' as const },
  ];
}

function toRow(frame: Frame, message: ListedMessage): Row {
  const texts = MESSAGES_TEXTS[frame.language];
  const shared = FRAME_TEXTS[frame.language];
  const isOperator = frame.viewer?.kind === 'operator';
  const { folio, recipient, createdAt, state, channel, kind } = message;
  return {
    key: message.id,
    cells: [
      <>
        <a href={messageHref(frame, message)}>{texts.kind[kind]}</a>
        <small>{texts.channel[channel]}</small>
      </>,
      recipient === '' ? <span class="soft">{texts.erased}</span> : <span class="email">{recipient}</span>,
      isOperator ? (
        <Code>{folio}</Code>
      ) : (
        <a href={`${frame.path}/orders/${formatOrderId(message.orderId)}`}>
          <Code>{folio}</Code>
        </a>
      ),
      ...(isOperator
        ? [
            <>
              {message.account}
              <small>{message.scope.mode === 'live' ? shared.liveMode : shared.testMode}</small>
            </>,
          ]
        : []),
      <time key="when" dateTime={new Date(createdAt).toISOString()}>
        {TIMES[frame.language].format(createdAt)}
      </time>,
      <State key="state" tone={STATE_TONES[state]}>
        {texts.state[state]}
      </State>,
    ],
  };
}

function hrefOf(frame: Frame, tab: MessageTab): string {
  return `${frame.path}/messages${tab === 'all' ? '' : `?show=${tab}`}`;
}

/** The page of one message. The operator's names its merchant, too. */
function messageHref(frame: Frame, { scope, channel, orderId, id }: Message): string {
  const whose = frame.viewer?.kind === 'operator' ? `/${scope.accountId}/${scope.mode}` : '';
  return `${frame.path}/messages${whose}/${channel}/${formatOrderId(orderId)}/${id}`;
}
