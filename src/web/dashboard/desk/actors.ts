// Who did something, as the desk shows it.
import type { Deps } from '../../../deps.js';

/** Each actor with the text to show. */
export async function namesOfActors(
  _deps: Pick<Deps, 'db'>,
  actors: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  return new Map(actors.flatMap((actor) => (actor === null ? [] : [[actor, actor] as const])));
}
