// Whether the one who approves is a second person (D81): both with a second factor, none of the demo, and nobody behind both.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import { changerOf, isHandOn, type PersonChange, standBehind, TERMINAL } from '../../domain/people/second-person.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { findPerson, listPersonChanges } from '../../store/people/people.js';

export async function requireSecondPerson(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { proposedBy, approvedBy }: { readonly proposedBy: string; readonly approvedBy: string },
): Promise<void> {
  if (proposedBy === approvedBy) throw new AppError('second_person_needed');
  for (const id of [proposedBy, approvedBy]) await requireReady(deps.db, id);
  const days = deps.settings.fourEyesRestDays;
  const changes = await changesBehind(deps.db, [proposedBy, approvedBy], deps.clock.now() - days * DAY_MS);
  const [behind, others] = [standBehind(proposedBy, changes), standBehind(approvedBy, changes)];
  // Whoever is at the terminal may be anybody at the desk, too.
  const isTerminals = others.has(TERMINAL) || (isUuid(proposedBy) && behind.has(TERMINAL));
  if (isTerminals || [...others].some((one) => behind.has(one))) throw new AppError('second_person_related', { days });
}

/** Whoever is at the terminal has no second factor there. Somebody who has lost their access proposes nothing any more. */
export async function requireReady(db: Queryable, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const person = await findPerson(db, id);
  const isReady = person?.hasSecondFactor && person.disabledAt === null && !person.isDemo;
  if (!isReady) throw new AppError('second_person_unready');
}

/** What was done to these people, to those who did it, and so on. */
async function changesBehind(db: Queryable, people: readonly string[], since: number): Promise<PersonChange[]> {
  const changes: PersonChange[] = [];
  const asked = new Set<string>();
  for (let next = people.filter(isUuid); next.length > 0; ) {
    for (const id of next) asked.add(id);
    const found = (await listPersonChanges(db, next, since)).filter(isHandOn);
    changes.push(...found);
    next = [...new Set(found.map(changerOf))].filter((id) => isUuid(id) && !asked.has(id));
  }
  return changes;
}
