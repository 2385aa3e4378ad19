// Who did something, as the audit log names them: with which key or session, and from which address.

export type ActingKey = { readonly keyId: string };

/** A merchant's program, by its key. */
export function keyActor({ keyId }: ActingKey, address: string): string {
  return `key:${keyId}@${address}`;
}

/** Somebody signed in to the dashboard: the operator, or whoever has this private key. */
export function visitorActor(
  visitor: { readonly kind: 'operator' } | { readonly kind: 'merchant'; readonly credential: ActingKey },
  address: string,
): string {
  return visitor.kind === 'operator'
    ? `dashboard:operator@${address}`
    : `dashboard:${keyActor(visitor.credential, address)}`;
}
