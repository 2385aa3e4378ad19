// Renamed fields of requests: an earlier name in a body becomes the newer one, and a newer name in an error the earlier one.
import { isJsonObject, type JsonObject } from '../json.js';
import type { Renames } from './change.js';

/** A field of a request: the objects that it is in, its name, the name before, and whether everyone may use that. */
export type Move = {
  readonly within: readonly string[];
  readonly name: string;
  readonly earlier: string;
  readonly isOfAll: boolean;
};

/** An object comes before the fields in it, whose places have its newer name. */
export function movesOf(renamed: Renames, isOfAll = (_place: string) => false): readonly Move[] {
  const moves = Object.entries(renamed).map(([place, earlier]) => {
    const within = place.split('.');
    return { name: within.pop() ?? '', within, earlier, isOfAll: isOfAll(place) };
  });
  return moves.sort((one, other) => one.within.length - other.within.length);
}

/** A body with the newer name. If both are there, the newer one wins; missing, null and "" are alike (D32). */
export function moved(body: JsonObject, move: Move, depth = 0): JsonObject {
  const { within, name, earlier } = move;
  const outer = within[depth];
  if (outer !== undefined) {
    const given = Object.hasOwn(body, outer) ? body[outer] : undefined;
    const inner = isJsonObject(given) ? moved(given, move, depth + 1) : given;
    return inner === given ? body : { ...body, [outer]: inner };
  }
  if (!Object.hasOwn(body, earlier)) return body;
  const given = Object.hasOwn(body, name) ? (body[name] ?? '') : '';
  return given === '' ? { ...body, [name]: body[earlier] } : body;
}

/** The place of a field in each version, newest first, by what the changes renamed. */
export function placesOf(place: string, [renamed, ...older]: readonly Renames[]): readonly string[] {
  return renamed === undefined ? [place] : [place, ...placesOf(placeBefore(place, renamed), older)];
}

/** The place of a field before a change. */
export function placeBefore(place: string, renamed: Renames): string {
  const names = place.split('.');
  return names.map((name, index) => renamed[names.slice(0, index + 1).join('.')] ?? name).join('.');
}
