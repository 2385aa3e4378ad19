// A payment link (D67): the merchant fixes what is sold and for how much, and whoever has the link may order it. A use is
// an order made with the link. One that ends unpaid gives its use back.
import type { Scope } from '../accounts/account.js';
import { MINUTE_MS } from '../base/duration.js';
import type { Money } from '../base/money.js';
import type { Product, ReturnUrls } from '../orders/order.js';

/** Whether the page asks for a telephone number. It always asks for name and e-mail address, which every order has. */
export const PHONE_WISHES = ['none', 'optional', 'required'] as const;
export type PhoneWish = (typeof PHONE_WISHES)[number];

export type PaymentLink = {
  readonly scope: Scope;
  readonly id: string;
  readonly product: Product;
  readonly price: Money;
  readonly returnUrls: ReturnUrls;
  readonly phone: PhoneWish;
  readonly extras: Readonly<Record<string, unknown>>;
  /** null: no limit. */
  readonly maxUses: number | null;
  readonly uses: number;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly deactivatedAt: number | null;
  /** When the link last looked for uses that came back. */
  readonly countedAt: number | null;
};

/** What a merchant says about a new link. Without an order id, the link's own id is that of its orders. */
export type WantedLink = Pick<PaymentLink, 'price' | 'returnUrls' | 'phone' | 'extras' | 'maxUses' | 'expiresAt'> & {
  readonly product: Omit<Product, 'id'> & { readonly id: string | null };
};

export const LINK_STATUSES = ['active', 'inactive', 'expired', 'used_up'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** A link that sells more often needs no limit. Counting the uses that came back reads as many orders. */
export const MOST_USES = 100_000;

/** Counting the uses that came back reads as many orders as the link has uses, so it is not done for every visitor. */
const COUNT_AGAIN_MS = MINUTE_MS;

const LINK_ID = /^pl_([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;

export function newLink(wanted: WantedLink, place: Pick<PaymentLink, 'scope' | 'id' | 'createdAt'>): PaymentLink {
  const product = { ...wanted.product, id: wanted.product.id ?? formatLinkId(place.id) };
  return { ...wanted, ...place, product, uses: 0, deactivatedAt: null, countedAt: null };
}

export function statusOfLink(
  link: Pick<PaymentLink, 'deactivatedAt' | 'expiresAt' | 'maxUses' | 'uses'>,
  now: number,
): LinkStatus {
  if (link.deactivatedAt !== null) return 'inactive';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  return link.maxUses !== null && link.uses >= link.maxUses ? 'used_up' : 'active';
}

/** Whether it is time to look for uses that came back. */
export function isCountDue(link: PaymentLink, now: number): boolean {
  return statusOfLink(link, now) === 'used_up' && (link.countedAt ?? 0) <= now - COUNT_AGAIN_MS;
}

export function formatLinkId(uuid: string): string {
  return `pl_${uuid}`;
}

/** The UUID inside the id of a link; null if it is not one of our ids. */
export function parseLinkId(id: string): string | null {
  return LINK_ID.exec(id)?.[1] ?? null;
}
