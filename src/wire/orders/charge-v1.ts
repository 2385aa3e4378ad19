// The v1 charge as merchants send and see it, in the version of their account (spec, "Charge (v1)"; D32 to D35).

import type { Language } from '../../domain/base/language.js';
import type { Mode } from '../../domain/base/mode.js';
import { TYPE_OF_STATUS } from '../../domain/orders/event.js';
import { type Order, type OrderDraft, STATUSES } from '../../domain/orders/order.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import { type Audience, orderFor } from '../accounts/audience.js';
import { renderCurrentCharge, renderCurrentCreatedCharge } from '../current/charge.js';
import { CreateCharge } from '../current/create-charge.js';
import { renderCurrentSmsEvent } from '../current/sms-event.js';
import type { JsonObject } from '../json.js';
import { type InAnyVersion, inVersion, withCurrentNames } from '../versions/versions.js';
import { listRequest } from './list.js';

/** Reads a create-charge body with current or earlier field names, and reports all faults at once. */
export function readCreateCharge(
  body: JsonObject,
  context: { readonly now: number; readonly mode: Mode; findPoint(code: string): PaymentPoint | undefined },
): OrderDraft {
  const read = CreateCharge.read(withCurrentNames(body), context);
  return {
    point: read.payment_type,
    product: { id: read.order_id, name: read.order_name, imageUrl: read.image_url },
    price: { amount: read.order_price, currency: read.currency },
    customer: { id: null, name: read.customer_name, email: read.customer_email, phone: read.customer_phone },
    extras: {},
    testClockId: null,
    returnUrls: { success: read.success_url, failure: read.failed_url },
    expiry: read.expiration_time,
  };
}

/** The name of the price field in an error. */
export const CHARGE_PRICE = 'order_price' satisfies keyof typeof CreateCharge.fields;

/** The charge as verify, cancel, refund and lists show it. */
export function renderCharge(order: Order, reader: Audience): InAnyVersion<'charge'> {
  const current = renderCurrentCharge(orderFor(order, reader), reader.serviceName);
  return inVersion('charge', current, reader.interfaceVersion);
}

export function renderCreatedCharge(
  order: Order,
  { serviceName, interfaceVersion }: Audience,
  language: Language,
): InAnyVersion<'createdCharge'> {
  return inVersion('createdCharge', renderCurrentCreatedCharge(order, serviceName, language), interfaceVersion);
}

export function renderSmsEvent(order: Order, interfaceVersion: string): InAnyVersion<'smsEvent'> {
  return inVersion('smsEvent', renderCurrentSmsEvent(order), interfaceVersion);
}

/** v1 lists the orders of both generations. A status may be given without `charge.` (D39). */
export const ChargeList = listRequest({
  statuses: Object.fromEntries(
    STATUSES.flatMap((status) => [
      [TYPE_OF_STATUS[status], status],
      [TYPE_OF_STATUS[status].replace('charge.', ''), status],
    ]),
  ),
  shownStatuses: Object.values(TYPE_OF_STATUS),
  msPerUnit: 1000,
  method: null,
  orderId: '`order_id`',
});
