// SMS to customers: merchants see their own, the operator sees those of all merchants.
import type { Deps } from '../../../deps.js';
import { listSms } from '../../../store/orders/sms-messages.js';
import type { Visits } from '../visit.js';
import { renderMessagesPage } from './messages-page.js';

const MOST_SHOWN = 100;

export function messagesRoutes({ merchant, operator }: Visits, deps: Deps): void {
  merchant.show('/messages', 'see', async (visit) =>
    renderMessagesPage(visit.frame, await listSms(deps.db, visit.merchant.scope, MOST_SHOWN)),
  );
  operator.show('/messages', 'see', async ({ frame }) =>
    renderMessagesPage(frame, await listSms(deps.db, null, MOST_SHOWN)),
  );
}
