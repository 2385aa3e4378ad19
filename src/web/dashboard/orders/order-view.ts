// Reads everything that the page of one order shows.
import type { Deps } from '../../../deps.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Email, SentKind } from '../../../domain/messages/email.js';
import { isStillTrue } from '../../../domain/messages/email-causes.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { SentRefund } from '../../../domain/money/refund.js';
import type { OrderEvent } from '../../../domain/orders/event.js';
import type { Order } from '../../../domain/orders/order.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import type { Endpoint } from '../../../domain/webhooks/endpoint.js';
import { listEmailsOf } from '../../../store/messages/email-lists.js';
import { listSmsOf, type SentSms } from '../../../store/messages/sms-messages.js';
import { listPaymentsOf } from '../../../store/money/payments.js';
import { listRefunds } from '../../../store/money/refunds.js';
import { listEventsOf } from '../../../store/orders/order-events.js';
import { listNotes, type OrderNote } from '../../../store/orders/order-notes.js';
import { findTestClock, type TestClock } from '../../../store/orders/test-clocks.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { type DeliveryOfOrder, listDeliveriesOfOrder } from '../../../store/webhooks/deliveries/of-event.js';
import { listEndpoints } from '../../../store/webhooks/endpoints.js';
import type { Frame } from '../frame/frame.js';

export type OrderView = {
  readonly order: Order;
  /** The customer's page, to copy and to send. */
  readonly customerUrl: string;
  readonly payments: readonly Payment[];
  readonly refunds: readonly SentRefund[];
  readonly transfers: readonly Transfer[];
  readonly messages: readonly OrderMessage[];
  readonly events: readonly OrderEvent[];
  readonly deliveries: readonly DeliveryOfOrder[];
  readonly endpoints: readonly Pick<Endpoint, 'id' | 'url'>[];
  readonly notes: readonly OrderNote[];
  readonly testClock: TestClock | null;
  /** When the net becomes available; null if it is, or if nothing is paid. */
  readonly releasedAt: number | null;
  /** Whether webhooks stand in the history. */
  readonly isTechnical: boolean;
  /** For the forms on the page: each makes its thing once from this page. */
  readonly formKey: string;
};

/** A message to the customer of an order, by whatever way it went. */
export type OrderMessage = {
  readonly way: 'sms' | 'email';
  readonly kind: SentKind;
  readonly to: string;
  readonly text: string;
  /** `scheduled`: it is sent later, if it is still true then. */
  readonly state: 'scheduled' | 'sending' | 'sent' | 'failed' | 'canceled';
  readonly createdAt: number;
  readonly dueAt: number;
  /** Its own page, below the pages of the mode; null if it has none. */
  readonly path: string | null;
};

/** The query of the page with webhooks. */
export const TECHNICAL = '?technical=yes';

export type OrderProps = { readonly frame: Frame; readonly view: OrderView };

const EVENTS_SHOWN = 30;
const MONEY_SHOWN = 50;

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>;

export async function showOrder(
  { db, clock, random, settings }: ViewDeps,
  order: Order,
): Promise<Omit<OrderView, 'isTechnical'>> {
  const { scope, uuid } = order;
  const page = { orderId: uuid, before: null, limit: MONEY_SHOWN };
  const [payments, refunds, transfers, sms, emails, events, deliveries, endpoints, notes, testClock] =
    await Promise.all([
      listPaymentsOf(db, scope, uuid),
      order.refunded > 0n ? listRefunds(db, scope, { ...page, createdFrom: null, createdTo: null }) : [],
      listTransfers(db, scope, { ...page, status: null, reason: null }),
      listSmsOf(db, scope, uuid),
      listEmailsOf(db, order),
      listEventsOf(db, scope, uuid, EVENTS_SHOWN),
      listDeliveriesOfOrder(db, scope, uuid),
      listEndpoints(db, scope),
      listNotes(db, scope, uuid),
      order.testClockId === null ? null : findTestClock(db, scope.accountId, order.testClockId),
    ]);
  const now = clock.now();
  const orderNow = testClock?.frozenTime ?? now;
  return {
    order,
    customerUrl: `${settings.baseUrl}/pay/ch_${uuid}`,
    payments,
    refunds,
    transfers,
    events,
    deliveries,
    endpoints,
    notes,
    testClock,
    messages: [...sms.map(smsMessage), ...emails.map((email) => emailMessage(order, email, { now, orderNow }))],
    releasedAt:
      order.acceptedAt === null || order.released ? null : order.acceptedAt + settings.releaseDelayHours * HOUR_MS,
    formKey: random.uuid(now),
  };
}

function smsMessage({ phone, text, state, createdAt }: SentSms): OrderMessage {
  return { way: 'sms', kind: 'instructions', to: phone, text, state, createdAt, dueAt: createdAt, path: null };
}

type Now = { readonly now: number; readonly orderNow: number };

function emailMessage(order: Order, email: Email, at: Now): OrderMessage {
  const { id, kind, recipient, subject, createdAt, dueAt } = email;
  const path = `/messages/email/${formatOrderId(order.uuid)}/${id}`;
  const state = email.state === 'queued' ? waitingState(order, email, at) : email.state;
  return { way: 'email', kind, to: recipient, text: subject ?? '', state, createdAt, dueAt, path };
}

/** A reminder of an order that is paid meanwhile stays in the queue until its time, and is not sent then. */
function waitingState(order: Order, { kind, dueAt }: Email, { now, orderNow }: Now): OrderMessage['state'] {
  if (!isStillTrue(kind, order, orderNow)) return 'canceled';
  return dueAt > now ? 'scheduled' : 'sending';
}
