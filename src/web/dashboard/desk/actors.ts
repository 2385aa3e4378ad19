// Who did something, as the desk shows it: a person by name.
import { nameActors } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';

/** Each actor with the text to show. */
export function namesOfActors(
  deps: Pick<Deps, 'db'>,
  actors: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  return nameActors(
    deps,
    actors.filter((actor) => actor !== null),
  );
}
