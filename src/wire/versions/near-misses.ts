// Fields of requests that are nearly one that we know (D95). An optional field that is misspelt would be lost silently, so
// accounts since 2026-11-18 are told. A field that is near nothing is ignored, as for everybody.
import { isNear, plainName } from '../../domain/base/near-text.js';
import type { Fault } from '../../errors/errors.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { type Fields, hasFields } from '../shape/field.js';
import { change20261118 } from './2026-11-18.js';
import type { Change, Renames } from './change.js';
import { placesOf } from './names.js';
import { REQUESTS, type RequestName } from './shapes.js';
import { CHANGES } from './versions.js';

/** What the fields of an object are called in any version, with the fields inside each; null: it is no object of ours. */
type Known = ReadonlyMap<string, Known | null>;

const KNOWN: ReadonlyMap<string, Known> = new Map(
  REQUESTS.map(({ name, fields }) => {
    const renames = CHANGES.map(({ requests }: Change) => requests[name]?.renamed ?? {});
    return [name, knownIn(fields, renames)];
  }),
);

function knownIn(fields: Fields, renames: readonly Renames[], within = ''): Known {
  return new Map(
    Object.entries(fields).flatMap(([name, field]) => {
      const place = within + name;
      const inside = hasFields(field) ? knownIn(field.fields, renames, `${place}.`) : null;
      return placesOf(place, renames).map((one) => [one.slice(one.lastIndexOf('.') + 1), inside] as const);
    }),
  );
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
  const unknown: Unknown[] = [];
  findUnknown(given, known, '', unknown);
  return unknown.flatMap(({ written, among, within }) => {
    const meant = nearest(written, among);
    return meant === null
      ? []
      : [{ param: within + written, error: 'unknown_field' as const, details: { meant: within + meant } }];
  });
}

type Unknown = { readonly written: string; readonly among: Known; readonly within: string };

function findUnknown(given: JsonObject, known: Known, within: string, unknown: Unknown[]): void {
  for (const written in given) {
    const inside = known.get(written);
    if (inside === undefined) unknown.push({ written, among: known, within });
    else if (inside !== null && isJsonObject(given[written]))
      findUnknown(given[written], inside, `${within}${written}.`, unknown);
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
