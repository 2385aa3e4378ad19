// When two people are two (D81): nobody stands behind both. Whoever invited, reset or changed somebody a short while ago may
// still act as them, and so may whoever stands behind that one.
import { actingPerson } from '../accounts/actor.js';
import { mayApprove } from './act.js';
import type { Member } from './person.js';
import { OPERATOR_ROLES } from './role.js';

/** What somebody did to a person, as the audit log has it. `approvers`: of an invitation, how many there were who could approve. */
export type PersonChange = {
  readonly subject: string;
  readonly actor: string;
  readonly action: string;
  readonly approvers: number;
};

/** So many are needed for four eyes. With fewer the operator's team could never grow if an invitation needed them. */
export const ENOUGH_APPROVERS = 2;

/** Whoever is at the terminal: its user may take any name there. */
export const TERMINAL = 'cli';

/**
 * How many could decide about somebody who comes to the operator's team, or comes as something else. Whose access was taken away
 * after `since` counts: else one would take it from the others and be alone.
 */
export function countApprovers(team: readonly Member[], since: number): number {
  return team.filter(
    ({ role, hasPassword, isDemo, disabledAt }) =>
      OPERATOR_ROLES.some((one) => one === role && mayApprove(one, 'person.invite')) &&
      hasPassword &&
      !isDemo &&
      (disabledAt === null || disabledAt > since),
  ).length;
}

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
 * terminal, before there are two to approve anything; later it is a hand there, too.
 */
export function isHandOn(change: PersonChange): boolean {
  const by = changerOf(change);
  const isOfFirst = change.action === 'person.invite' && by === TERMINAL && change.approvers < ENOUGH_APPROVERS;
  return by !== change.subject && !isOfFirst;
}

/** Everybody who may act as this person, themselves included. */
export function standBehind(id: string, changes: readonly PersonChange[]): ReadonlySet<string> {
  const behind = new Set([whoIs(id)]);
  for (const one of behind)
    for (const change of changes) if (change.subject === one && isHandOn(change)) behind.add(changerOf(change));
  return behind;
}
