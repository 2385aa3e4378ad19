// What a caller with a public key may do and see (D61). The key stands in every web page of the shop, so its caller may
// be anyone.
import type { KeyKind } from '../accounts/account.js';
import type { Order, OrderDraft } from './order.js';

/** Whether creating this order needs the private key: a stranger must not join a customer's orders or choose a clock. */
export function needsPrivateKey({ customer, testClockId }: Pick<OrderDraft, 'customer' | 'testClockId'>): boolean {
  return customer.id !== null || testClockId !== null;
}

/** The order as a stranger sees it, who may have nothing but a pay link: what is needed to pay, and nobody's data. */
export function publicView(order: Order): Order {
  const { customer } = order;
  return {
    ...order,
    customer: { ...customer, name: maskName(customer.name), email: maskEmail(customer.email), phone: null },
    extras: {},
  };
}

/**
 * The name under which an Idempotency-Key is stored. Keys sent with a public key have names of their own, so a stranger
 * cannot occupy one that the merchant will use; and those of each network have, so a stranger cannot occupy the ones that
 * the shop's page will use for its customers. A key in a header has only printable characters, and DEL is not one.
 */
export function storedRepeatKey({ kind, network, key }: SentKey): string {
  return kind === 'private' ? key : `\x7f${network} ${key}`;
}

/** `network` is where the request comes from. */
type SentKey = { readonly kind: KeyKind; readonly network: string; readonly key: string };

/**
 * The name under which a purchase on a page of ours is stored, by the token in its form: however often the form is sent,
 * it makes one order (D67). No header can have such a name.
 */
export function storedPurchaseKey(token: string, linkId: string | null): string {
  return `\x7f\x7f${linkId ?? ''} ${token}`;
}

/** "Ana Robles" becomes "A*** R***": enough for Ana to recognise her order. The number of stars says nothing. */
function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(maskWord)
    .join(' ');
}

/** "ana@example.com" becomes "a***@e***.com". A domain of one's own says as much as a name. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${maskWord(email.slice(0, at))}@${maskWord(domain)}${dot < 0 ? '' : domain.slice(dot)}`;
}

function maskWord(word: string): string {
  return `${Array.from(word)[0] ?? ''}***`;
}
