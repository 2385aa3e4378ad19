// Fields of requests that are nearly one that we know (D95). An optional field that is misspelt would be lost silently, so
// accounts since 2026-11-18 are told. A field that is near nothing is ignored, as for everybody.
import { isNear, plainName } from '../../domain/base/near-text.js';
import type { Fault } from '../../errors/errors.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { type Fields, hasFields } from '../shape/field.js';
import { change20261118 } from './2026-11-18.js';
import { RENAMINGS, type Renaming } from './in-version.js';
import { placesOf } from './names.js';
import { REQUESTS, type RequestName } from './shapes.js';

/** What the fields of an object are called in any version. */
type Known = ReadonlyMap<string, KnownName>;
type KnownName = {
  /** The fields inside; null: it is no object of ours. */
  readonly inside: Known | null;
  /** An earlier name that accounts from a date on must not use: what they call the field. */
  readonly ended: { readonly from: string; readonly name: string } | null;
};

const KNOWN: ReadonlyMap<string, Known> = new Map(
  REQUESTS.map(({ name, fields }) => [name, knownIn(fields, (RENAMINGS.get(name) ?? []).toReversed())]),
);

/** `renamings` are newest first. */
export function knownIn(fields: Fields, renamings: readonly Renaming[], within = ''): Known {
  const renames = renamings.map(({ renamed }) => renamed);
  return new Map(
    Object.entries(fields).flatMap(([name, field]) => {
      const inside = hasFields(field) ? knownIn(field.fields, renamings, `${within}${name}.`) : null;
      const places = placesOf(within + name, renames);
      const names = places.map((place, at) => [lastName(place), { inside, ended: endOf(places, at) }] as const);
      return names.reverse(); // a name that a change left alone is as new as the newest
    }),
  );

  function endOf(places: readonly string[], at: number): KnownName['ended'] {
    const [now, renaming] = [places[at - 1], renamings[at - 1]];
    const move = renaming?.moves.find((one) => [...one.within, one.name].join('.') === now);
    if (renaming === undefined || move === undefined || move.isOfAll) return null;
    return { from: renaming.date, name: lastName(places[0] ?? '') };
  }
}

function lastName(place: string): string {
  return place.slice(place.lastIndexOf('.') + 1);
}

/** Whoever sends thousands of unknown fields is told of none beyond these: to compare them all would hold up others. */
const MOST_COMPARED = 50;
const LONGEST_COMPARED = 40;

/** A fault for each misspelt field. Known fields cost a look-up each. */
export function nearMisses(
  { name }: { readonly name: RequestName },
  given: JsonObject,
  interfaceVersion: string,
): readonly Fault[] {
  const known = KNOWN.get(name);
  if (interfaceVersion < change20261118.date || known === undefined) return [];
  return missesAmong(known, given, interfaceVersion);
}

export function missesAmong(known: Known, given: JsonObject, interfaceVersion: string): readonly Fault[] {
  const unknown: Unknown[] = [];
  findUnknown(given, known, '', unknown);
  return unknown.flatMap(({ written, among, within }) => {
    const near = nearest(written, among);
    if (near === null) return [];
    const ended = among.get(near)?.ended ?? null;
    const meant = ended !== null && interfaceVersion >= ended.from ? ended.name : near;
    return [{ param: within + written, error: 'unknown_field' as const, details: { meant: within + meant } }];
  });
}

type Unknown = { readonly written: string; readonly among: Known; readonly within: string };

function findUnknown(given: JsonObject, known: Known, within: string, unknown: Unknown[]): void {
  for (const written in given) {
    const name = known.get(written);
    if (name === undefined) unknown.push({ written, among: known, within });
    else if (name.inside !== null && isJsonObject(given[written]))
      findUnknown(given[written], name.inside, `${within}${written}.`, unknown);
    if (unknown.length === MOST_COMPARED) return;
  }
}

/** A digit is no slip: `phone2` is another field than `phone`. */
function nearest(written: string, among: Known): string | null {
  if (written.length > LONGEST_COMPARED || /\d/.test(written)) return null;
  const plain = plainName(written);
  const near = [...among.keys()].filter((name) => plainName(name) === plain || isNear(plain, plainName(name)));
  return near.find((name) => plainName(name) === plain) ?? near[0] ?? null;
}
