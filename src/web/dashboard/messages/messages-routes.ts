// Messages to customers: merchants see their own and send e-mails again, the operator sees those of all merchants.
import { resendEmail } from '../../../actions/messages/resend-email.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { formatOrderId, isUuid, parseOrderId } from '../../../domain/base/identity.js';
import { channelOf } from '../../../domain/messages/message.js';
import { AppError } from '../../../errors/errors.js';
import { findAccount } from '../../../store/accounts/accounts.js';
import { findMessage } from '../../../store/messages/message-lists.js';
import { mayOf } from '../frame/frame.js';
import type { MerchantVisit, Page, Visit, Visits } from '../visit.js';
import { type MessageView, renderMessagePage } from './message-page.js';
import { messagesLists } from './messages-list.js';
import { MESSAGES_DONE } from './texts.js';

export function messagesRoutes(visits: Visits, deps: Deps): void {
  const { merchant, operator } = visits;
  messagesLists(visits, deps);

  const messagePage: Page<MerchantVisit> = async (visit) => {
    const found = await requireMessage(deps, visit.merchant.scope, keyOf(visit));
    const { channel, order = '', id = '' } = visit.request.params;
    // What was not a usable address is none the second time.
    const hasAddress = found.message.recipient !== '' && found.message.reason !== 'address';
    // One that asks for an account has a link of its own: the page of its order sends a new one.
    const isCopied = channel === 'email' && found.message.kind !== 'account';
    const canSend = isCopied && hasAddress && mayOf(visit.visitor)('serve');
    return renderMessagePage(visit.frame, {
      ...found,
      againAt: canSend ? `/messages/email/${order}/${id}/again` : null,
    });
  };
  merchant.show('/messages/:channel/:order/:id', 'see', messagePage);
  operator.show('/messages/:account/:mode/:channel/:order/:id', 'see', async (visit) =>
    renderMessagePage(visit.frame, { ...(await requireMessage(deps, scopeOf(visit), keyOf(visit))), againAt: null }),
  );

  const form = { page: messagePage, backTo: '/messages/:channel/:order/:id', done: MESSAGES_DONE.sentAgain };
  merchant.act('/messages/:channel/:order/:id/again', 'serve', form, async (visit) => {
    const { scope } = visit.merchant;
    const { message } = await requireMessage(deps, scope, keyOf(visit));
    if (message.channel !== 'email' || message.kind === 'account') throw new AppError('not_found');
    await resendEmail(deps, { key: { scope, uuid: message.orderId }, kind: message.kind, actor: visit.actor });
    return { to: '/messages' };
  });
}

type MessageKey = { readonly channel: string; readonly orderId: string | null; readonly id: string };

async function requireMessage(
  { db, orders, settings }: Pick<Deps, 'db' | 'orders' | 'settings'>,
  scope: Scope,
  { channel: name, orderId, id }: MessageKey,
): Promise<Omit<MessageView, 'againAt'>> {
  const channel = channelOf(name);
  const message = channel === null || orderId === null ? null : await findMessage(db, scope, { channel, orderId, id });
  if (message === null) throw new AppError('not_found');
  const [order, account] = [await orders.find(scope, message.orderId), await findAccount(db, scope.accountId)];
  const customerUrl = `${settings.baseUrl}/pay/${formatOrderId(message.orderId)}`;
  return { message, order, account: account?.name ?? '', customerUrl };
}

function keyOf({ request: { params } }: Visit): MessageKey {
  return { channel: params['channel'] ?? '', orderId: parseOrderId(params['order'] ?? ''), id: params['id'] ?? '' };
}

/** The merchant in the path of an operator's page. */
function scopeOf({ request: { params } }: Visit): Scope {
  const { account = '', mode } = params;
  if (!isUuid(account) || (mode !== 'test' && mode !== 'live')) throw new AppError('not_found');
  return { accountId: account, mode };
}
