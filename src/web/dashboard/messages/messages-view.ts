// Reads what the page of a message shows.
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { channelOf, type WholeMessage } from '../../../domain/messages/message.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { findMessage } from '../../../store/messages/message-lists.js';

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
