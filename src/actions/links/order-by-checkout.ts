// A customer orders on a page of ours (D67), from a shop's form or by a payment link. However often the form is sent, it
// makes one order: its token is an idempotency key.
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { formatLinkId, type PaymentLink } from '../../domain/links/payment-link.js';
import type { Order, OrderDraft } from '../../domain/orders/order.js';
import { storedPurchaseKey } from '../../domain/orders/public-view.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { shardOf } from '../../store/in-shards.js';
import { countUse, findLink } from '../../store/links/payment-links.js';
import { storeWithCards } from '../../store/orders/card-orders.js';
import { findAnswer } from '../../store/orders/idempotency-keys.js';
import { insertOrderIn, type NewOrder } from '../../store/orders/new-orders.js';
import { type Answered, answerOnce, type Repeatable } from '../orders/answer-once.js';
import { createOrder } from '../orders/create-order.js';
import { requireOpen } from './open-link.js';

export type Purchase = {
  readonly merchant: Credential;
  readonly draft: OrderDraft;
  /** Of the form that the customer sent. */
  readonly token: string;
  /** The link that is used; null if a shop's form led to the page. */
  readonly link: PaymentLink | null;
  readonly priceParam: string;
};

type CheckedOut = {
  /** `before`: the same form made another order, with other choices, and no second one was made. */
  readonly is: 'made' | 'before';
  /** The id of the order, `ch_…`. */
  readonly orderId: string;
};

type CheckOutDeps = Parameters<typeof createOrder>[0] & Pick<Deps, 'clock'>;

export async function orderByCheckout(deps: CheckOutDeps, purchase: Purchase): Promise<CheckedOut> {
  const { merchant, link, token } = purchase;
  const now = deps.clock.now();
  const repeat = repeatOf(purchase);
  const draft = link === null ? purchase.draft : { ...purchase.draft, extras: extrasOf(link) };
  const call = { merchant, draft, now, repeat, priceParam: purchase.priceParam };
  try {
    const answered = await answerOnce(deps, repeat, () =>
      createOrder(link === null ? deps : { ...deps, orders: ordersOf(deps, link, now) }, call),
    );
    return { is: 'made', orderId: idIn(answered) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'idempotency_key_reused') throw error;
    const before = await findAnswer(deps.db, merchant.scope, storedPurchaseKey(token, link?.id ?? null));
    if (before === null || before.answer === null) throw error;
    return { is: 'before', orderId: idIn({ is: 'repeated', answer: { status: 200, body: before.answer } }) };
  }
}

function extrasOf(link: PaymentLink): OrderDraft['extras'] {
  return { ...link.extras, payment_link: formatLinkId(link.id) };
}

/** Refusals are not kept: the customer mends what was wrong and sends the same form. */
function repeatOf({ merchant, draft, token, link }: Purchase): Repeatable<Order> {
  const { point, product, price, customer, returnUrls } = draft;
  const choices = [point?.code, product, String(price.amount), price.currency, customer, returnUrls];
  return {
    scope: merchant.scope,
    key: storedPurchaseKey(token, link?.id ?? null),
    requestDigest: createHash('sha256').update(JSON.stringify(choices)).digest(),
    keepsRefusals: false,
    write: (order) => ({ status: 200, body: JSON.stringify({ id: formatOrderId(order.uuid) }) }),
    writeRefusal: () => ({ status: 400, body: '' }),
  };
}

function idIn(answered: Answered<Order>): string {
  if (answered.is === 'first') return formatOrderId(answered.value.uuid);
  const { id }: { id: string } = JSON.parse(answered.answer.body);
  return id;
}

/**
 * Stores an order of a link and counts its use in one transaction. The order comes first: the second of two equal forms
 * finds its key taken and counts nothing.
 */
function ordersOf(deps: CheckOutDeps, link: PaymentLink, now: number): Deps['orders'] {
  const shard = shardOf(deps.db, link.scope.accountId);
  const store = async (tx: Queryable, order: NewOrder) => {
    const isStored = await insertOrderIn(tx, order);
    if (!isStored || (await countUse(tx, link, order.order.uuid, now))) return isStored;
    const current = await findLink(tx, link.scope, link.id);
    if (current === null) throw new AppError('payment_link_not_found');
    requireOpen(current, now);
    throw new AppError('payment_link_used_up'); // a use came back after this one was refused
  };
  return {
    ...deps.orders,
    insert: async (order) => {
      if (order.order.cardNumber === null) return shard.transaction((tx) => store(tx, order));
      const [isStored = false] = await storeWithCards(deps.db, shard, [order], async (tx) => [await store(tx, order)]);
      return isStored;
    },
  };
}
