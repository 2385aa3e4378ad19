// When two people are two (D81): nobody stands behind both. Whoever invited, reset or changed somebody a short while ago may
// still act as them, and so may whoever stands behind that one.
import { actingPerson } from '../accounts/actor.js';

/** What somebody did to a person, as the audit log has it. */
export type PersonChange = { readonly subject: string; readonly actor: string; readonly action: string };

/** Whoever is at the terminal: its user may take any name there. */
export const TERMINAL = 'cli';

/** A person's id as it is; all names at the terminal are one. */
export function whoIs(by: string): string {
  return by.startsWith(`${TERMINAL}:`) ? TERMINAL : by;
}

/** Who did it: a person's id, or whoever is at the terminal. */
export function changerOf({ actor }: Pick<PersonChange, 'actor'>): string {
  return actingPerson(actor) ?? whoIs(actor.split('@')[0] ?? actor);
}

/**
 * Whether the change makes its actor somebody who may act as the changed person. The first people are invited at the
 * terminal, before there are two to approve anything.
 */
export function isHandOn(change: PersonChange): boolean {
  const by = changerOf(change);
  return by !== change.subject && !(change.action === 'person.invite' && by === TERMINAL);
}

/** Everybody who may act as this person, themselves included. */
export function standBehind(id: string, changes: readonly PersonChange[]): ReadonlySet<string> {
  const behind = new Set([whoIs(id)]);
  for (const one of behind)
    for (const change of changes) if (change.subject === one && isHandOn(change)) behind.add(changerOf(change));
  return behind;
}
