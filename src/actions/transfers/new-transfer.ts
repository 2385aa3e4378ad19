// Makes the outgoing transfer of a refund, a return or a payout (D75), in the transaction that books it. If nobody knows
// where the money should go, the customer of its order is asked.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { Payment } from '../../domain/money/payment.js';
import { accountOfPayer } from '../../domain/transfers/payee-account.js';
import { type NewTransfer, newTransfer, type PayeeAccount } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../../store/db.js';
import { saveTransfers } from '../../store/transfers/transfer-changes.js';
import { bouncedClabes } from '../../store/transfers/transfers.js';
import { askCustomer, type IssuedTransfer, type LinkDeps } from './customer-link.js';

export async function addTransfer(
  deps: LinkDeps,
  tx: Queryable,
  wanted: Omit<NewTransfer, 'id'>,
): Promise<IssuedTransfer> {
  const now = deps.clock.now();
  const transfer = newTransfer({ ...wanted, id: deps.random.uuid(now) }, now);
  await saveTransfers(tx, [transfer]);
  return { transfer, link: await askCustomer(deps, tx, transfer) };
}

type OfOrder = { readonly scope: Scope; readonly uuid: string; readonly customer: { readonly name: string } };

/** The account that paid an order. */
export async function payerOfOrder(
  { clabes: { isOwn } }: Pick<Deps, 'clabes'>,
  tx: Queryable,
  { scope, uuid, customer }: OfOrder,
  payments: readonly Payment[],
): Promise<PayeeAccount | null> {
  const applied = payments.filter((payment) => payment.applied > 0n);
  const bounced = await bouncedClabes(tx, scope, { orderId: uuid });
  return accountOfPayer(applied, { name: customer.name, bounced, isOwn });
}

/** The account that a payment came from. */
export async function payerOf(
  { clabes: { isOwn } }: Pick<Deps, 'clabes'>,
  tx: Queryable,
  payment: Payment,
  { scope, order }: { readonly scope: Scope; readonly order: OfOrder | null },
): Promise<PayeeAccount | null> {
  const bounced = await bouncedClabes(tx, scope, order === null ? { paymentId: payment.id } : { orderId: order.uuid });
  return accountOfPayer([payment], { name: order?.customer.name ?? null, bounced, isOwn });
}
