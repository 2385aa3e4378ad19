// Payment links of merchants (D67): make one, find one, change one, deactivate one.
import type { Deps } from '../../deps.js';
import type { Credential, Scope } from '../../domain/accounts/account.js';
import { toDecimal } from '../../domain/base/money.js';
import {
  formatLinkId,
  MOST_USES,
  newLink,
  type PaymentLink,
  parseLinkId,
  type WantedLink,
} from '../../domain/links/payment-link.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import * as links from '../../store/links/payment-links.js';
import { type Answered, answerInTransaction, type Repeatable } from '../orders/answer-once.js';
import { listPaymentMethods } from '../orders/list-payment-methods.js';

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'settings' | 'rates' | 'points' | 'cards'>;

type CreateLinkCall = {
  readonly merchant: Credential;
  readonly wanted: WantedLink;
  readonly actor: string;
  readonly priceParam: string;
};

/** Makes a link, unless nobody could pay its price. */
export async function createLink(
  deps: LinkDeps,
  { merchant, wanted, actor, priceParam }: CreateLinkCall,
  repeat: Repeatable<PaymentLink> | null = null,
): Promise<Answered<PaymentLink>> {
  const now = deps.clock.now();
  await listPaymentMethods(deps, { merchant, price: wanted.price, now, priceParam });
  const link = newLink(wanted, { scope: merchant.scope, id: deps.random.uuid(now), createdAt: now });
  return answerInTransaction(deps, repeat, async (tx) => {
    await links.insertLink(tx, link);
    await audit(deps, tx, { link, actor, action: 'link.create' });
    return link;
  });
}

type LinkCall = { readonly scope: Scope; readonly linkId: string };

export async function requireLink({ db }: Pick<Deps, 'db'>, { scope, linkId }: LinkCall): Promise<PaymentLink> {
  const uuid = parseLinkId(linkId);
  const link = uuid === null ? null : await links.findLink(db, scope, uuid);
  if (link === null) throw new AppError('payment_link_not_found');
  return link;
}

/**
 * Changes what is sold from now on: its name, price and picture, how many, the last day, where customers go. Orders that were made
 * stay as they are, so the number of the link's orders stays, too. A link without a limit gets none: nobody has noted which orders
 * could give their use back.
 */
export async function changeLink(
  deps: LinkDeps,
  call: CreateLinkCall & { readonly linkId: string },
): Promise<PaymentLink> {
  const { merchant, wanted, actor, priceParam } = call;
  const now = deps.clock.now();
  await listPaymentMethods(deps, { merchant, price: wanted.price, now, priceParam });
  return deps.db.transaction(async (tx) => {
    const uuid = parseLinkId(call.linkId);
    const before = uuid === null ? null : await links.lockLink(tx, merchant.scope, uuid);
    if (before === null) throw new AppError('payment_link_not_found');
    const { price, returnUrls, phone, expiresAt } = wanted;
    const product = { ...wanted.product, id: before.product.id };
    const maxUses = before.maxUses === null ? null : (wanted.maxUses ?? before.maxUses);
    if (maxUses !== null && maxUses < before.uses)
      throw invalidRequest({ param: 'max_uses', error: 'out_of_range', details: { min: before.uses, max: MOST_USES } });
    const after = { ...before, product, price, returnUrls, phone, maxUses, expiresAt };
    await links.updateLink(tx, after);
    await audit(deps, tx, { link: after, actor, action: 'link.change' });
    return after;
  });
}

/** Orders that were made with the link stay. Deactivating it twice is the same as once. */
export function deactivateLink(
  deps: LinkDeps,
  { scope, linkId, actor }: LinkCall & { readonly actor: string },
  repeat: Repeatable<PaymentLink> | null = null,
): Promise<Answered<PaymentLink>> {
  return answerInTransaction(deps, repeat, async (tx) => {
    const uuid = parseLinkId(linkId);
    const link = uuid === null ? null : await links.lockLink(tx, scope, uuid);
    if (link === null) throw new AppError('payment_link_not_found');
    if (link.deactivatedAt !== null) return link;
    const deactivatedAt = deps.clock.now();
    await links.deactivateLink(tx, link, deactivatedAt);
    await audit(deps, tx, { link, actor, action: 'link.deactivate' });
    return { ...link, deactivatedAt };
  });
}

type LinkAudit = {
  readonly link: PaymentLink;
  readonly actor: string;
  readonly action: 'link.create' | 'link.change' | 'link.deactivate';
};

function audit(deps: LinkDeps, tx: Queryable, { link, actor, action }: LinkAudit): Promise<void> {
  const { scope, product, price } = link;
  return appendAudit(tx, deps, {
    actor,
    action,
    subject: formatLinkId(link.id),
    details: {
      account: scope.accountId,
      mode: scope.mode,
      order_id: product.id,
      price: toDecimal(price.amount),
      currency: price.currency,
      max_uses: link.maxUses,
      uses: link.uses,
    },
  });
}
