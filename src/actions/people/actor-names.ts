// Says who acted, for people: the audit log and others name an actor as `person:ID@ADDRESS`, `key:ID@ADDRESS`,
// `cli:NAME` or `service`, and a page shows the name of the person instead (D78).
import type { Deps } from '../../deps.js';
import { actingPerson } from '../../domain/accounts/actor.js';
import { listNames } from '../../store/people/people.js';

/** Each actor with the text to show: a person's name, or the actor as it is. null: nobody has acted yet. */
export async function actorNames(
  { db }: Pick<Deps, 'db'>,
  all: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const actors = all.filter((actor) => actor !== null);
  const ids = new Set(actors.map(actingPerson).filter((id) => id !== null));
  const names = await listNames(db, [...ids]);
  return new Map(actors.map((actor) => [actor, names.get(actingPerson(actor) ?? '') ?? actor]));
}
