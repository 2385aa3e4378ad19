// Who did something, as the audit log names them: with which key or session, and from which address.

import type { Visitor } from './person.js';

export type ActingKey = { readonly keyId: string };

/** A merchant's program, by its key. */
export function keyActor({ keyId }: ActingKey, address: string): string {
  return `key:${keyId}@${address}`;
}

/** Somebody signed in to the dashboard. */
export function visitorActor({ kind, person }: Pick<Visitor, 'kind' | 'person'>, address: string): string {
  return kind === 'operator' ? `dashboard:operator@${address}` : `dashboard:key:${person.id}@${address}`;
}
