// SMS to customers: merchants see their own, the operator sees those of all merchants.
import type { Deps } from '../../deps.js';
import { listSms } from '../../store/orders/sms-messages.js';
import { renderMessagesPage } from './messages-page.js';
import type { Visits } from './visit.js';

const MOST_SHOWN = 100;

export function messagesRoutes({ show }: Visits, deps: Deps): void {
  show('/messages', async ({ visitor, frame }) => {
    const scope = visitor.kind === 'merchant' ? visitor.credential.scope : null;
    return renderMessagesPage(frame, await listSms(deps.db, scope, MOST_SHOWN));
  });
}
