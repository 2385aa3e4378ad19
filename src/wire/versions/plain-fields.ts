// Which fields of requests the log of requests may show (D78): those that all requests declare as plain, under their names
// of every version. A field is masked until its declaration says otherwise.
import { type Fields, hasFields } from '../shape/field.js';
import type { Change } from './change.js';
import { placesOf } from './names.js';
import { REQUESTS } from './shapes.js';
import { CHANGES } from './versions.js';

type AnyRequest = { readonly name: string; readonly fields: Fields };

/** A field of a request, in the objects that it is in: `product.id`. */
type Placed = { readonly place: string; readonly isPlain: boolean };

/** Names in lower case, such as `price`; with the object around it if the name alone does not tell: `product.id`. */
export const PLAIN_FIELDS: ReadonlySet<string> = plainFieldsOf(REQUESTS, CHANGES);

export function plainFieldsOf(requests: readonly AnyRequest[], changes: readonly Change[]): ReadonlySet<string> {
  const fields = requests.flatMap((request) => inEveryVersion(request, changes));
  const masked = new Set(fields.flatMap((field) => (field.isPlain ? [] : namesOf(field))));
  return new Set(fields.flatMap(namesOf).filter((name) => !masked.has(name)));
}

function inEveryVersion({ name, fields }: AnyRequest, changes: readonly Change[]): Placed[] {
  const renames = changes.map(({ requests }) => requests[name]?.renamed ?? {});
  return placedIn(fields).flatMap((field) => placesOf(field.place, renames).map((place) => ({ ...field, place })));
}

function placedIn(fields: Fields, within = ''): Placed[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    hasFields(field)
      ? placedIn(field.fields, `${within}${name}.`)
      : { place: within + name, isPlain: field.isPlain === true },
  );
}

function namesOf({ place }: Placed): string[] {
  const names = place.toLowerCase().split('.').slice(-2);
  return names.map((_, index) => names.slice(index).join('.'));
}
