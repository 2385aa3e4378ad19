// Opens a payment link for a customer (D67), who has nothing but its address: the link as it is now, and its merchant.
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { isCountDue, type PaymentLink, parseLinkId, statusOfLink } from '../../domain/links/payment-link.js';
import { AppError } from '../../errors/errors.js';
import { findAccount } from '../../store/accounts/accounts.js';
import type { Db } from '../../store/db.js';
import { shardOf } from '../../store/in-shards.js';
import { findLinkOfAnyone, freeUses, lockLink } from '../../store/links/payment-links.js';
import { merchantAs } from '../accounts/require-account.js';

type OpenedLink = {
  readonly link: PaymentLink;
  /** Who sells, with the rights of a public key: anyone may have the link. */
  readonly merchant: Credential;
};

/** Also opens a link that has ended: whoever sends a form again must get the order that it made. */
export async function openLink(deps: Pick<Deps, 'db' | 'clock'>, linkId: string): Promise<OpenedLink> {
  const uuid = parseLinkId(linkId);
  const found = uuid === null ? null : await findLinkOfAnyone(deps.db, uuid);
  if (found === null) throw new AppError('payment_link_not_found');
  const now = deps.clock.now();
  const link = isCountDue(found, now) ? await countAgain(deps.db, found, now) : found;
  return { link, merchant: await merchantOf(deps.db, link) };
}

/** Refuses a link that nobody can use any more. */
export function requireOpen(link: PaymentLink, now: number): void {
  const status = statusOfLink(link, now);
  if (status !== 'active') throw new AppError(REFUSALS[status]);
}

const REFUSALS = {
  inactive: 'payment_link_inactive',
  expired: 'payment_link_expired',
  used_up: 'payment_link_used_up',
} as const;

/** Two nodes may find at the same moment that it is time; the second finds that it was done. */
function countAgain(db: Db, { scope, id }: PaymentLink, now: number): Promise<PaymentLink> {
  return shardOf(db, scope.accountId).transaction(async (tx) => {
    const link = await lockLink(tx, scope, id);
    if (link === null) throw new AppError('payment_link_not_found');
    if (!isCountDue(link, now)) return link;
    await freeUses(tx, link, now);
    return (await lockLink(tx, scope, id)) ?? link;
  });
}

async function merchantOf(db: Db, { scope, id }: PaymentLink): Promise<Credential> {
  const account = await findAccount(db, scope.accountId);
  if (account === null) throw new Error(`there is no account ${scope.accountId}`);
  if (account.suspendedAt !== null) throw new AppError('account_suspended');
  return merchantAs(db, account, { keyId: id, kind: 'public', scope });
}
