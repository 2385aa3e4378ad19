// What is left of a customer after an erasure (D80): words that say so, in the shapes that clients know.
import type { Customer } from '../orders/order.js';

/** `.invalid` is reserved: no mail ever reaches it. */
export const ERASED: Pick<Customer, 'name' | 'email' | 'phone'> = {
  name: 'erased',
  email: 'erased@erased.invalid',
  phone: null,
};

/** Stands for the merchant's own id of the customer. It stays set, because a customer's CLABE has many orders. */
export const ERASED_CUSTOMER_ID = 'erased';

/**
 * A stored answer without this personal data: strings that are one of these, in any case, and all extras. Anything else
 * stays as it was. A text that is no JSON but mentions one of them is dropped.
 */
export function eraseFromAnswer(answer: string, personal: readonly string[]): string {
  const known = new Set(personal.filter((text) => text !== '').map((text) => text.toLowerCase()));
  const text = answer.toLowerCase();
  if (![...known].some((one) => text.includes(JSON.stringify(one).slice(1, -1)))) return answer;
  try {
    return JSON.stringify(erase(JSON.parse(answer), known));
  } catch {
    return '{}';
  }
}

function erase(value: unknown, known: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return known.has(value.toLowerCase()) ? replacementOf(value) : value;
  if (Array.isArray(value)) return value.map((item) => erase(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'extras' ? {} : erase(item, known)]),
  );
}

function replacementOf(value: string): string {
  return value.includes('@') ? ERASED.email : ERASED.name;
}
