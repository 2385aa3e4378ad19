// Reads what the pages about messages show.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { isUuid } from '../../../domain/base/identity.js';
import { channelOf, type Message, type WholeMessage } from '../../../domain/messages/message.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { countFailed, findMessage, listMessages, type MessagePage } from '../../../store/messages/message-lists.js';
import { MESSAGE_TABS, type MessagesView, type MessageTab } from './messages-page.js';

type Query = Readonly<Record<string, unknown>>;

const SHOWN = 50;
const LATELY_MS = 7 * DAY_MS;
const MOST_COUNTED = 100;

/** `scope` null: those of all merchants, for the operator. */
export async function showMessages(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  scope: Scope | null,
  query: Query,
): Promise<MessagesView> {
  const tab: MessageTab = MESSAGE_TABS.find((one) => one === query['show']) ?? 'all';
  const from = placeIn(query);
  const found = await listMessages(db, scope, {
    channel: tab === 'email' || tab === 'sms' ? tab : null,
    state: tab === 'failed' ? 'failed' : null,
    from,
    limit: SHOWN + 1,
  });
  const failed = await countFailed(db, scope, { since: clock.now() - LATELY_MS, most: MOST_COUNTED });
  const isNewer = from?.side === 'newer';
  const hasMore = found.length > SHOWN;
  const messages = hasMore ? (isNewer ? found.slice(1) : found.slice(0, SHOWN)) : found;
  return {
    tab,
    messages,
    failed: failed === 0 ? null : failed === MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(failed),
    newer: from !== null && (!isNewer || hasMore) ? placeText('newer', messages.at(0)) : null,
    older: isNewer || hasMore ? placeText('older', messages.at(-1)) : null,
  };
}

function placeText(side: 'newer' | 'older', message: Message | undefined): string | null {
  return message === undefined ? null : `${side}=${message.createdAt}.${message.id}`;
}

function placeIn(query: Query): MessagePage['from'] {
  for (const side of ['older', 'newer'] as const) {
    const [, time = '', id = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(String(query[side] ?? '')) ?? [];
    if (isUuid(id)) return { side, place: { createdAt: Number(time), id } };
  }
  return null;
}

export type MessageKey = { readonly channel: string; readonly orderId: string | null; readonly id: string };

export async function requireMessage(
  { db, orders }: Pick<Deps, 'db' | 'orders'>,
  scope: Scope,
  { channel: name, orderId, id }: MessageKey,
): Promise<{ readonly message: WholeMessage; readonly folio: string; readonly account: string }> {
  const channel = channelOf(name);
  const message = channel === null || orderId === null ? null : await findMessage(db, scope, { channel, orderId, id });
  if (message === null) throw new AppError('not_found');
  const [order, account] = [await orders.find(scope, message.orderId), await findAccount(db, scope.accountId)];
  return { message, folio: order?.folio ?? '', account: account?.name ?? '' };
}
