// Makes the outgoing transfer of a refund, a return or a payout (D75), in the transaction that books it. If nobody knows
// where the money should go, the customer of its order gets a link to say so.
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import type { Payment } from '../../domain/money/payment.js';
import { accountOfPayer } from '../../domain/transfers/payee-account.js';
import { type NewTransfer, newTransfer, type PayeeAccount, type Transfer } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../../store/db.js';
import { listPaymentsOf } from '../../store/money/payments.js';
import { insertTransfers } from '../../store/transfers/transfer-changes.js';
import { setLink } from '../../store/transfers/transfer-links.js';
import { bouncedClabes } from '../../store/transfers/transfers.js';

/** A transfer with the customer's link, which is known only at this moment. null: it needs none. */
export type IssuedTransfer = { readonly transfer: Transfer; readonly link: string | null };

export type TransferDeps = Pick<Deps, 'clock' | 'random' | 'settings'>;

const LINK_BYTES = 32;
/** How long a customer's link works. */
export const LINK_MS = 30 * DAY_MS;

export async function addTransfer(
  deps: TransferDeps,
  tx: Queryable,
  wanted: Omit<NewTransfer, 'id'>,
): Promise<IssuedTransfer> {
  const now = deps.clock.now();
  const transfer = newTransfer({ ...wanted, id: deps.random.uuid(now) }, now);
  await insertTransfers(tx, [transfer]);
  const needsLink = transfer.destination === null && transfer.orderId !== null;
  return { transfer, link: needsLink ? await addLink(deps, tx, transfer) : null };
}

/** Replaces the link that the transfer had. The caller must have locked or just inserted the transfer. */
export async function addLink(deps: TransferDeps, tx: Queryable, transfer: Transfer): Promise<string> {
  const token = deps.random.bytes(LINK_BYTES).toString('base64url');
  await setLink(tx, transfer, { digest: linkDigest(token), expiresAt: deps.clock.now() + LINK_MS });
  return refundLink(deps, token);
}

export function refundLink({ settings }: Pick<Deps, 'settings'>, token: string): string {
  return `${settings.baseUrl}/pay/refund/${token}`;
}

export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type OfOrder = { readonly scope: Scope; readonly uuid: string; readonly customer: { readonly name: string } };

/** The account that paid an order. */
export async function payerOfOrder(tx: Queryable, { scope, uuid, customer }: OfOrder): Promise<PayeeAccount | null> {
  const payments = (await listPaymentsOf(tx, scope, uuid)).filter(({ applied }) => applied > 0n);
  const bounced = await bouncedClabes(tx, scope, { orderId: uuid });
  return accountOfPayer(payments, { name: customer.name, bounced });
}

/** The account that a payment came from. */
export async function payerOf(
  tx: Queryable,
  payment: Payment,
  { scope, order }: { readonly scope: Scope; readonly order: OfOrder | null },
): Promise<PayeeAccount | null> {
  const bounced = await bouncedClabes(tx, scope, order === null ? { paymentId: payment.id } : { orderId: order.uuid });
  return accountOfPayer([payment], { name: order?.customer.name ?? null, bounced });
}
