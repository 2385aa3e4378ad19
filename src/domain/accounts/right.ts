// What a restricted key may do, and from where (D78). A key without limits may do all that its kind allows.

/** Every route of the API that takes a key states which of these it asks for, or that any key will do. */
export const RIGHTS = [
  'orders:read',
  'orders:write',
  'money:read',
  'refunds:write',
  'links:read',
  'links:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'test:write',
] as const;
export type Right = (typeof RIGHTS)[number];

export function isRight(text: unknown): text is Right {
  return RIGHTS.some((right) => right === text);
}

/** Only private keys have limits. null: all rights, or any address. */
export type KeyLimits = {
  readonly rights: readonly Right[] | null;
  /** Addresses and networks, such as `203.0.113.7` and `2001:db8::/32`. */
  readonly addresses: readonly string[] | null;
};

export const MOST_ADDRESSES = 50;

/** The limits that were chosen; null if they limit nothing. */
export function limitsOf({ rights, addresses }: KeyLimits): KeyLimits | null {
  return rights === null && addresses === null ? null : { rights, addresses };
}
