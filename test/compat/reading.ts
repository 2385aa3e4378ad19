// How existing libraries read answers: which keys they look for, and which values the fields of their classes take.

/**
 * `any`: the key must be there, with any value. Classes with a field for text take numbers too, and those with a field
 * for a number take digits in a string. A `?` also allows null.
 */
export type Kind = 'any' | 'text' | 'text?' | 'number' | 'number?' | 'int' | 'int?' | 'long' | 'long?' | 'bool';
/** An object names its keys. A list has one shape for all its items, and at least one item. */
export type Shape = Kind | { readonly [key: string]: Shape } | readonly [Shape];

/** What keeps a library from reading a value, with the paths of the faults. */
export function faultsOf(value: unknown, shape: Shape, path = '$'): string[] {
  if (typeof shape === 'string') return fits(value, shape) ? [] : [`${path} is ${JSON.stringify(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value) || value.length === 0) return [`${path} is no list with items`];
    return value.flatMap((item, index) => faultsOf(item, shape[0], `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  const members = new Map(Object.entries(value));
  return Object.entries(shape).flatMap(([key, of]) =>
    members.has(key) ? faultsOf(members.get(key), of, `${path}.${key}`) : [`${path}.${key} is missing`],
  );
}

/** The same kind for many keys. */
export function each<Key extends string>(kind: Kind, ...keys: readonly Key[]): { readonly [name in Key]: Kind } {
  return Object.fromEntries(keys.map((key) => [key, kind])) as { readonly [name in Key]: Kind };
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function fits(value: unknown, kind: Kind): boolean {
  if (kind === 'any') return true;
  if (kind.endsWith('?') && value === null) return true;
  if (kind === 'bool') return typeof value === 'boolean';
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (kind.startsWith('text')) return true;
  if (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value)) return false;
  const number = Number(value);
  if (kind.startsWith('number')) return Number.isFinite(number);
  const most = kind.startsWith('int') ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  return Number.isInteger(number) && Math.abs(number) <= most;
}
