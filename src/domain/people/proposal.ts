// Four eyes (D81): what one person of the operator's proposes and another one approves.
import { createHash } from 'node:crypto';
import { isUuid } from '../base/identity.js';
import { ACTS, type Act, type ActKind, amountOf, type Facts, type Foreseen, type Part } from './act.js';
import { TERMINAL, whoIs } from './second-person.js';

/** `done`: one person was enough. */
export type ProposalState = 'open' | 'approved' | 'declined' | 'expired' | 'done';

export type Proposal = {
  readonly id: string;
  readonly act: Act;
  /** The payment, account or payment point it is about. */
  readonly subject: string;
  /** null: it is not about an amount. */
  readonly amount: bigint | null;
  readonly facts: Facts;
  readonly parts: readonly Part[];
  readonly note: string | null;
  readonly state: ProposalState;
  /** A person's id, or the name of whoever is at the terminal. */
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly expiresAt: number;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  /** Why it was declined; null if it was not, or by whoever proposed it. */
  readonly reason: string | null;
};

/** Of all that will be done, with all its arguments, and of nothing else: two people who read the same digest speak of the same act. */
export function digestOf({ act, facts, amount }: Pick<Proposal, 'act' | 'facts' | 'amount'>): string {
  return createHash('sha256')
    .update(JSON.stringify([act, String(amount), facts], inOrder))
    .digest('hex');
}

/** For JSON: an act or a fact that was stored says the same as before, but its objects have another order. */
export function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Money that somebody moved alone within the last day. */
export type MovedAlone = Part & { readonly by: string };

/**
 * Whether a second person has to approve it. Ten small ones are one large one: the amount counts together with all that
 * was moved in a day by the same person, of the same merchant, or to the same account.
 */
export function needsSecondPerson(
  kind: ActKind,
  foreseen: Foreseen,
  { over, by, moved }: { readonly over: bigint; readonly by: string; readonly moved: readonly MovedAlone[] },
): boolean {
  if (!foreseen.isLive) return false;
  if (ACTS[kind].secondPerson === 'always' || foreseen.isUnusual === true) return true;
  const together = [...moved, ...foreseen.parts.map((part) => ({ ...part, by }))];
  const exceeds = (parts: readonly Part[]) => amountOf({ parts }) > over;
  return (
    byOnePerson(by, together).some(exceeds) ||
    foreseen.parts.some(
      ({ accountId, destination }) =>
        (accountId !== null && exceeds(together.filter((one) => one.accountId === accountId))) ||
        (destination !== null && exceeds(together.filter((one) => one.destination === destination))),
    )
  );
}

/** Whoever is at the terminal may be anybody at the desk: what was done there counts with each person's own, and theirs with it. */
function byOnePerson(by: string, together: readonly MovedAlone[]): readonly (readonly MovedAlone[])[] {
  const isAnybody = whoIs(by) === TERMINAL;
  const people = new Set(isAnybody ? [by, ...together.map((one) => one.by).filter(isUuid)] : [by]);
  const isPersons = isAnybody || isUuid(by);
  return [...people].map((person) =>
    together.filter((one) => whoIs(one.by) === whoIs(person) || (isPersons && whoIs(one.by) === TERMINAL)),
  );
}
