// Messages to customers, newest first: a merchant's own, or those of all merchants for the operator.
import type { Deps } from '../../../deps.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { toPage } from '../../../domain/base/paging.js';
import type { Message, MessageState } from '../../../domain/messages/message.js';
import { listAccountNames } from '../../../store/accounts/account-names.js';
import {
  countFailed,
  type ListedMessage,
  messageCursor,
  parseMessageCursor,
  type Whose,
  walkMessages,
} from '../../../store/messages/message-lists.js';
import type { Frame } from '../frame/frame.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { MerchantSelect, MOST_MERCHANTS, modeTabs } from '../ui/desk-parts.js';
import { SearchField } from '../ui/filters.js';
import { Icon } from '../ui/icon.js';
import { DESK_MODES, type FilterReader } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Empty, LinkButton, OrderLink, type Tone } from '../ui/parts.js';
import type { Section, Visit, Visits } from '../visit.js';
import { MESSAGES_TEXTS } from './texts.js';

const TABS = ['all', 'failed', 'email', 'sms'] as const;
const LATELY_MS = 7 * DAY_MS;
const MOST_COUNTED = 100;

export const STATE_TONES: Readonly<Record<MessageState | 'simulated', Tone>> = {
  simulated: 'info',
  queued: 'wait',
  sent: 'good',
  failed: 'bad',
  canceled: 'off',
};

type Shown<State> = { readonly state: State; readonly scope: Message['scope'] };

/** In test mode nothing goes to anybody. */
export function stateShown<State extends string>({ state, scope }: Shown<State>): State | 'simulated' {
  return state === 'sent' && scope.mode === 'test' ? 'simulated' : state;
}

export function messagesLists({ merchant, operator }: Visits, deps: Deps): void {
  messagesList(merchant, deps, (visit) => visit.merchant.scope);
  messagesList(operator, deps, (_visit, query) => ({
    accountId: query.id('merchant'),
    mode: query.tab('mode', DESK_MODES),
  }));
}

function messagesList<V extends Visit>(
  section: Section<V, 'see'>,
  { db }: Deps,
  whoseOf: (visit: V, query: FilterReader) => Whose,
): void {
  listSection(section, {
    url: '/messages',
    duty: 'see',
    texts: MESSAGES_TEXTS,
    perPage: 50,
    isCursor: (text) => parseMessageCursor(text) !== null,
    timeOf: (cursor) => parseMessageCursor(cursor)?.createdAt ?? 0,
    async read({ visit, query, ask }) {
      const tab = query.tab('show', TABS);
      const channel = tab === 'email' || tab === 'sms' ? tab : null;
      const whose = whoseOf(visit, query);
      const folio = whose.accountId === null ? null : (query.text('q')?.toUpperCase() ?? null);
      const filter = { channel, state: tab === 'failed' ? tab : null, folio };
      const walked = await walkMessages(db, whose, filter, ask);
      return { whose, tab, page: toPage(walked.rows, ask, messageCursor, walked.end) };
    },
    columns: ({ frame }) => messageColumns(frame),
    async page({ visit, frame, texts, isFiltered, found: { whose, tab } }) {
      const count = await countFailed(db, whose, { since: visit.now - LATELY_MS, most: MOST_COUNTED });
      const isDesk = frame.viewer?.kind === 'operator';
      const failed = count === MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count);
      return {
        ...(isDesk && {
          intro: texts.deskNote,
          fields: <MerchantSelect frame={frame} merchants={await listAccountNames(db, MOST_MERCHANTS)} />,
        }),
        tabs: [
          ...(isDesk ? [modeTabs(frame)] : []),
          {
            name: 'show',
            label: texts.tabsName,
            tabs: TABS.map((one) => ({
              value: one,
              name: texts.tabs[one],
              ...(one === 'failed' && count > 0 && { count: failed, tone: 'bad' as const }),
            })),
          },
        ],
        ...(whose.accountId !== null && {
          search: <SearchField label={texts.folio} hint={texts.folio} maxLength={20} />,
        }),
        none: isFiltered ? texts.noneFound : tab === 'failed' ? texts.noneFailed : <NoMessages frame={frame} />,
      };
    },
  });
}

function NoMessages({ frame }: { readonly frame: Frame }) {
  const { none } = MESSAGES_TEXTS[frame.language];
  if (frame.viewer?.kind !== 'merchant') return <Empty icon="message" title={none.title} />;
  return (
    <Empty icon="message" title={none.title} text={none.text}>
      <LinkButton href={`${frame.path}/settings/messages`} look="main" text={none.next} />
    </Empty>
  );
}

function messageColumns(frame: Frame): readonly ListColumn<ListedMessage>[] {
  const texts = MESSAGES_TEXTS[frame.language];
  const { columns } = texts;
  const isOperator = frame.viewer?.kind === 'operator';
  const column = columnsOf<ListedMessage>(frame);
  return [
    column.shown('', 'mark', ({ channel }) => (
      <span class="soft">
        <Icon name={channel === 'email' ? 'mail' : 'message'} />
        <span class="unseen">{texts.channel[channel]}</span>
      </span>
    )),
    column.shown(columns.who, 'top-left', (message) => (
      <a class="cut" href={messageHref(frame, message)}>
        {message.customer || message.recipient || texts.kind[message.kind]}
      </a>
    )),
    { name: columns.what, corner: 'day', cell: ({ kind }) => texts.kind[kind] },
    column.shown(columns.to, 'below', ({ recipient, reason }) => (
      <>
        {recipient === '' ? <span class="soft">{texts.erased}</span> : <span class="email cut">{recipient}</span>}
        {reason !== null && <small>{texts.reason[reason]}</small>}
      </>
    )),
    column.shown(columns.order, isOperator ? 'left-out' : 'bottom-right', ({ folio, orderId }) => (
      <OrderLink frame={frame} id={orderId} folio={folio} />
    )),
    ...(isOperator ? [column.word(columns.merchant, 'day', ({ account }) => account)] : []),
    column.time(columns.when, 'bottom-left', ({ createdAt }) => createdAt),
    column.state(columns.state, 'top-right', { of: stateShown, tones: STATE_TONES, names: texts.state }),
  ];
}

/** The page of one message. The operator's names its merchant, too. */
function messageHref(frame: Frame, { scope, channel, orderId, id }: Message): string {
  const whose = frame.viewer?.kind === 'operator' ? `/${scope.accountId}/${scope.mode}` : '';
  return `${frame.path}/messages${whose}/${channel}/${formatOrderId(orderId)}/${id}`;
}
