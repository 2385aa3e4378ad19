// Compares an answer with a full sample, key by key: the same keys at every level, in any order, and values of the same
// type. Where the sample has a value that is fixed by the specification it is compared as it stands.

/** Everything that differs, as sentences; empty when nothing does. */
export function differences(actual: unknown, sample: unknown, path = 'answer'): string[] {
  if (typeOf(actual) !== typeOf(sample)) return [`${path} is ${typeOf(actual)}, not ${typeOf(sample)}`];
  if (Array.isArray(sample)) {
    const items = actual as unknown[];
    if (items.length !== sample.length) return [`${path} has ${items.length} items, not ${sample.length}`];
    return sample.flatMap((item, index) => differences(items[index], item, `${path}[${index}]`));
  }
  if (typeof sample !== 'object' || sample === null) return [];
  const have = Object.keys(actual as object);
  const want = Object.keys(sample);
  return [
    ...want.filter((key) => !have.includes(key)).map((key) => `${path}.${key} is missing`),
    ...have.filter((key) => !want.includes(key)).map((key) => `${path}.${key} is not in the sample`),
    ...want
      .filter((key) => have.includes(key))
      .flatMap((key) => differences((actual as Json)[key], (sample as Json)[key], `${path}.${key}`)),
  ];
}

type Json = Readonly<Record<string, unknown>>;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
