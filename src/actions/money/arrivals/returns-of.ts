// The transfers of money that a merchant's policies return as it arrives (D43, D75).
import type { Deps } from '../../../deps.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { Order } from '../../../domain/orders/order.js';
import { coinOfPayment } from '../../../domain/transfers/coin-payee.js';
import { accountOfPayer } from '../../../domain/transfers/payee-account.js';
import { newTransfer, type Transfer } from '../../../domain/transfers/transfer.js';

/** What a till gives back at its counter is returned without a transfer. */
export function returnsOf(
  deps: Pick<Deps, 'clock' | 'random' | 'clabes'>,
  payments: readonly Payment[],
  orders: ReadonlyMap<string, { readonly order: Order }>,
): Transfer[] {
  const now = deps.clock.now();
  return payments.flatMap((payment): Transfer[] => {
    const { accountId, mode, orderId, returned, flags } = payment;
    if (returned === 0n || accountId === null || flags.includes('reversed')) return [];
    const order = (orderId === null ? undefined : orders.get(orderId))?.order ?? null;
    const wanted = {
      scope: { accountId, mode },
      id: deps.random.uuid(now),
      reason: 'return',
      sourceId: payment.id,
      orderId,
      amount: returned,
      coin: coinOfPayment(payment, order),
      destination: accountOfPayer([payment], {
        name: order?.customer.name ?? null,
        bounced: [],
        isOwn: deps.clabes.isOwn,
      }),
      decidedBy: 'policy',
    } as const;
    return [newTransfer(wanted, now)];
  });
}
