// Who did something, as the audit log names them: with which key or session, and from which address.

type ActingKey = { readonly keyId: string };

/** A merchant's program, by its key. */
export function keyActor({ keyId }: ActingKey, address: string): string {
  return `key:${keyId}@${address}`;
}

/** Somebody signed in to the dashboard, by name. */
export function personActor({ id }: { readonly id: string }, address: string): string {
  return `person:${id}@${address}`;
}

/** The id of the person who acted; null if it was a program, a command or the service. */
export function actingPerson(actor: string): string | null {
  return /^person:([0-9a-f-]{36})@/.exec(actor)?.[1] ?? null;
}
