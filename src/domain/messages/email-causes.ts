// Which events cause an e-mail to the customer, when it is due, and whether it still tells the truth when it is sent.
import { HOUR_MS } from '../base/duration.js';
import type { OrderEvent } from '../orders/event.js';
import type { Order } from '../orders/order.js';
import type { EmailKind, SentKind } from './email.js';
import type { MessageSettings } from './message-settings.js';

/** An e-mail that an event causes. `dueAt` is a time of the order's clock; null: at once. */
type WantedEmail = { readonly kind: EmailKind; readonly dueAt: number | null };

export function emailsOf(order: Order, event: OrderEvent, settings: MessageSettings): WantedEmail[] {
  // An order that somebody made by hand may have no address.
  if (order.customer.email === '') return [];
  const reminderAt = reminderTime(order, settings.reminderHours);
  const caused: readonly WantedEmail[] = {
    'charge.pending': [
      { kind: 'instructions' as const, dueAt: null },
      ...(reminderAt === null ? [] : [{ kind: 'expiring' as const, dueAt: reminderAt }]),
    ],
    'charge.success': [{ kind: 'paid' as const, dueAt: null }],
    'charge.refunded': [{ kind: 'refund' as const, dueAt: null }],
    none: [],
  }[causeOf(event)];
  return caused.filter(({ kind }) => settings.kinds[kind].isOn);
}

type Cause = 'charge.pending' | 'charge.success' | 'charge.refunded' | 'none';

/** An order becomes pending again when a till reverses its payment. The customer is at the counter then. */
function causeOf({ type, sequence }: OrderEvent): Cause {
  if (type === 'charge.pending') return sequence === 1 ? type : 'none';
  return type === 'charge.success' || type === 'charge.refunded' ? type : 'none';
}

const REMINDER_HOURS = 24;
const SHORTEST_LIFE_MS = HOUR_MS;

/**
 * When the customer is reminded: so many hours before the end, or after three quarters of an order that does not live
 * twice as long. null: the order is so short that they have just got the instructions.
 */
export function reminderTime({ createdAt, expiry }: Pick<Order, 'createdAt' | 'expiry'>, hours: number | null) {
  const life = expiry.at - createdAt;
  if (life < SHORTEST_LIFE_MS) return null;
  const lead = (hours ?? REMINDER_HOURS) * HOUR_MS;
  return expiry.at - (2 * lead <= life ? lead : Number(BigInt(life) >> 2n));
}

/** Whether an e-mail of this kind still tells the truth about the order. */
export function isStillTrue(kind: SentKind, order: Order, now: number): boolean {
  switch (kind) {
    case 'instructions':
    case 'expiring':
      return order.status === 'pending' && now < order.expiry.at;
    case 'paid':
      return order.status === 'paid';
    case 'refund':
      return order.refunded > 0n;
    case 'account':
      // The link that it carries tells.
      return true;
  }
}
