// An order that does not exist, for showing a merchant how their e-mails look.
import type { Scope } from '../accounts/account.js';
import { DAY_MS, HOUR_MS } from '../base/duration.js';
import type { Order } from '../orders/order.js';
import { sampleOrder } from '../orders/sample-order.js';
import type { EmailKind } from './email.js';
import type { ToldRefund } from './email-content.js';

const AMOUNT = 123_450n;

export function emailSample(
  kind: EmailKind,
  scope: Scope,
  names: { readonly customer: string; readonly product: string; readonly now: number },
): { readonly order: Order; readonly refund: ToldRefund | null } {
  const { now } = names;
  const isPaid = kind === 'paid' || kind === 'refund';
  const order = sampleOrder({
    uuid: '00000000-0000-7000-8000-000000000000',
    scope,
    folio: '8C42E034',
    product: { id: '1', name: names.product, imageUrl: null },
    customer: { id: null, name: names.customer, email: 'ana@example.com', phone: null },
    amount: AMOUNT,
    clabe: '646180123400000019',
    ...(isPaid && ({ status: 'paid', received: AMOUNT, acceptedAt: now } as const)),
    refunded: kind === 'refund' ? AMOUNT : 0n,
    createdAt: now - HOUR_MS,
    updatedAt: now,
    expiry: { at: now + DAY_MS, unit: 'ms' },
  });
  const refund = { amount: AMOUNT, destination: { bank: 'BBVA MEXICO', end: '5996' }, link: null, coin: null };
  return { order, refund: kind === 'refund' ? refund : null };
}
